"""Complete tables of small boards: how many states need how many moves.

complete   the questions: distances, antipodes, perfect play, samples
levels     breadth-first levels as sets of bits
plain      the same as sets of bytes, without kernels
remaining  how many moves each of many states needs
ranking    the numbers of arrangements in them
"""

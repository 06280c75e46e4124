"""Complete tables of small boards: the number of states by moves. Start with complete.

complete   the questions: distances, antipodes, perfect play, samples
levels     breadth-first levels as sets of bits
plain      the same as sets of bytes, without kernels
remaining  the fewest moves of many states together
ranking    ranks of arrangements, the indices of the tables
"""

"""Compiled twins of `tiles`, each named as its reference, so far as it has one file there.

census     sets of arrangements as bits
construct  the human method                          pairs     features of the pair model
beam       layers of a beam by that model            boxes     stretches of a path within a box
windows    shorter walks between two boards          terms     single numbers of that model's tables
slides     what each slide adds by that model       records   what the kernels of that model take
cards      the children of a beam as numbers
outer/     sweeps, and the outer lines of large boards
"""

"""What several rooms share and no user names: words for sentences and pictures, states as people have them, helpers.

    said           a sentence that can be said in another language
    frozen         immutable classes, as dataclasses make them, that are quick to import
    pattern        regular expressions, compiled when they are first used
    log            what is told to who listens
    crew           where the parts of a computation run
    forks          locks, made anew in the child of a fork
    scene          what is seen of a puzzle; `layout` places the vertices of a graph
    states         states in any form: rows, arrays, text; `graph` reads networkx, `frames` makes data frames
    atomic_write   files written completely or not at all, never over one that is not ours
    trust          which cached files are used: those that nobody else can have written
    breadth_first  small puzzles solved by their rules alone

The words that users name too (errors, solution, puzzle, budget, answer, family) stand beside this package.
"""

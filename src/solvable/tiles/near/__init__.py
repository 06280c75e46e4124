"""Short solutions of boards of any size, improving while time lasts.

search          the question
anytime         the best solution so far, and when it is reported
first_answer    an answer at once, by the human method
boards          plain facts of a canonical board, and how else it can be seen
pairs           the learned model of a board's value; data/ holds its parameters
pair_layout     where its features and terms lie in memory
kept            the last few tables
beam            beam search by that model
beam_reference  its readable twin
plain           beams in plain Python, where no kernel can be had
widening        a ladder of beams of growing width and changing views, one after the other or several at once
rescue          going on where a beam got stuck
large           boards beyond the model: sweeps, outer lines, inner board, polish
schedule        which of these, in which time
inner           the inner board by the model
outer/          sweeps, and outer lines by rolling beams
polish/         shortening a path by boxes and windows, ending one that is nearly home
stream          huge boards as a stream of moves
"""

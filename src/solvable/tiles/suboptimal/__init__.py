"""Short solutions of boards of any size, improving while time lasts.

search          the question
anytime         the best solution so far, and when it is reported
initial         an answer at once, by the human method
whole_board     beams on the whole board, wider and wider
beam_search     one beam, and what ends it where it got stuck
tuning          all tuned numbers
boards          plain facts of a canonical board, and its inverse
pair_heuristic  the learned model of a board's value; data/ holds its parameters
pair_layout     where its features and terms lie in memory
lru_cache       the last few tables
pair_beam       beam search by that model
plain           beams in plain Python, where no kernel can be had
large_board/    boards without time for that: a guided walk, outer lines by a rolling beam, the inner board
local_search/   ending a walk that leads nearly home
stream          huge boards as a stream of moves
"""

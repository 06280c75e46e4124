"""Short solutions of boards of any size, improving while time lasts.

search          the question
anytime         the best solution so far, when it is reported, and a first answer at once
whole_board     beams on the whole board, wider and wider, and what ends one that got stuck
repair          ending a walk that leads nearly home: restarts and boxes
outer_lines     boards without time for that: outer lines by a beam, then the inner board
guided          long walks that bring tiles near their homes, planned by a beam
stream          the same without plans, then lines: huge boards as a stream of moves
pair_heuristic  the learned model of a board's value; data/ holds its parameters
pair_beam       beam search by that model
boards          plain facts of a canonical board, and its inverse
plain           beams in plain Python, if no kernel can be had
tuning          all tuned numbers
"""

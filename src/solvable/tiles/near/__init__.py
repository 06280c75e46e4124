"""Short solutions of boards of any size, improving while time lasts.

search         the question
anytime        the best solution so far
first_answer   an answer at once, by the human method
plain          beams in plain Python, where no kernel can be had
pairs          the learned model of a board's value; data/ holds its parameters
beam           beam search by that model
rescue         going on where a beam got stuck
large          boards beyond the model: plan, outer lines, inner board, polish
rolling        outer lines by a rolling beam
rolling_local  the same with the model's local terms
sweeps         long walks that bring tiles near their homes
boxes          shortening a path by solving boxes anew
windows        shortening a path window by window
stream         huge boards as a stream of moves
"""

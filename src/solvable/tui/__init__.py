"""The game in a terminal: a view of `play.Session`, as a screen (Textual) or by lines.

canvas    characters with the names of their colours: pixels, thin lines
drawing   a scene as large as there is room: lamps, tiles, graphs
theme     the house colours
game      a session, a cursor, editing, what was said: all but the terminal
search    a solution found in a thread, which can be cancelled
settings  language, colours and arrows, kept for the next game
record_file  every finished game in one file of JSON
files     a game from an argument or a file, and into one
app       the screen and its keys
board     the board on the screen, and the mouse
dialogs   new game, paste, files, help
pages     what is shown beside the board, in both languages
plain     the game by lines, for pipes and bare terminals
"""

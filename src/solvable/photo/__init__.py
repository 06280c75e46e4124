"""Boards in pictures: where the cells are, what is on them, how sure that is. Numbers out of pixels, no puzzle.

    raster          a picture as three planes of bytes, of bounded size
    decode          files, pictures of pillow and arrays as rasters
    regions         pixels of one colour that hang together
    homography      the map of a plane board into a picture
    rectification   a turned or slanted screen, made upright
    grid_detection  regions in rows and columns: the board
    touching        lamps without a gap: squares between lines of edges
    open_tiles      tiles as light as the page: from the inner ones to those whose numbers are beside them
    several         how many boards there are
    cells           each cell seen straight from above
    glyphs          what is written on a cell, in pieces
    digits          which digit a piece is: a small network, its numbers in data/
    assignment      the cheapest way to give each cell one number
    tiles           the numbers of a board of tiles
    lamps           which lamps are lit
    diagrams        what each press does, where Tatham's flip draws it
    evidence        what speaks against a reading: covered cells, a board that goes on, marks
    confidence      the probability that a reading is right
    recognise       all of it

Nothing here but `decode` needs more than Python, so that the same reader runs in the browser on the pixels of a canvas.
"""

"""Views of scenes: text for terminals, pictures for pages and notebooks. It knows scenes only, no puzzle and no family.

text  boards in the columns of a terminal; widths, folding, ink
svg   any scene as a picture
shown what every puzzle shows of itself: methods written once
"""

"""Views of scenes: text for terminals, pictures for pages and notebooks. It knows scenes only, no puzzle and no family.

text         boards in the columns of a terminal; widths, folding, ink
svg          any scene as a picture; raster as an array of pixels
title        what a picture shows, in a sentence
lettering    how much room letters take in a picture
shown        what every puzzle shows of itself: methods written once
lesson_text  a lesson for terminals, step by step
lesson_svg   a lesson as one picture
lesson_html  a lesson as a page
worksheet    problems to print, solutions on pages of their own
latex        a lesson as LaTeX
notebook     a lesson that shows itself in a notebook
animation    a solution as a GIF, and as an SVG that plays itself
"""

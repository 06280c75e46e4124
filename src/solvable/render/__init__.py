"""Views of scenes: text for terminals, pictures for pages and notebooks. Views depend on scenes only, not on puzzles or
families.

text         boards in the columns of a terminal; widths, folding, colours; start here
svg          any scene as a picture
raster       any scene as an array of pixels
title        the content of a picture in a sentence
lettering    the room that letters take in a picture
shown        methods with which every puzzle shows itself, written once
lesson_text  a lesson for terminals, step by step
lesson_svg   a lesson as one picture
lesson_html  a lesson as a page
worksheet    problems to print, with the solutions on separate pages
latex        a lesson as LaTeX
notebook     a lesson in a notebook
animation    a solution as a GIF, and as an SVG that plays by itself
"""

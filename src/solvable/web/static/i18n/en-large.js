/** @type {Record<string, string | {one: string, other: string}>} */
export default {
  "zoom.label": "How near", "zoom.in": "Nearer", "zoom.out": "Farther", "zoom.fit": "The whole board",
  "large.coming": "Reading a board of {size} …", "large.reading": "Reading the board …",
  "error.large": "This page shows boards of up to {most} cells; this one has {cells}. The program takes them: pip install solvable.",
  "error.long": "This text is too long for a board.",
};

"""Conversion from and to graphs of networkx, which is imported only to create one.

Graphs are recognised by their methods. Vertices are numbered in the order of the nodes; the names of the nodes are
stored with the puzzle but do not take part in its equality.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from solvable.core.budget import check, checked
from solvable.core.errors import require
from solvable.core.memory import check_memory

Edges = Iterable[tuple[int, int]]
NODE, LINK = 1000, 500  # bytes of a networkx node with two links, and of a link


class Toggled(Protocol):
    """A puzzle whose presses change cells."""

    @property
    def names(self) -> tuple[Hashable, ...]:
        """The names of the vertices, empty if they have none."""

    @property
    def cells(self) -> int:
        """The number of cells."""

    @property
    def presses(self) -> int:
        """The number of presses."""

    @property
    def is_symmetric(self) -> bool:
        """Whether press i adds to cell j what press j adds to cell i."""

    @property
    def toggles(self) -> Sequence[Sequence[tuple[int, int]]]:
        """What each press adds: (cell, amount)."""


class Read(NamedTuple):
    """A graph as numbers: the number of vertices, the edges, whether they are directed, and the names of the
    vertices.
    """

    vertices: int
    edges: Edges
    directed: bool
    names: tuple[Hashable, ...]


def read(graph: Any, edges: Edges = (), directed: bool = False) -> Read:
    """Return a graph of networkx, or a number of vertices and edges, as numbers and names."""
    if not hasattr(graph, "nodes"):
        return Read(graph, edges, directed, ())
    names = tuple(graph.nodes)
    numbers = {name: number for number, name in enumerate(names)}
    pairs = [(numbers[a], numbers[b]) for a, b in graph.edges()]
    return Read(len(names), pairs, directed or graph.is_directed(), () if names == tuple(range(len(names))) else names)


def name(vertex: int, names: Sequence[Hashable], width: int) -> str:
    """Return the name of a vertex: its own, its row,column from 1 on a board of that width, or its number."""
    if names:
        return str(names[vertex])
    return f"{vertex // width + 1},{vertex % width + 1}" if width else str(vertex)


def of_toggles(puzzle: Toggled) -> Any:
    """Return the graph with an edge of `amount` from each press to each cell that it changes.

    Nodes are the names or numbers of the cells; if the presses are not the cells, ("press", i) and ("cell", j). Raises
    BudgetExceededError if the graph would not fit into memory.
    """
    toggles = puzzle.toggles
    check_memory(NODE * puzzle.cells + LINK * sum(map(len, toggles)), puzzle.cells)
    require("networkx", "graphs")
    import networkx

    names: Sequence[Any] = puzzle.names or range(puzzle.cells)
    presses: Sequence[Any] = names
    if puzzle.presses != puzzle.cells:
        names = [("cell", cell) for cell in range(puzzle.cells)]
        presses = [("press", press) for press in range(puzzle.presses)]
    made = networkx.Graph() if puzzle.is_symmetric else networkx.DiGraph()
    made.add_nodes_from(checked(dict.fromkeys([*presses, *names])))
    for press, toggle in zip(presses, toggles, strict=True):
        check()
        made.add_edges_from((press, names[cell], {"amount": amount}) for cell, amount in toggle)
    return made


def of_links(vertices: Sequence[int], links: Edges, names: Sequence[Hashable]) -> Any:
    """Return the graph of these vertices and links, with their names if they have some."""
    check_memory(NODE * len(vertices), len(vertices))
    require("networkx", "graphs")
    from networkx import Graph

    made = Graph()
    made.add_nodes_from(names[vertex] if names else vertex for vertex in checked(vertices))
    made.add_edges_from((names[a], names[b]) if names else (a, b) for a, b in checked(links))
    return made

"""The kernels' own tests once more, with kernels that sanitizers watch.

AddressSanitizer and UBSan: no access beyond an array. ThreadSanitizer: threads that share a search publish what they
write for each other.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest
from tools import make_wheels

ROOT = Path(__file__).parents[2]
TESTS = (
    "tests/kernels/test_library.py::test_any_buffer_will_do",
    "tests/kernels/test_byte_sums.py::test_sums_of_many_rows_are_those_of_each",
    "tests/lights/test_batch_arrays.py::test_any_wiring_agrees_with_the_reference",
    "tests/lights/algebra/test_elimination.py::test_the_kernels_are_their_reference",
    "tests/lights/algebra/test_elimination.py::test_bit_matrices_are_their_reference",
    "tests/lights/algebra/test_gf2_polynomials.py::test_what_kernels_answer_is_what_ints_do",
    "tests/lights/algebra/test_plain.py",
    "tests/lights/algebra/test_sparse.py",
    "tests/lights/min_weight/test_distribution.py::test_the_kernel_counts_what_the_reference_counts",
    "tests/lights/min_weight/test_every_solution.py::test_the_kernel_finds_what_gray_code_finds",
    "tests/lights/algebra/test_modular.py::test_flats_by_the_kernel_and_the_reference",
    "tests/lights/algebra/test_modular.py::test_independent_generators_span_the_same",
    "tests/lights/min_weight/test_fourier.py",
    "tests/lights/min_weight/test_two_states.py::test_parity_classes_agree_with_gray_code",
    "tests/lights/min_weight/test_two_states.py::test_the_transform_kernel_is_its_reference",
    "tests/lights/transfer_matrix/test_primes.py::test_chases_are_their_reference",
    "tests/lights/transfer_matrix/test_words.py::test_chases_in_blocks_are_their_reference",
    "tests/lights/transfer_matrix/test_words.py::test_rows_in_bytes_become_words_and_bytes_again",
    "tests/lights/nullity/test_roots_of_unity.py::test_the_kernel_leaves_out_just_what_vanishes",
    "tests/lights/nullity/test_sparse_transfer.py::test_the_kernel_agrees_with_the_reference_where_slots_and_bits_run_out",
    "tests/lights/nullity/test_sparse_transfer.py::test_the_equations_are_the_rule",
    "tests/lights/covering_radius/test_flats.py::test_the_kernel_is_its_reference",
    "tests/lights/covering_radius/test_hardest.py::test_kernel_and_reference_visit_the_same_nodes",
    "tests/lights/covering_radius/test_intervals.py::test_annealing_is_its_reference",
    "tests/lights/covering_radius/test_intervals.py::test_the_annealed_points_and_rows_are_the_references",
    "tests/lights/covering_radius/test_intervals.py::test_the_covering_radius_is_the_definition",
    "tests/tiles/census/test_complete.py::test_levels_equal_the_reference",
    "tests/tiles/suboptimal/test_anytime.py::test_the_compiled_joining_of_walks_does_what_its_twin_does",
    "tests/tiles/suboptimal/test_pair_beam.py::test_the_beam_keeps_the_same_boards_in_the_same_order_as_its_twin",
    "tests/tiles/suboptimal/test_guided.py::test_plans_are_worth_what_their_twins_say",
    "tests/tiles/suboptimal/test_outer_lines.py",
    "tests/tiles/suboptimal/test_sweeps.py::test_the_kernels_walk_is_worth_what_its_twin_says",
    "tests/tiles/optimal/test_ida.py::test_the_kernel_generates_exactly_the_nodes_of_its_reference",
    *(f"tests/tiles/pdb/test_patterns.py::test_tables_equal_their_reference[{tier}]" for tier in "abcde"),
    "tests/tiles/test_construct.py::test_the_kernel_makes_the_same_moves",
    "tests/tiles/test_moves.py::test_letters_of_many_moves_are_refused_as_those_of_few",
    "tests/tiles/test_parity.py::test_the_kernel_counts_the_same_inversions",
    "tests/tiles/test_parity.py::test_the_kernel_counts_the_same_cycles_however_often_it_looks",
    "tests/tiles/test_work_stealing.py::test_a_worker_gives_what_its_reference_gives_with_the_paths",
)
THREADED = tuple(
    f"tests/tiles/test_work_stealing.py::{test}[{is_cut}-4]"
    for test in (
        "test_a_solution_is_told_through_many_hands",
        "test_a_bound_is_searched_whole_whoever_takes_which_part",
    )
    for is_cut in (False, True)
)
SHARED = ("work_stealing", "ida", "paths")
"""The kernels that threads call on memory of each other; the rest are those of the editable installation."""
RELAXED = ("-U__ATOMIC_SEQ_CST", "-D__ATOMIC_SEQ_CST=__ATOMIC_RELAXED", "-Wno-builtin-macro-redefined")
LEVEL = "v3"


def runtime(name: str) -> str:
    """Return the path of a sanitizer's runtime as g++ has it, "" if it has none."""
    if shutil.which("g++") is None:
        return ""
    done = subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    path = done.stdout.strip()
    return path if os.sep in path else ""


@pytest.mark.parametrize("test", [*TESTS, *THREADED])
def test_it_is_a_test(test: str) -> None:
    file, _, name = test.partition("[")[0].partition("::")
    assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8")


@pytest.fixture
def build() -> ModuleType:
    """The module that compiles the kernels."""
    module = make_wheels.kernels()
    if LEVEL not in module.host().levels or "avx2" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("the library that is tested is for processors with AVX2")
    return module


def run(tests: Sequence[str], library: Path, runtimes: str, **options: str) -> subprocess.CompletedProcess[str]:
    """Run tests with kernels that a sanitizer watches, in a process where its runtimes are loaded."""
    environment = os.environ | {"SOLVABLE_KERNELS": str(library), "LD_PRELOAD": runtimes} | options
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-s", "-p", "no:cacheprovider", *tests]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif(not runtime("libasan.so"), reason="g++ with its sanitizers is not installed")
def test_the_sanitizers_have_nothing_to_report(build: ModuleType, tmp_path: Path) -> None:
    (library,) = build.build(tmp_path, sanitizer="address", only=[LEVEL])
    runtimes = f"{runtime('libasan.so')} {runtime('libubsan.so')}"
    done = run(TESTS, library, runtimes, ASAN_OPTIONS="detect_leaks=0")  # leaks: CPython's own
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "ERROR: AddressSanitizer" not in done.stderr and "runtime error" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not runtime("libtsan.so"), reason="g++ with its sanitizers is not installed")
@pytest.mark.parametrize("is_ordered", [True, False])
def test_threads_that_share_a_search_have_no_race(build: ModuleType, is_ordered: bool, tmp_path: Path) -> None:
    """None is reported, and some are if the same kernels are compiled without the order of their atomics."""
    build.SANITIZERS["relaxed"] = (*build.SANITIZERS["thread"], *RELAXED)
    (library,) = build.build(tmp_path, sanitizer="thread" if is_ordered else "relaxed", sanitized=SHARED, only=[LEVEL])
    done = run(THREADED if is_ordered else THREADED[:1], library, runtime("libtsan.so"))
    if "unexpected memory mapping" in done.stderr:
        pytest.skip("ThreadSanitizer does not run on a system that maps memory so much at random")
    reported = done.stdout + done.stderr
    if is_ordered:
        assert done.returncode == 0 and "WARNING: ThreadSanitizer" not in reported, reported[-5000:]
    else:
        assert "ThreadSanitizer: data race" in reported
        assert "work_stealing.cpp" in reported

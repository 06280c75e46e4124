"""The benchmarks. Each module has `rows()`, a list of {name, value, unit, target}; `python -m benchmarks` runs all."""

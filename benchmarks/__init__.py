"""What things cost, beside the targets of their design: `make bench` for the rules core,
`python -m benchmarks.frames`, `.table` and `.hands` for the screens."""

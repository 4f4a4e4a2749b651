"""Measurements of speed and memory. Run as `python -m benchmarks.frames`."""

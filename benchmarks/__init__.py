"""What the table costs, beside the targets of its design: `make bench`, `benchmarks.frames` …"""

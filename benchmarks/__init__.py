"""What the rules core costs, beside the targets of its design: `make bench`."""

"""Hardware: boards report levels by role; noise comes from a device. Imports nothing of ours."""

"""The benchmarks: each figure is a ratio to a limit or a peer measured in the same run, on servers of its own."""

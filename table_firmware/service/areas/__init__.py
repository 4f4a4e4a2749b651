"""The checks, one module an area. Each function gives its findings and changes nothing, except
that `storage.sync` writes a file of its own and takes it away."""

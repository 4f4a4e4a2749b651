"""The signed game log (`tlog1`): journal, tree, notes, keys, export and audit."""

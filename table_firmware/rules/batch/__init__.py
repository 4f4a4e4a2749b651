"""The rules-batch protocol: one JSON object a line in, one out."""

from table_firmware.rules.batch.operations import LINE_LIMIT, answer

__all__ = ["LINE_LIMIT", "answer"]

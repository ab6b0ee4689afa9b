"""Smile, Jackson's binary JSON: version 0 of its header; named only."""

from cqlsh_ext.content.kind import Kind

FLAGS = bytes(range(8))

SMILE = Kind("smile", "Smile", magics=tuple(b":)\n%c" % flags for flags in FLAGS), extension="smile")

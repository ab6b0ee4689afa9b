"""The only room that knows cqlshlib."""

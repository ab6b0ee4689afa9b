"""Which codec pays on the reader's own values, and which compression a table's reads; pure, knows no server."""

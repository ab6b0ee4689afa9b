"""What Amazon Keyspaces lacks or does in its own way, as far as no shell and no connection are needed to know it."""

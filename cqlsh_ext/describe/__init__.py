"""DESCRIBE answered on the client, from the driver's metadata, for servers that do not know it: those before 4.0."""

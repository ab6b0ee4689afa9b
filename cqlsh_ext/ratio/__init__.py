"""What compression pays: figures over many values, streaming, mergeable and pure; knows neither shell nor server."""

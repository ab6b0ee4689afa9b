"""The two words that choose a codec without naming a format."""

AUTO = "auto"
"""Each value decides: the formats that its bytes speak for."""
OFF = "off"
"""No value is opened."""

"""From a decoded value to text: pure, without terminal and without colour."""

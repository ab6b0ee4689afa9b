"""What a terminal sends for keys, and around what is pasted."""

CTRL_A, CTRL_C, CTRL_D, CTRL_E, CTRL_K, CTRL_R, CTRL_X = "\x01", "\x03", "\x04", "\x05", "\x0b", "\x12", "\x18"
TAB, ENTER, ESCAPE, BACKSPACE = "\t", "\r", "\x1b", "\x7f"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ALT_ENTER = ESCAPE + ENTER
PASTE = "\x1b[200~{}\x1b[201~"

"""What is inside the blobs of one column, as JSON and as text, and how each was decoded."""

from cqlsh_ext.decoding import Decoded, Status
from cqlsh_ext.output.json_text import embed, quote
from cqlsh_ext.output.page import ResultColumn
from cqlsh_ext.render.cell import text_inside


class Opener:
    """Opens the blobs, and the texts that may be opened, of one column."""

    def __init__(self, column: ResultColumn) -> None:
        self._decode = column.decode
        self.opens_text = column.opens_text
        self.opened: list[Decoded] | None = None
        """What was decoded since the list was set, in the order of the values."""

    def blob_json(self, blob: bytes) -> str:
        """Write one blob: the document or text in it, or `0x…` where there is none."""
        text = self._text(self._open(blob))
        return f'"0x{blob.hex()}"' if text is None else embed(text) or quote(text)

    def text_json(self, text: str) -> str:
        """Write one text, opened if the column says so."""
        if self.opens_text:
            decoded = self._open(text.encode())
            if decoded.status is Status.DECODED:
                text = self._text(decoded) or ""
                return embed(text) or quote(text)
        return quote(text)

    def blob_text(self, blob: bytes) -> str:
        """Return what `blob_json` writes, without quotes, and a document as it is stored."""
        text = self._text(self._open(blob))
        return f"0x{blob.hex()}" if text is None else text

    def text_text(self, text: str) -> str:
        """Return the text, or the text in it."""
        decoded = self._open(text.encode()) if self.opens_text else None
        return self._text(decoded) or "" if decoded and decoded.status is Status.DECODED else text

    def _open(self, stored: bytes) -> Decoded:
        decoded = self._decode(stored)
        if self.opened is not None:
            self.opened.append(decoded)
        return decoded

    @staticmethod
    def _text(decoded: Decoded) -> str | None:
        """Return the text in a blob, or the digits of what was decoded; None for a blob that was not."""
        if decoded.status is not Status.DECODED:
            return None
        text = text_inside(decoded)
        return f"0x{decoded.plain.hex()}" if text is None else text

"""What the service answers instead of a result: the error codes of the native protocol, version 4."""

from .wire import integer, short, short_bytes, string


class CqlError(Exception):
    """An ERROR of the server: its code, its text, and what follows the text."""

    code = 0x0000

    def __init__(self, text, details=b""):
        super().__init__(text)
        self.text = text
        self.details = details

    @property
    def body(self):
        """The body of the ERROR frame."""
        return integer(self.code) + string(self.text) + self.details


class ServerFault(CqlError):
    """Something went wrong here."""


class ProtocolFault(CqlError):
    """The client broke the protocol."""

    code = 0x000A


class BadCredentials(CqlError):
    """The login was refused."""

    code = 0x0100


class WriteTimeout(CqlError):
    """No replica acknowledged a write in time: how the service throttles writes."""

    code = 0x1100

    def __init__(self, consistency, write_type="SIMPLE"):
        details = short(consistency) + integer(0) + integer(2) + string(write_type)
        super().__init__("Operation timed out - received only 0 responses.", details)


class ReadTimeout(CqlError):
    """No replica answered a read in time: how the service throttles reads."""

    code = 0x1200

    def __init__(self, consistency):
        details = short(consistency) + integer(0) + integer(2) + b"\0"
        super().__init__("Operation timed out - received only 0 responses.", details)


class SyntaxFault(CqlError):
    """The statement is not CQL."""

    code = 0x2000


class Unauthorized(CqlError):
    """The user may not do this."""

    code = 0x2100


class Invalid(CqlError):
    """The statement is CQL that the service refuses."""

    code = 0x2200


class Unprepared(CqlError):
    """The client executes a statement that was not prepared here."""

    code = 0x2500

    def __init__(self, statement_id):
        super().__init__(f"Prepared query with ID {statement_id.hex()} not found", short_bytes(statement_id))

"""Messages between Sextant and Python: sizes of header and body (little endian, 4 bytes each), a JSON header, raw bytes."""

import json
import struct

SIZES = struct.Struct("<II")


def write_frame(stream, header, body=b""):
    text = json.dumps(header).encode()
    stream.write(SIZES.pack(len(text), len(body)) + text + body)
    stream.flush()


def read_frame(stream):
    """Header and body of the next message. Raises `EOFError` when there is none any more."""
    text, body = (bytearray(size) for size in SIZES.unpack(fill(stream, bytearray(SIZES.size))))
    return json.loads(fill(stream, text)), fill(stream, body)


def fill(stream, buffer):
    rest = memoryview(buffer)
    while rest:
        count = stream.readinto(rest)
        if not count:
            raise EOFError
        rest = rest[count:]
    return buffer


def arrays_of(header, body):
    """The arrays of a message by name, as views of its body."""
    import numpy as np

    found, at = {}, 0
    for name, dtype, shape in header["arrays"]:
        array = np.frombuffer(body, dtype, int(np.prod(shape)), at).reshape(shape)
        found[name] = array
        at += array.nbytes
    return found

"""Makes the pictures of posts: PNG and JPEG files of any size, written here byte by byte."""

from __future__ import annotations

import struct
import zlib


def picture_bytes(width: int, height: int, kind: str, seed: int) -> bytes:
    """A picture of soft bars in colours that depend on the seed; `kind` is `png` or `jpg`."""
    return (png if kind == "png" else jpeg)(width, height, seed)


def tone(column: int, row: int, seed: int) -> tuple[int, int, int]:
    """The colour of a square of 8 pixels."""
    return (
        40 + (column * 7 + seed * 31) % 180,
        40 + (row * 11 + seed * 17) % 180,
        40 + (column + row + seed * 53) % 180,
    )


def png(width: int, height: int, seed: int) -> bytes:
    """A PNG file without alpha."""
    rows = bytearray()
    for row in range(height):
        if row % 8 == 0:
            line = b"".join(bytes(tone(column, row // 8, seed)) * 8 for column in range((width + 7) // 8))[: 3 * width]
        rows += b"\0" + line
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


class BitWriter:
    """Writes the bits of a JPEG scan, with a zero byte behind each 255."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.pending, self.count = 0, 0

    def write(self, value: int, length: int) -> None:
        self.pending = self.pending << length | value
        self.count += length
        while self.count >= 8:
            self.count -= 8
            byte = self.pending >> self.count & 255
            self.bytes.append(byte)
            if byte == 255:
                self.bytes.append(0)
        self.pending &= (1 << self.count) - 1

    def finish(self) -> bytes:
        if self.count:
            self.write((1 << (8 - self.count)) - 1, 8 - self.count)
        return bytes(self.bytes)


#: Of a difference of so many bits the code (5 bits, so that no table has to be fitted), and the end of a block.
DIFFERENCE_LENGTH, END_LENGTH = 5, 1


def jpeg(width: int, height: int, seed: int) -> bytes:
    """A baseline JPEG file: every block of 8 x 8 pixels has one colour, so all but the first coefficients are 0."""
    bits = BitWriter()
    before = [0, 0, 0]
    for row in range((height + 7) // 8):
        for column in range((width + 7) // 8):
            red, green, blue = tone(column, row, seed)
            luma = 0.299 * red + 0.587 * green + 0.114 * blue
            colours = (luma - 128, 0.564 * (blue - luma), 0.713 * (red - luma))
            for component, value in enumerate(colours):
                level = round(value / 2)  # the quantiser is 16, and the first coefficient is 8 times the mean
                difference, before[component] = level - before[component], level
                size = abs(difference).bit_length()
                bits.write(size, DIFFERENCE_LENGTH)
                if size:
                    bits.write(difference if difference > 0 else difference + (1 << size) - 1, size)
                bits.write(0, END_LENGTH)
    frame = struct.pack(">BHHB", 8, height, width, 3) + bytes((1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0))
    differences = bytes((0, 0, 0, 0, 0, 12)) + bytes(11) + bytes(range(12))
    ends = bytes((0x10, 1)) + bytes(15) + bytes((0,))
    segments = (
        (0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"),
        (0xDB, b"\0" + bytes([16]) * 64),
        (0xC0, frame),
        (0xC4, differences),
        (0xC4, ends),
        (0xDA, bytes((3, 1, 0, 2, 0, 3, 0, 0, 63, 0))),
    )
    head = b"".join(struct.pack(">BBH", 255, marker, len(data) + 2) + data for marker, data in segments)
    return b"\xff\xd8" + head + bits.finish() + b"\xff\xd9"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or JPEG file, or None."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return struct.unpack(">II", data[16:24])
    place = 2
    while data[:2] == b"\xff\xd8" and place + 9 < len(data):
        marker, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return width, height
        place += 2 + length
    return None

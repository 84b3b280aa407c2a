"""A web site on this machine that a larder is filled from."""

from __future__ import annotations

import contextlib
import struct
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HTML, JSON, XML, PNG = "text/html; charset=utf-8", "application/json", "application/xml", "image/png"


class LocalSite:
    """Answers each path with what was put there; 404 else."""

    def __init__(self, delay: float = 0) -> None:
        self.answers: dict[str, tuple[str, bytes]] = {}
        self.asked: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.asked.append(self.path)
                time.sleep(delay)
                kind, body = site.answers.get(self.path.partition("?")[0], ("text/plain", b""))
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(ConnectionError):
                    self.wfile.write(body)

            def log_message(self, format: str, *values: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def put(self, path: str, body: str | bytes, kind: str = HTML) -> None:
        self.answers[path] = kind, body.encode() if isinstance(body, str) else body

    def sitemap(self, path: str, pages: list[str]) -> None:
        entries = "".join(f"<url><loc>{self.base}{page}</loc></url>" for page in pages)
        self.put(path, f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>', XML)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def png(width: int, height: int, color: tuple[int, int, int], trailer: bytes = b"") -> bytes:
    """A picture of one colour with a darker lower half; `trailer` stands behind its end."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    dark = tuple(part // 2 for part in color)
    rows = b"".join(b"\0" + bytes(color if row < height // 2 else dark) * width for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts + trailer

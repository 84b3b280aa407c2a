"""The HTTP servers. Each listens on a port that the system chooses, and ends with `close()`."""

from __future__ import annotations

import email.utils
import hashlib
import http.client
import mimetypes
import re
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from serving.access_log import OWN_REQUEST, AccessLog, Request

#: Headers that hold for one connection only.
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade"}
ANSWER_SECONDS = 120
#: What a web server gives out itself, without asking the program behind it.
STATIC_FILE = re.compile(r"\.(css|gif|ico|jpe?g|js|mp3|pdf|png|svg|webp|woff2?)$", re.IGNORECASE)
mimetypes.add_type("application/atom+xml", ".atom")


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD with what `answer` returns: status, headers and body."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        status, headers, body = self.server.answer(self)
        if not self.headers.get(OWN_REQUEST):
            self.server.log.add(Request(self.command, self.path, status))
        try:
            self.send_response_only(status)
            for name, value in headers:
                self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD" and status != 304:
                self.wfile.write(body)
        except OSError:
            self.close_connection = True  # the client went away, which is its right

    do_HEAD = do_POST = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed: the log is `AccessLog`."""


Answer = tuple[int, list[tuple[str, str]], bytes]


class Server(ThreadingHTTPServer):
    """A server with an access log, in a thread of its own."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.log = AccessLog()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, request: Handler) -> Answer:
        raise NotImplementedError

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class NothingThere(Server):
    """The host of pictures that are gone: every address answers 404, and there is no robots.txt either."""

    def answer(self, request: Handler) -> Answer:
        return 404, [("Content-Type", "text/plain")], b"gone\n"


class StaticServer(Server):
    """Files of several folders, with ETag and Last-Modified and without lifetimes, as servers are by default."""

    def __init__(self, *folders: Path) -> None:
        self.folders = list(folders)
        super().__init__()

    def answer(self, request: Handler) -> Answer:
        path = urllib.parse.unquote(urllib.parse.urlsplit(request.path).path)
        for folder in self.folders:
            file = (folder / path.lstrip("/")).resolve()
            if not file.is_relative_to(folder.resolve()):
                continue
            if file.is_dir() and not path.endswith("/") and (file / "index.html").is_file():
                return 301, [("Location", urllib.parse.quote(path) + "/")], b""
            if file.is_dir():
                file = file / "index.html"
            if file.is_file():
                return self.file(file, request)
        return 404, [("Content-Type", "text/html")], b"<!DOCTYPE html><title>Not found</title><h1>Not found</h1>"

    @staticmethod
    def file(file: Path, request: Handler) -> Answer:
        body = file.read_bytes()
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        changed = email.utils.formatdate(file.stat().st_mtime, usegmt=True)
        headers = [("Content-Type", kind), ("ETag", etag), ("Last-Modified", changed)]
        if etag in request.headers.get("If-None-Match", ""):
            return 304, headers, b""
        return 200, headers, body


class LoggingProxy(StaticServer):
    """Stands before a site's own server, whose port may come later; pictures and such it serves itself."""

    def __init__(self, *folders: Path) -> None:
        self.target: tuple[str, int] | None = None
        super().__init__(*folders)

    def answer(self, request: Handler) -> Answer:
        if STATIC_FILE.search(urllib.parse.urlsplit(request.path).path):
            status, headers, body = super().answer(request)
            if status != 404:
                return status, headers, body
        if not self.target:
            return 503, [], b"not started\n"
        return self.forward(request, self.target)

    @staticmethod
    def forward(request: Handler, target: tuple[str, int]) -> Answer:
        length = int(request.headers.get("Content-Length") or 0)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in HOP_BY_HOP}
        connection = http.client.HTTPConnection(*target, timeout=ANSWER_SECONDS)
        try:
            connection.request(request.command, request.path, request.rfile.read(length) or None, headers)
            answer = connection.getresponse()
            left_out = HOP_BY_HOP | {"content-length"}
            kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in left_out]
            return answer.status, kept, answer.read()
        except (OSError, http.client.HTTPException) as error:
            return 502, [("Content-Type", "text/plain")], f"{error}\n".encode()
        finally:
            connection.close()

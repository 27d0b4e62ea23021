"""ClickHouse's HTTP interface before its engine as a library (chdb-core): what the log store asks of it, no more.

Usage: clickhouse-door.py <folder> <port>
"""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from chdb import session

engine = session.Session(sys.argv[1])
lock = threading.Lock()


class Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = {name: values[-1] for name, values in parse_qs(urlsplit(self.path).query).items()}
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        statement = asked.pop("query", "")
        statement = f"{statement}\n{body}" if statement else body
        database = asked.pop("database", "default")
        asked.pop("wait_end_of_query", None)
        is_read = asked.pop("readonly", None) is not None
        try:
            self.answer(200, self.run(database, statement, asked, is_read))
        except Exception as error:
            self.answer(500, str(error).encode())

    def run(self, database, statement, settings, is_read):
        # The engine itself has no users and no `readonly`; the server of Debian tests that.
        head, _, rest = statement.partition(" FORMAT JSONEachRow")
        named = ", ".join(f"{name} = {value}" for name, value in settings.items())
        if named and is_read:
            statement = f"{head} SETTINGS {named} FORMAT JSONEachRow"
        elif named:
            statement = f"{head} SETTINGS {named} FORMAT JSONEachRow{rest}"
        with lock:
            engine.query(f"USE {database}")
            return engine.query(statement, "JSONEachRow").bytes()

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Door)
print("ready", flush=True)
server.serve_forever()

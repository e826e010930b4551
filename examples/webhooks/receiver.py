"""Receives webhooks with the package standardwebhooks (pip install standardwebhooks).

PORT=8080 WEBHOOK_SECRET=whsec_… python3 receiver.py
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
# Use a table with a unique key in production: the same event can arrive twice.
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Verify the bytes as they came. JSON that was parsed and written again has another signature.
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            webhook.verify(body, {name.lower(): value for name, value in self.headers.items()})
        except WebhookVerificationError:
            return self.respond(400)
        event = json.loads(body)
        if event["eventId"] not in seen:
            print(event["event"], event["data"].get("id", ""), flush=True)
        seen.add(event["eventId"])
        # Respond within 15 seconds. Do longer work afterwards.
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver)
print("listening", flush=True)
server.serve_forever()

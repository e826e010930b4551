import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSignInLink } from "../../local/sign-in-link.js";

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const EXPIRES = "2026-11-20T10:05:00.000Z";
let server: Server;
let replies: Record<string, Reply>;
let requests: { readonly line: string; readonly authorization: string | undefined; readonly body: unknown }[];

beforeEach(async () => {
  requests = [];
  replies = {
    "GET /api/v1/session": { status: 200, body: { scopes: ["render", "admin"], by: "key" } },
    "POST /api/v1/session/links": { status: 200, body: { url: "http://h/studio#token", expiresAt: EXPIRES } },
  };
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const line = `${request.method ?? ""} ${request.url ?? ""}`;
      const text = Buffer.concat(chunks).toString();
      requests.push({ line, authorization: request.headers.authorization, body: text && JSON.parse(text) });
      const { status, body } = replies[line] ?? { status: 404, body: {} };
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.close();
  await once(server, "close");
});

const link = () =>
  createSignInLink({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "irs_key" });

test("the sign-in link of a start has all scopes of the key", async () => {
  expect(await link()).toBe("http://h/studio#token");
  expect(requests.at(-1)).toEqual({
    line: "POST /api/v1/session/links",
    authorization: "Bearer irs_key",
    body: { name: "npm start", scopes: ["render", "admin"] },
  });
});

test.each([
  ["GET /api/v1/session", 401],
  ["POST /api/v1/session/links", 403],
  ["POST /api/v1/session/links", 503],
])("a start continues without a link when %s returns %i", async (line, status) => {
  replies[line] = { status, body: { error: "No." } };
  expect(await link()).toBeUndefined();
});

test("a start continues without a link when the service does not respond", async () => {
  expect(await createSignInLink({ baseUrl: "http://127.0.0.1:1", apiKey: "irs_key" })).toBeUndefined();
});

/**
 * Runs the official conformance suite of the Model Context Protocol against the local service: `npm run
 * test:mcp-conformance`. The other scenarios of the suite need tools of a sample server with fixed names, or features
 * that the server does not offer: logging, completion, subscriptions, and streams of a session.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { useService } from "../end-to-end/use-service.js";

const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
];

const { service } = useService();
const results = mkdtempSync(join(tmpdir(), "mcp-conformance-"));
/** The package contains only a command. */
const suite = resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");
let proxy: Server | undefined;

/** The suite cannot send a key. A proxy with its own host name adds the key, and has the role of the public address. */
beforeAll(async () => {
  const { baseUrl, apiKey } = service.connection;
  const { hostname, port, host } = new URL(baseUrl);
  const started = createServer((incoming, outgoing) => {
    const own = `http://localhost:${incoming.socket.localPort ?? 0}`;
    const { origin, ...rest } = incoming.headers;
    const headers = {
      ...rest,
      ...(origin !== undefined && { origin: origin === own ? baseUrl : origin }),
      host,
      authorization: `Bearer ${apiKey}`,
    };
    const { method, url: path } = incoming;
    const sent = forward({ hostname, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  proxy = started;
});
afterAll(() => {
  proxy?.closeAllConnections();
  proxy?.close();
  rmSync(results, { recursive: true });
});

test.each(SCENARIOS)("the server passes the scenario %s of the conformance suite", async (scenario) => {
  const { port } = proxy?.address() as AddressInfo;
  const url = `http://localhost:${port}/mcp`;
  const args = [suite, "server", "--url", url, "--scenario", scenario, "--output-dir", results];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: results });
  expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
});

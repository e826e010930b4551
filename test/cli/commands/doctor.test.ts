import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { makeFolder, type Run, run } from "../support.js";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Runs `irs doctor` against a server that responds as `listener` does. */
async function doctor(listener: RequestListener, ...argv: string[]): Promise<Run> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return run(makeFolder({}), "doctor", "--url", url, "--key", "irs_key", ...argv);
}

const HEALTH = { status: "ok" };
const json = (response: Parameters<RequestListener>[1], status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

test("an address without a server is wrong, and the fix says how to start a local service", async () => {
  const { code, text } = await run(makeFolder({}), "doctor", "--url", "http://127.0.0.1:1", "--key", "irs_key");
  expect(code).toBe(1);
  expect(text).toContain("✗ address      http://127.0.0.1:1 does not respond:");
  expect(text).toContain('→ Start the service with "npm start", or give the address of another one with --url.');
});

test("an address of another server is wrong, and the fix names the output with the right address", async () => {
  const { code, text } = await doctor((_, response) => response.writeHead(404, { server: "nginx" }).end("Not found"));
  expect(code).toBe(1);
  expect(text).toContain("/api/v1/health returned 404 from nginx, not the state of the service.");
  expect(text).toContain("→ Use the output BaseUrl of the stack");
  expect(text).toContain("1 of 1 checks found something wrong.");
});

test("an address that redirects is wrong, and the fix names the target", async () => {
  const location = "https://images.example.com/";
  const { text } = await doctor((_, response) => response.writeHead(301, { location }).end());
  expect(text).toContain(`→ The address redirects to ${location}. Use that one.`);
});

test("a clock that differs by more than a minute is wrong, with the difference in seconds", async () => {
  const date = new Date(Date.now() - 600_000).toUTCString();
  const { code, text } = await doctor((_, response) => json(response, 200, HEALTH, { date }), "--no-pictures");
  expect(code).toBe(1);
  expect(text).toMatch(/✗ clock +This computer's clock differs by (599|600|601) s from the service's\./);
  expect(text).toContain("→ Set the clock of this computer (timedatectl set-ntp true).");
});

test("another version of the service is wrong, and the same version is not", async () => {
  const respondWith = (version: string) => (_: unknown, response: Parameters<RequestListener>[1]) =>
    json(response, 200, { ...HEALTH, version, commit: "abc1234" });
  const { text } = await doctor(respondWith("9.9.9"), "--no-pictures");
  expect(text).toMatch(/✗ version +The service has the version 9\.9\.9 \(abc1234\), and irs has \d+\.\d+\.\d+\./);
  server?.close();
  const own = /irs has (\d+\.\d+\.\d+)/.exec(text)?.[1] ?? "";
  expect((await doctor(respondWith(own), "--no-pictures")).text).toContain(
    `✓ version      The service and irs have the version ${own}`,
  );
});

test("a key that the service does not know is wrong, and the fix says where to get one", async () => {
  const { code, text } = await doctor((request, response) => {
    if (request.url === "/api/v1/health") return json(response, 200, HEALTH);
    return json(response, 401, { error: "The API key is not known.", code: "UNAUTHORIZED", requestId: "r" });
  });
  expect(code).toBe(1);
  expect(text).toContain("✗ key          The API key is not known.");
  expect(text).toContain("→ Create a key in the studio or with the operator's key: irs keys create NAME.");
});

test("irs doctor --json prints all findings as one line", async () => {
  const { text } = await doctor((_, response) => response.writeHead(500).end(), "--json");
  expect(JSON.parse(text)).toMatchObject({ ok: false, findings: [{ name: "address", outcome: "wrong" }] });
});

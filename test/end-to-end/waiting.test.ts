/** Waiting for the end of a job on the local stack. test/slow/waiting.test.ts has the long waits and the time limits. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { createdKeySchema } from "../../core/contract/access-api.js";
import { jobBodySchema } from "../../core/contract/job-body.js";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { bytesOf } from "./responses.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";
import { heldSlots, measureWaiters, StuckJobs, waitInVain } from "./waiting-support.js";

const { service, stack } = useService();
let stuck: StuckJobs;

beforeAll(async () => {
  stuck = await StuckJobs.prepare(service, stack);
});

const statusAndCode = async (response: Response): Promise<unknown[]> => {
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code];
};

describe("GET /renders/{id}/wait", () => {
  test("a wait for a job that never ends responds with 202 and `retryAfterMs`, and not before its timeout", async () => {
    const id = await stuck.create();
    const { response, body, lateMs } = await waitInVain(service, id, 1);
    expect(response.status).toBe(202);
    expect(response.headers.get("location")).toBe(`/api/v1/renders/${id}`);
    expect(jobBodySchema.parse(body)).toMatchObject({ id, status: "queued", retryAfterMs: 250 });
    // Timers may fire a little early.
    expect(lateMs).toBeGreaterThan(-50);
  });

  test("a wait for a real render returns the done job, whose asset is there", async () => {
    const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
    const response = await service.call(`/api/v1/renders/${id}/wait`);
    const job = jobBodySchema.parse(await response.json());
    expect([response.status, job.status]).toEqual([200, "done"]);
    expect((await fetch(job.assetUrl ?? "")).status).toBe(200);
  });

  test.each(["0", "61", "x"])("a wait with timeout=%s is refused with 400", async (timeout) => {
    const id = await stuck.create();
    const response = await service.call(`/api/v1/renders/${id}/wait?timeout=${timeout}`);
    expect(await statusAndCode(response)).toEqual([400, "BAD_REQUEST"]);
  });

  test.each(["0", "121", "x"])(
    "a create request with wait=%s is refused with 400 and creates nothing",
    async (wait) => {
      const jobs = async () => (await stack.itemsWith("Jobs", {})).length;
      const before = await jobs();
      const response = await service.post(`/api/v1/render?wait=${wait}`, { template: service.template("Certificate") });
      expect(await statusAndCode(response)).toEqual([400, "BAD_REQUEST"]);
      expect(await jobs()).toBe(before);
    },
  );

  test("a wait whose client has left runs to its timeout, as on Lambda, and then frees its slot", async () => {
    const id = await stuck.create();
    const client = new AbortController();
    const startMs = performance.now();
    const left = service.call(`/api/v1/renders/${id}/wait?timeout=2`, { signal: client.signal }).catch(() => "left");
    await until("the wait holds a slot", async () => ((await heldSlots(stack)).length === 1 ? true : undefined));
    client.abort();
    expect(await left).toBe("left");
    await until("the slot is free", async () => ((await heldSlots(stack)).length === 0 ? true : undefined));
    expect(performance.now() - startMs).toBeGreaterThan(1_950);
  });

  test("100 waiters at once learn of the end of their jobs, one more is refused with 429, and no slot stays taken", async () => {
    const one = await stuck.create();
    const latencies = await measureWaiters({ service, stack, stuck }, 0, async () => {
      const refused = await service.call(`/api/v1/renders/${one}/wait`);
      expect(await statusAndCode(refused)).toEqual([429, "RATE_LIMITED"]);
      expect(refused.headers.get("retry-after")).toBe("1");
    });
    expect(latencies).toHaveLength(100);
    expect(await heldSlots(stack)).toEqual([]);
  });
});

/** Reads a stream until the text that was read contains something. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  let text = "";
  while (!text.includes(wanted)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended without ${wanted}: ${text}`);
    text += Buffer.from(value).toString();
  }
  return text;
}

describe("GET /renders/{id}/events", () => {
  test("a reader with a key sees each event when it is written, and then the end", async () => {
    const id = await stuck.create();
    const response = await service.call(`/api/v1/renders/${id}/events`, { headers: { accept: "text/event-stream" } });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    // The job ends only after the first event has arrived completely, so nothing else can push it.
    expect(await readUntil(reader, "}\n\n")).toMatch(/^retry: 2000\n\nid: queued\.0\nevent: status\ndata: \{.*\}\n\n/);
    await stuck.end(id);
    expect(await readUntil(reader, "}\n\n")).toMatch(/id: done\.1\nevent: status\ndata: \{.*"status":"done".*\}\n\n$/);
    expect((await reader.read()).done).toBe(true);
  });

  test("a reader that has received the terminal event gets 204 when it connects again", async () => {
    const id = await stuck.create();
    await stuck.end(id);
    const again = await service.call(`/api/v1/renders/${id}/events`, { headers: { "last-event-id": "done.1" } });
    expect([again.status, await again.text()]).toEqual([204, ""]);
  });

  test("HEAD of an event stream responds at once and opens no stream", async () => {
    const response = await service.call(`/api/v1/renders/${await stuck.create()}/events`, { method: "HEAD" });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect(await heldSlots(stack)).toEqual([]);
  });
});

test("a wait and an event stream that are open when their key is revoked end at once: 401, and no further event", async () => {
  const created = await service.post("/api/v1/keys", { name: "Revoked", scopes: ["render"] });
  const { id: keyId, key } = createdKeySchema.parse(await created.json());
  const headers = { authorization: `Bearer ${key}` };
  const id = await stuck.create();
  const open = (path: string) => service.call(`/api/v1/renders/${id}/${path}`, { headers });
  const wait = open("wait?timeout=60");
  const reader = ((await open("events")).body as ReadableStream<Uint8Array>).getReader();
  await readUntil(reader, "}\n\n");
  await until("both hold a slot", async () => ((await heldSlots(stack)).length === 2 ? true : undefined));
  expect((await service.call(`/api/v1/keys/${keyId}`, { method: "DELETE" })).status).toBe(204);
  expect(await statusAndCode(await wait)).toEqual([401, "UNAUTHORIZED"]);
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read())
    rest += Buffer.from(read.value).toString();
  expect(rest).toMatch(/^[:\n]*$/);
  expect(await heldSlots(stack)).toEqual([]);
});

describe("a page in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => browser.close());

  test("an EventSource with a session sees queued and then done, and stops at the 204 of its next connection", async () => {
    const page = await browser.newPage();
    await page.goto(`${service.connection.baseUrl}/api/v1/health`);
    const id = await stuck.create();
    await page.evaluate(`fetch("/api/v1/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: ${JSON.stringify(JSON.stringify({ apiKey: service.connection.apiKey }))},
    })`);
    await page.evaluate(`{
      document.body.textContent = "";
      globalThis.source = new EventSource("/api/v1/renders/${id}/events");
      source.addEventListener("status", ({ data }) => document.body.append(JSON.parse(data).status + " "));
    }`);
    const shown = async () => String(await page.evaluate("document.body.textContent"));
    await until("the page shows the first event", async () => ((await shown()) === "queued " ? true : undefined));
    await stuck.end(id);
    await until("the source is closed", async () =>
      (await page.evaluate("source.readyState === EventSource.CLOSED")) === true ? true : undefined,
    );
    expect(await shown()).toBe("queued done ");
    await page.close();
  });
});

test("an asset of 30 MB arrives without a changed byte", async () => {
  const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
  await service.ended(id);
  const bytes = randomBytes(30_000_000);
  await stack.store(`renders/${id}.png`, bytes, { type: "image/png", cacheControl: "public, max-age=86400" });
  const received = await bytesOf(await service.call(`/api/v1/renders/${id}/asset`));
  expect(received.equals(bytes)).toBe(true);
});

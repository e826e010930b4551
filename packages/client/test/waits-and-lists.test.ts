import { describe, expect, test } from "@jest/globals";
import { UploadRefusedError, WaitTimeoutError } from "../src/index.js";
import { clientWith, failure, job, json } from "./given-fetch.js";

const { template, id } = job("done");
const waiting = (more = {}) => json(202, job("queued", { retryAfterMs: 0, ...more }));

describe("createAndWait", () => {
  test("waits with the creation, and then again until the render has ended", async () => {
    const { client, requests } = clientWith([waiting(), waiting(), json(200, job("done"))]);
    await expect(client.renders.createAndWait({ template })).resolves.toMatchObject({ status: "done" });
    expect(requests.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
      "POST /api/v1/render?wait=60",
      `GET /api/v1/renders/${id}/wait?timeout=60`,
      `GET /api/v1/renders/${id}/wait?timeout=60`,
    ]);
  });

  test("does not lose the render if the workspace has too many waits", async () => {
    const busy = failure(429, "RATE_LIMITED", { retryAfter: "0" });
    const { client } = clientWith([waiting(), busy, busy, busy, json(200, job("done"))], { retry: { max: 0 } });
    await expect(client.renders.createAndWait({ template })).resolves.toMatchObject({ status: "done" });
  });

  test("throws an error with the ID of the render when the time of the caller is over", async () => {
    const { client } = clientWith([waiting()]);
    const run = client.renders.createAndWait({ template }, { maxWaitSeconds: 0 });
    await expect(run).rejects.toBeInstanceOf(WaitTimeoutError);
    await expect(run).rejects.toMatchObject({ id });
  });
});

test("a request that waits has the time of the wait in addition to its own", async () => {
  const { client } = clientWith([], {
    timeoutMs: 0,
    fetch: () => new Promise((resolve) => setTimeout(() => resolve(json(200, job("done"))), 50)),
  });
  await expect(client.renders.create({ template }, { waitSeconds: 60 })).resolves.toMatchObject({ status: "done" });
});

test("the wait for a batch reports its progress, and returns the batch at the end", async () => {
  const batch = (status: string, done: number) => ({ id: "b", status, totals: { total: 2, done }, retryAfterMs: 0 });
  const { client, requests } = clientWith([
    json(202, batch("queued", 0)),
    json(202, batch("queued", 1)),
    json(200, batch("done", 2)),
  ]);
  const seen: number[] = [];
  await client.batches.wait("b", { onProgress: ({ totals }) => void seen.push(totals.done) });
  expect(seen).toEqual([0, 1, 2]);
  expect(requests[0]?.url.searchParams.get("timeout")).toBe("2");
});

describe("a list", () => {
  const page = (names: readonly string[], nextCursor?: string) =>
    json(200, { renders: names.map((name) => job("done", { id: name })), nextCursor });

  test("requests page after page, with the same filter, only as far as it is read", async () => {
    const { client, requests } = clientWith([page(["a", "b"], "1"), page(["c"], "2"), page(["d"])]);
    const found: string[] = [];
    for await (const render of client.renders.list({ status: "failed" })) {
      found.push(render.id);
      if (render.id === "c") break;
    }
    expect(found).toEqual(["a", "b", "c"]);
    expect(requests.map(({ url }) => url.search)).toEqual(["?status=failed", "?status=failed&cursor=1"]);
  });

  test("gives one page, all pages, or the first items", async () => {
    const pages = [page(["a", "b"], "1"), page(["c"])];
    const first = clientWith(pages).client.renders.list();
    await expect(first.page()).resolves.toMatchObject({ nextCursor: "1" });
    const sizes: number[] = [];
    for await (const { renders } of clientWith(pages).client.renders.list().pages()) sizes.push(renders.length);
    expect(sizes).toEqual([2, 1]);
    const { client, requests } = clientWith(pages);
    await expect(client.renders.list().first(2)).resolves.toHaveLength(2);
    expect(requests).toHaveLength(1);
    await expect(client.renders.list().first(0)).resolves.toEqual([]);
    await expect(clientWith(pages).client.renders.list().first(1)).resolves.toHaveLength(1);
  });

  test("of templates continues by its offset", async () => {
    const templates = (count: number, offset: number, hasMore: boolean) =>
      json(200, { templates: Array.from({ length: count }, () => ({})), limit: 2, offset, hasMore });
    const { client, requests } = clientWith([templates(2, 4, true), templates(1, 6, false)]);
    await expect(client.templates.list({ offset: 4 }).first(9)).resolves.toHaveLength(3);
    expect(requests[1]?.url.search).toBe("?offset=6");
  });
});

test("the file of a batch has no address while it is being created", async () => {
  const found = new Response(null, { status: 303, headers: { location: "https://bucket.example.com/a" } });
  const { client } = clientWith([json(202, {}), found]);
  await expect(client.batches.archiveUrl("b")).resolves.toBeUndefined();
  await expect(client.batches.archiveUrl("b")).resolves.toBe("https://bucket.example.com/a");
});

describe("a template", () => {
  test("has the strong ETag of its state, which a change sends back", async () => {
    const { client, requests } = clientWith([json(200, { id: "t" }, { etag: 'W/"3"' })]);
    const { etag } = await client.templates.get("t");
    expect(etag).toBe('"3"');
    await client.templates.update("t", { name: "Card" }, { ifMatch: etag });
    expect(requests[1]?.headers.get("if-match")).toBe('"3"');
  });
});

describe("an upload in one call", () => {
  const announced = json(201, {
    id: "u",
    method: "PUT",
    url: "https://bucket.example.com/u?sig=x",
    headers: { a: "1" },
  });
  const stored = (state: string) =>
    json(200, { id: "u", path: "/api/v1/uploads/u/file", state, error: "It is no PNG." });

  test.each([
    ["a blob with a type", () => new Blob(["picture"], { type: "image/png" }), {}],
    ["bytes", () => new TextEncoder().encode("picture"), { contentType: "image/png" }],
    ["a buffer", () => new TextEncoder().encode("picture").buffer, { contentType: "image/png" }],
    ["a stream", () => new Blob(["pic", "ture"]).stream(), { contentType: "image/png" }],
    ["a file", () => new File(["picture"], "a.png", { type: "image/png" }), {}],
  ] as const)("announces, sends and checks %s", async (_, source, facts) => {
    const { client, requests } = clientWith([announced, new Response(null), stored("ready")]);
    const file = source();
    await expect(client.uploads.upload(file, facts)).resolves.toMatchObject({ state: "ready" });
    const filename = file instanceof File ? { filename: "a.png" } : {};
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ contentType: "image/png", bytes: 7, ...filename });
    expect(requests[1]).toMatchObject({ method: "PUT", body: "picture" });
    expect(requests[1]?.headers.get("a")).toBe("1");
    expect(requests[1]?.headers.has("authorization")).toBe(false);
    expect(requests[2]?.url.pathname).toBe("/api/v1/uploads/u");
  });

  test("has succeeded if an earlier try, whose response was lost, stored the file", async () => {
    const lost = new TypeError("fetch failed");
    const { client } = clientWith([announced, lost, new Response(null, { status: 412 }), stored("ready")]);
    await expect(client.uploads.upload(new Blob(["x"], { type: "image/png" }))).resolves.toMatchObject({ id: "u" });
  });

  test("fails with the reason if the service refuses the bytes", async () => {
    const { client } = clientWith([announced, new Response(null), stored("refused")]);
    const run = client.uploads.upload(new Blob(["x"], { type: "image/png" }));
    await expect(run).rejects.toBeInstanceOf(UploadRefusedError);
    await expect(run).rejects.toMatchObject({ message: "It is no PNG." });
  });

  test("reads a stream only up to the maximum size of a file", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const { client, requests } = clientWith([announced]);
    await expect(client.uploads.upload(endless, { contentType: "image/png" })).rejects.toThrow("larger than 20 MB");
    expect(pulled).toBeLessThan(30);
    expect(requests).toHaveLength(0);
  });
});

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { flippedBits, withoutFunctions } from "./delivery-support.js";
import { codeOf, createViewer, hashOf, type Viewer } from "./image-viewer.js";
import { until } from "./service.js";
import { SHARED_SETTINGS } from "./shared-settings.js";
import { useService } from "./use-service.js";

const IMMUTABLE = "public, max-age=31536000, immutable";
// A short timeout, so that a job whose renderer was killed is soon retried.
const { service, stack } = useService(SHARED_SETTINGS);
let viewer: Viewer;
/** Serves the remote image of a template, as long as `found` is true. */
let site: Server;
const remote = { found: false };

beforeAll(async () => {
  viewer = await createViewer(service, stack);
  const picture = readFileSync("examples/open-graph-card/expected.png");
  site = createServer((_, response) => {
    response.writeHead(remote.found ? 200 : 404, { "content-type": "image/png" }).end(remote.found ? picture : "");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  site.close();
});

const purge = () => service.inspect("/edge/purge", {});

async function createTemplate(document: unknown): Promise<string> {
  const response = await service.post("/api/v1/templates", { name: "Test", document });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

describe("first views of signed images", () => {
  test.each([
    ["200 simultaneous first views through the edge", 200, true],
    ["40 simultaneous first views that the edge does not collapse", 40, false],
  ])("%s create one job, one ledger entry, one debit and one picture", async (name, views, on) => {
    await service.inspect("/edge/collapsing", { on });
    const { url, storedAs } = viewer.signed({ title: name, scale: "0.5" });
    const before = await viewer.spent();
    const startedMs = performance.now();
    const responses = await Promise.all(
      Array.from({ length: views }, async () => ({
        ...(await viewer.view(url)),
        afterMs: performance.now() - startedMs,
      })),
    );
    await service.inspect("/edge/collapsing", { on: true });
    const picture = await viewer.shown(url);
    for (const response of responses) {
      expect([200, 503]).toContain(response.status);
      if (response.status === 200) expect(response.hash).toBe(picture.hash);
      else {
        // No viewer gets a 503 response before the 5 s have passed.
        expect(response.headers.get("retry-after")).toBe("1");
        expect(response.afterMs).toBeGreaterThan(4_990);
      }
    }
    const job = await viewer.jobOf(storedAs);
    expect(job).toMatchObject({ status: "done", priority: 7, templateVersion: 1 });
    expect(await viewer.ledgerOf(job.id)).toEqual(["debit 1"]);
    expect(await viewer.spent()).toBe(before + 1);
  });

  test("a first view responds with an immutable picture, and later views need no invocation", async () => {
    const { url } = viewer.signed({ title: "Kept", format: "png", exp: "4102444800" });
    const first = await viewer.shown(url);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": IMMUTABLE,
      etag: expect.stringMatching(/^"/) as unknown,
    });
    expect(first.headers.get("content-disposition")).toBeNull();
    await withoutFunctions(service, async () => {
      expect((await viewer.view(url)).hash).toBe(first.hash);
      await purge();
      const stored = await viewer.view(url);
      expect(stored.headers.get("x-cache")).toBe("Miss from cloudfront");
      expect([stored.hash, stored.headers.get("cache-control")]).toEqual([first.hash, IMMUTABLE]);
      expect(stored.headers.get("content-length")).toBe(String(first.bytes.byteLength));
    });
  });

  test("a signed image is debited once for URLs that differ in exp", async () => {
    const one = viewer.signed({ title: "Expiring", subtitle: "a", exp: "4102444800" });
    const other = viewer.signed({ title: "Expiring", subtitle: "a", exp: "4102444801" });
    const { hash } = await viewer.shown(one.url);
    await withoutFunctions(service, async () => expect((await viewer.view(other.url)).hash).toBe(hash));
    expect(await viewer.ledgerOf((await viewer.jobOf(one.storedAs)).id)).toEqual(["debit 1"]);
  });

  test("HEAD counts as a first view", async () => {
    const { url, storedAs } = viewer.signed({ title: "Head" });
    const head = await viewer.view(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), head.bytes.byteLength]).toEqual([200, "image/png", 0]);
    const job = await viewer.jobOf(storedAs);
    expect(await viewer.ledgerOf(job.id)).toEqual(["debit 1"]);
    await withoutFunctions(service, async () => {
      const stored = await viewer.view(url);
      expect(stored.status).toBe(200);
      const length = String(stored.bytes.byteLength);
      const again = await service.fetch(url, { method: "HEAD" });
      expect([head.headers.get("content-length"), again.headers.get("content-length")]).toEqual([length, length]);
    });
  });

  test("a first view creates a job of the owner, whose asset URL works", async () => {
    const { url, storedAs } = viewer.signed({ title: "Owned" });
    const { hash } = await viewer.shown(url);
    const job = await service.getRender(String((await viewer.jobOf(storedAs)).id));
    expect(job).toMatchObject({ status: "done", priority: 7 });
    for (const response of [await fetch(job.assetUrl ?? ""), await service.call(`/api/v1/renders/${job.id}/asset`)]) {
      expect(response.status).toBe(200);
      expect(hashOf(Buffer.from(await response.arrayBuffer()))).toBe(hash);
    }
  });

  test("a signed image URL can set layers of any name, with reserved names in a JSON value", async () => {
    const names = ["response-content-type", "acl", "sig", "größe 表題"];
    const template = await createTemplate({
      width: 200,
      height: 100,
      layers: names.map((name, index) => ({
        id: `t${index}`,
        type: "text",
        name,
        text: "",
        width: 190,
        height: 20,
        y: 20 * index,
      })),
    });
    const { url, storedAs } = viewer.signed(
      { "response-content-type": "text/html", acl: "public", "größe 表題": "groß", layers: '{"sig":{"text":"x"}}' },
      template,
    );
    expect((await viewer.shown(url)).headers.get("content-type")).toBe("image/png");
    const { inputs } = await viewer.jobOf(storedAs);
    expect(JSON.parse(String(inputs))).toEqual({
      layers: {
        "response-content-type": { text: "text/html" },
        acl: { text: "public" },
        "größe 表題": { text: "groß" },
        sig: { text: "x" },
      },
      variables: {},
    });
  });

  test.each([
    ["an unknown layer", { titel: "x" }, 422, "VALIDATION_ERROR"],
    ["an unknown version", { version: "9" }, 404, "NOT_FOUND"],
    ["a malformed version", { version: "new" }, 400, "BAD_REQUEST"],
    ["an unknown format", { format: "tiff" }, 422, "VALIDATION_ERROR"],
  ])(
    "a first view with %s is an error that is not cached and costs nothing",
    async (_, pairs: Record<string, string>, status, code) => {
      const before = await viewer.spent();
      const { url, storedAs } = viewer.signed(pairs);
      const response = await viewer.view(url);
      expect([response.status, codeOf(response), response.headers.get("cache-control")]).toEqual([
        status,
        code,
        "no-store",
      ]);
      expect(await viewer.jobsOf(storedAs)).toEqual([]);
      expect(await viewer.spent()).toBe(before);
    },
  );
});

describe("signed image URLs without a version", () => {
  test("a signed image URL without a version keeps the version of its first view when the picture is rendered again", async () => {
    const layers = (text: string) => [{ id: "t", type: "text", name: "t", text, width: 90, height: 40 }];
    const template = await createTemplate({ width: 100, height: 50, layers: layers("one") });
    const { url, storedAs } = viewer.signed({}, template);
    const first = await viewer.shown(url);
    const document = { width: 100, height: 50, layers: layers("two") };
    const put = await service.call(`/api/v1/templates/${template}`, {
      method: "PUT",
      body: JSON.stringify({ document }),
      headers: { "content-type": "application/json" },
    });
    expect(put.status).toBe(200);
    const before = await viewer.spent();
    const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
    await service.inspect("/objects/expire", { bucket, key: storedAs });
    await purge();
    expect((await viewer.shown(url)).hash).toBe(first.hash);
    // Rendering a deleted picture again costs nothing.
    expect(await viewer.spent()).toBe(before);
    expect((await viewer.jobsOf(storedAs)).map(({ templateVersion }) => templateVersion)).toEqual([1, 1]);
  });
});

describe("signed images that cannot be rendered", () => {
  test("a failed first view is refunded with the reason, and a view after the cool-down retries and debits once", async () => {
    const { port } = site.address() as AddressInfo;
    const template = await createTemplate({
      width: 100,
      height: 50,
      layers: [
        { id: "p", type: "image", name: "p", image_url: `http://127.0.0.1:${port}/a.png`, width: 90, height: 40 },
      ],
    });
    const { url, storedAs } = viewer.signed({}, template);
    const before = await viewer.spent();
    const failed = await until("the view fails", async () => {
      const response = await viewer.view(url);
      return response.status === 503 ? undefined : response;
    });
    expect([failed.status, codeOf(failed), failed.headers.get("cache-control")]).toEqual([
      422,
      "VALIDATION_ERROR",
      "no-store",
    ]);
    const retryAfter = Number(failed.headers.get("retry-after"));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    const job = await viewer.jobOf(storedAs);
    expect(await viewer.ledgerOf(job.id)).toEqual(["debit 1", "refund 1"]);
    expect(await viewer.spent()).toBe(before);
    expect((await viewer.view(url)).status).toBe(422);

    remote.found = true;
    expect((await viewer.view(url)).status).toBe(422);
    await stack.copyItem("Jobs", { id: job.id }, { finishedAtMs: Date.now() - 61_000 });
    await viewer.shown(url);
    const again = (await viewer.jobsOf(storedAs)).find(({ id }) => id !== job.id);
    expect(await viewer.ledgerOf(again?.id)).toEqual(["debit 1"]);
    expect(await viewer.spent()).toBe(before + 1);
  });

  test("a first view without credits responds with 402 and leaves no job", async () => {
    const month = `month#${new Date().toISOString().slice(0, 7)}`;
    const shards = (await stack.itemsWith("Workspaces", { item: month })).filter(({ id }) =>
      String(id).includes(service.connection.workspaceId),
    );
    expect(shards).toHaveLength(17);
    for (const { id, item } of shards) await stack.copyItem("Workspaces", { id, item }, { remaining: 0 });
    const { url, storedAs } = viewer.signed({ title: "Broke" });
    const response = await viewer.view(url);
    expect([response.status, codeOf(response)]).toEqual([402, "PAYMENT_REQUIRED"]);
    expect(await viewer.jobsOf(storedAs)).toEqual([]);
    for (const { id, item, remaining } of shards) await stack.copyItem("Workspaces", { id, item }, { remaining });
    await viewer.shown(url);
  });
});

test("1,000 forgeries of a valid signed image URL are refused at the edge, without an invocation or a claim", async () => {
  const { url } = viewer.signed({ title: "Forged".repeat(25), exp: "4102444800" });
  const other = service.template("Certificate");
  const forged = [
    url.replace(service.template("Open Graph card"), other),
    url.replace("k1.1.", "k1.2."),
    `${url}=`,
    `${url}&x=1`,
    url.replace("title=", "titel="),
    url.replace("exp=4102444800", "exp=4102444803"),
  ];
  const shortened = Array.from({ length: 30 }, (_, cut) => url.slice(0, -1 - cut));
  const bits = flippedBits(url, 1000 - forged.length - shortened.length);
  const claims = await stack.itemsWith("Claims", {});
  await withoutFunctions(service, async () => {
    const all = [...forged, ...shortened, ...bits];
    expect(new Set(all).size).toBe(1000);
    for (let first = 0; first < all.length; first += 20) {
      const responses = await Promise.all(all.slice(first, first + 20).map((address) => viewer.view(address)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 401));
    }
  });
  expect(await stack.itemsWith("Claims", {})).toHaveLength(claims.length);
});

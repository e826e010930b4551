/**
 * First views of pictures that take a long time to render, all at the same time. It needs a machine with little else to
 * do.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { createViewer, type Viewer } from "../end-to-end/image-viewer.js";
import { useService } from "../end-to-end/use-service.js";

/** The time that the contract promises, plus one second for the network. */
const PROMISED_MS = 6_000;

const { service, stack } = useService();
let server: Server;
let viewer: Viewer;
let template = "";

beforeAll(async () => {
  const avif = await expensiveAvif();
  server = createServer((_request, response) => void response.end(avif)).listen(0, "127.0.0.1");
  await once(server, "listening");
  viewer = await createViewer(service, stack);
  const image_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/large.avif`;
  const document = {
    width: 600,
    height: 400,
    layers: [
      { id: "photo", type: "image", width: 600, height: 400, image_url },
      { id: "title", name: "title", type: "text", width: 500, height: 80, text: "Title" },
    ],
  };
  const response = await service.post("/api/v1/templates", { name: "Large photo", document });
  template = ((await response.json()) as { id: string }).id;
  await viewer.view(viewer.signed({ title: "warm" }, template).url);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** 24 megapixels with much detail: decoding takes seconds. */
async function expensiveAvif(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const image = sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: "#888", noise } });
  return await image.avif({ effort: 0, quality: 45 }).toBuffer();
}

async function timedView(url: string) {
  const startMs = performance.now();
  const { status, headers } = await viewer.view(url);
  return { status, retryAfter: headers.get("retry-after"), tookMs: performance.now() - startMs };
}

type TimedView = Awaited<ReturnType<typeof timedView>>;

function expectPrompt(views: readonly TimedView[]): void {
  for (const { status, retryAfter } of views)
    expect([status, retryAfter]).toEqual(status === 200 ? [200, null] : [503, "1"]);
  expect(Math.max(...views.map(({ tookMs }) => tookMs))).toBeLessThan(PROMISED_MS);
}

describe("each view has a picture or a 503 with Retry-After within six seconds", () => {
  test("with 16 first views of expensive AVIFs at the same time", async () => {
    const urls = Array.from({ length: 16 }, (_, index) => viewer.signed({ title: `Photo ${index}` }, template).url);
    const views = await Promise.all(urls.map(timedView));
    expectPrompt(views);
    // All pictures are drawn, although nobody waits for them any more.
    for (const url of urls) expect((await viewer.shown(url)).status).toBe(200);
  });

  test("with 300 connections to 50 first views", async () => {
    const urls = Array.from(
      { length: 300 },
      (_, index) => viewer.signed({ title: `Page ${index % 50}` }, template).url,
    );
    expectPrompt(await Promise.all(urls.map(timedView)));
  });
});

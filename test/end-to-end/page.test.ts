import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import sharp from "sharp";
import { type BrowserPage, openPage } from "../../bench/engines/browser.js";
import { type SignResponse, signResponseSchema } from "../../core/contract/sign-api.js";
import { makeStateFolder, Service } from "./service.js";

const WANTED = [
  { format: "png", scale: 0.5 },
  { format: "jpg", scale: 0.5 },
  { format: "webp", scale: 0.5 },
  { format: "avif", scale: 0.25 },
  { format: "png", scale: 0.25, transparent: true },
  { format: "webp", scale: 0.3 },
] as const;

const state = makeStateFolder();
let service: Service;
let page: BrowserPage | undefined;
let site: Server | undefined;

beforeAll(async () => {
  page = await openPage();
  service = await Service.start(state.dir);
}, 120_000);

afterAll(async () => {
  await page?.close();
  site?.close();
  await service.stop();
  state.remove();
}, 30_000);

/** A page on another origin, as pages that show pictures are. */
async function serve(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  site = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function mintSix(): Promise<{ readonly minted: SignResponse; readonly sizes: readonly (readonly number[])[] }> {
  const ids = Object.values(service.connection.templates);
  const jobs = WANTED.map((wanted, index) => ({ template: ids[index % ids.length], ...wanted }));
  const minted = signResponseSchema.parse(await (await service.post("/api/v1/img/sign", { jobs })).json());
  const sizes = jobs.map(async ({ template, scale }) => {
    const schema = await (await service.call(`/api/v1/templates/${template}/schema`)).json();
    const { width, height } = schema as { width: number; height: number };
    return [Math.round(width * scale), Math.round(height * scale)];
  });
  return { minted, sizes: await Promise.all(sizes) };
}

/** The sizes of the images that the page shows once it is loaded; a picture of it is left in `.local/pages/`. */
async function loadInBrowser({ send }: BrowserPage, address: string): Promise<unknown> {
  await send("Emulation.setDeviceMetricsOverride", { width: 1200, height: 900, deviceScaleFactor: 1, mobile: false });
  await send("Page.navigate", { url: address });
  const expression = `(async () => {
    if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
    return JSON.stringify([...document.images].map((image) => [image.naturalWidth, image.naturalHeight]));
  })()`;
  const { result } = await send("Runtime.evaluate", { expression, awaitPromise: true });
  const { data } = await send("Page.captureScreenshot", { format: "png" });
  mkdirSync(".local/pages", { recursive: true });
  writeFileSync(".local/pages/six-images.png", Buffer.from(String(data), "base64"));
  return JSON.parse((result as { value: string }).value);
}

/**
 * A machine without Chromium: the page's images are fetched as a browser fetches them, all at once and each a single time,
 * and their sizes read from what came.
 */
async function loadWithoutBrowser(address: string): Promise<unknown> {
  const html = await (await fetch(address)).text();
  const urls = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
  return await Promise.all(
    urls.map(async (url) => {
      const picture = Buffer.from(await (await fetch(url)).arrayBuffer());
      const { width, height } = await sharp(picture).metadata();
      return [width, height];
    }),
  );
}

test("a page with six freshly minted images shows six pictures of the right size on its first load", async () => {
  const { minted, sizes } = await mintSix();
  const images = minted.urls.map(({ url }) => `<img src="${url.replaceAll("&", "&amp;")}">`);
  const address = await serve(`<!doctype html><title>Six</title><style>img{max-width:30%}</style>${images.join("\n")}`);
  const shown = page === undefined ? await loadWithoutBrowser(address) : await loadInBrowser(page, address);
  expect(shown).toEqual(sizes);
}, 60_000);

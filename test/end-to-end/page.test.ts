import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { type SignResponse, signResponseSchema } from "../../core/contract/sign-api.js";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { useService } from "./use-service.js";

const WANTED = [
  { format: "png", scale: 0.5 },
  { format: "jpg", scale: 0.5 },
  { format: "webp", scale: 0.5 },
  { format: "avif", scale: 0.25 },
  { format: "png", scale: 0.25, transparent: true },
  { format: "webp", scale: 0.3 },
] as const;

const { service } = useService();
let browser: Browser;
let site: Server | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  site?.close();
});

/** Serves a page on another origin than the service, as pages with pictures usually are. Returns its URL. */
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

/** Loads a page and returns the sizes of its images. A screenshot is left in `.local/pages/`. */
async function loadInBrowser(address: string): Promise<unknown> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await page.goto(address, { waitUntil: "load" });
  const sizes = await page.evaluate("[...document.images].map((image) => [image.naturalWidth, image.naturalHeight])");
  await page.screenshot({ path: ".local/pages/six-images.png" });
  return sizes;
}

test("a page with six newly minted image URLs shows six pictures of the right size on its first load", async () => {
  const { minted, sizes } = await mintSix();
  const images = minted.urls.map(({ url }) => `<img src="${url.replaceAll("&", "&amp;")}">`);
  const address = await serve(`<!doctype html><title>Six</title><style>img{max-width:30%}</style>${images.join("\n")}`);
  expect(await loadInBrowser(address)).toEqual(sizes);
});

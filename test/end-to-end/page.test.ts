import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { ROUTES } from "../../core/contract/routes.js";
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

interface Visit {
  readonly page: Page;
  /** Console messages and requests to other hosts. */
  readonly complaints: readonly string[];
}

/** Opens a page of the service on a phone whose owner wants no motion, so that no color is in transition. */
async function visit(path: string, wanted: string): Promise<Visit> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(service.connection.baseUrl) && !url.startsWith("data:")) complaints.push(url);
  });
  await page.goto(`${service.connection.baseUrl}${path}`);
  await page.locator(wanted).first().waitFor();
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  return { page, complaints };
}

/** Sections and schemas of the API reference that look like the first section. */
const COLORED_ALIKE = ".opblock-tag-section ~ .opblock-tag-section, span ~ span > .opblock-tag-section, section.models";

/** Resolves when the page has been told of a change of its media, and has been drawn again. */
const NEXT_FRAME = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))";

/** The accessibility rules that a page breaks, in both color schemes. The page must also fit on the phone. */
async function faultsOf(page: Page): Promise<string[]> {
  const excess = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  const { violations } = await new AxeBuilder({ page }).disableRules("color-contrast").analyze();
  const faults = violations.map(({ id }) => id);
  if (excess > 0) faults.push(`${excess} px too wide`);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(NEXT_FRAME);
    const colors = await new AxeBuilder({ page }).withRules("color-contrast").exclude(COLORED_ALIKE).analyze();
    faults.push(...colors.violations.map(({ id }) => `${id} (${colorScheme})`));
  }
  return faults;
}

test("the home page links to the API reference and the health check, and has no fault", async () => {
  const { page, complaints } = await visit("/", "h1");
  const links = await page.evaluate("[...document.links].map((link) => link.pathname)");
  expect(links).toEqual(["/docs", "/api/v1/openapi.json", "/api/v1/health"]);
  expect(await page.locator("footer").innerText()).toMatch(/^Version \d+\.\d+\.\d+$/);
  expect([await faultsOf(page), complaints]).toEqual([[], []]);
});

test("the API reference shows every operation and the fields of one, and has no fault", async () => {
  const { page, complaints } = await visit("/docs#/Renders/createRender", ".opblock-body .example");
  const shown = (await page.locator(".opblock-summary-path").allInnerTexts())
    // The viewer adds zero-width spaces, at which long paths may break.
    .map((text) => text.replaceAll("\u200b", ""));
  const paths = Object.values(ROUTES).map(({ path }) => path);
  expect(shown.sort()).toEqual(paths.sort());
  expect([await faultsOf(page), complaints]).toEqual([[], []]);
});

test("pages and their files have caching, type and security headers, and unchanged ones are not sent again", async () => {
  const html = await service.fetch("/docs");
  expect(Object.fromEntries(html.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, max-age=60",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  });
  expect(html.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  const [, script = ""] = /src="(\/assets\/swagger-ui\.[^"]+)"/.exec(await html.text()) ?? [];
  const file = await service.fetch(script, { method: "HEAD" });
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const again = await service.fetch("/docs", { headers: { "if-none-match": html.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});

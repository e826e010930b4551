import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { ROUTES } from "../../core/contract/routes.js";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { useService } from "./use-service.js";

const { service } = useService();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Visit {
  readonly page: Page;
  /** Console messages and requests to other hosts. */
  readonly complaints: readonly string[];
}

async function visit(path: string, colorScheme: "light" | "dark", wanted: string): Promise<Visit> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
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
  return { page, complaints };
}

/** The accessibility rules that a page breaks. It must also fit on a phone. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const excess = (await page.evaluate("document.documentElement.scrollWidth - innerWidth")) as number;
  return [...violations.map(({ id }) => id), ...(excess > 0 ? [`${excess} px too wide`] : [])];
}

describe.each(["light", "dark"] as const)("the web pages in the %s scheme", (scheme) => {
  test(`the home page links to the API reference and the health check, and has no fault (${scheme})`, async () => {
    const { page, complaints } = await visit("/", scheme, "h1");
    const links = await page.locator("a").evaluateAll("(links) => links.map((link) => link.pathname)" as never);
    expect(links).toEqual(["/docs", "/api/v1/openapi.json", "/api/v1/health"]);
    expect(await page.locator("footer").innerText()).toMatch(/^Version \d+\.\d+\.\d+$/);
    expect([complaints, await faultsOf(page)]).toEqual([[], []]);
    await page.context().close();
  });

  test(`the API reference shows every operation and the fields of one, and has no fault (${scheme})`, async () => {
    const { page, complaints } = await visit("/docs#/Renders/createRender", scheme, ".opblock-body .example");
    const shown = await page.locator(".opblock-summary-path").allInnerTexts();
    // The viewer adds zero-width spaces, at which long paths may break.
    const paths = shown.map((text) => text.replaceAll("\u200b", "")).sort();
    expect(paths).toEqual(
      Object.values(ROUTES)
        .map(({ path }) => path)
        .sort(),
    );
    expect([complaints, await faultsOf(page)]).toEqual([[], []]);
    await page.context().close();
  });
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

/** Visits every page of the documentation on a phone, a tablet and a desktop, in light and dark. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { siteFiles } from "../../lib/site-files.js";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { faultsOf, visit } from "../end-to-end/page-visits.js";
import { serveSite, type SiteServer } from "../support/serve-site.js";

const WIDTHS_PX = [390, 1024, 1440];
/** The page of the API has more than a thousand rows. On a busy machine it takes more than five minutes. */
const TIMEOUT_MS = 900_000;

const files = siteFiles();
/** The tests of the running service visit the API reference, which needs its OpenAPI document. */
const pages = [...files.keys()]
  .filter((path) => /^docs\/.*\.html$/.test(path) && path !== "docs/reference.html")
  .map((path) => `/${path.replace(/(\/index)?\.html$/, "")}`);
let server: SiteServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveSite(files);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  server.close();
});

test.each(pages)(
  "%s has no fault at any width in light and dark, and loads nothing from other hosts",
  async (path) => {
    const { page, context, complaints } = await visit(browser, `${server.base}${path}`, "h1");
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await faultsOf(page)]).toEqual([width, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
  TIMEOUT_MS,
);

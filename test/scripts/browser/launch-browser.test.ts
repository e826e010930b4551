import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";

let browser: Browser;
const servers: Server[] = [];

/** Starts a server that responds with a page; returns its origin. */
async function servePage(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html><h1>Page</h1>");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
});

describe("launchBrowser", () => {
  test("the browser loads a page and lays out its text", async () => {
    const page = await browser.newPage();
    await page.goto(await servePage());
    const heading = await page.locator("h1").boundingBox();
    expect(heading?.height).toBeGreaterThan(20);
    const wide = await page.evaluate(
      "(() => { const s = document.createElement('span'); s.textContent = 'Page'; document.body.append(s); return s.offsetWidth; })()",
    );
    expect(wide).toBeGreaterThan(20);
    await page.close();
  });

  test("the browser keeps web security: a page cannot read another origin without CORS headers", async () => {
    const [own, other] = [await servePage(), await servePage()];
    const page = await browser.newPage();
    await page.goto(own);
    const read = (url: string) =>
      page.evaluate(`fetch(${JSON.stringify(url)}).then((response) => response.text(), (error) => error.name)`);
    expect(await read(own)).toContain("<h1>Page</h1>");
    expect(await read(other)).toBe("TypeError");
    await page.close();
  });
});

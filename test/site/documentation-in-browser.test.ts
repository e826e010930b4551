import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { siteFiles } from "../../lib/site-files.js";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { faultsOf, visit } from "../end-to-end/page-visits.js";
import { serveSite, type SiteServer } from "../support/serve-site.js";

let server: SiteServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveSite(siteFiles());
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  server.close();
});

const open = async (path: string, wanted = "h1") => await visit(browser, `${server.base}${path}`, wanted);
const shownTabs = async (page: Page) => await page.locator("[role=tab][aria-selected=true]").allInnerTexts();

describe("the documentation in a browser", () => {
  // `npm run test:pages` visits every page.
  test.each(["/docs/waiting"])("%s has no fault, loads nothing from other hosts and fits on a phone", async (path) => {
    const { page, context, complaints } = await open(path);
    expect([await faultsOf(page), complaints]).toEqual([[], []]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await context.close();
  });

  test("the side bar opens as a sheet on a phone and leads to another page", async () => {
    const { page, context } = await open("/docs/signing");
    const link = page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "Webhooks" });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Pages", exact: true }).click();
    await link.click();
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
    await context.close();
  });

  test("the search opens with its key, finds a heading by its words, and Enter leads to it", async () => {
    const { page, context, complaints } = await open("/docs");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("rotate a secret");
    await page.getByRole("option", { name: "Webhooks › Rotate a secret" }).waitFor();
    expect(complaints).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/(webhooks#rotate-a-secret|api#post-apiv1webhookssecretrotate)$/);
    await context.close();
  });

  test("examples have the address of the page, and a typed key that is not stored", async () => {
    const { page, context } = await open("/docs/signing");
    const code = page.locator("code.bash").first();
    expect(await code.innerText()).toContain(`"${server.base}/api/v1/img/sign"`);
    expect(await code.innerText()).toContain("Bearer $IRS_API_KEY");
    await page.getByRole("textbox", { name: "Your API key" }).fill("irs_test_1");
    expect(await code.innerText()).toContain("Bearer irs_test_1");
    await page.getByRole("textbox", { name: "Your API key" }).fill('"; rm -rf /');
    expect(await code.innerText()).toContain("Bearer $IRS_API_KEY");
    await page.getByRole("textbox", { name: "Your API key" }).fill("irs_test_1");
    expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")).not.toContain(
      "irs_",
    );
    await page.reload();
    expect(await code.innerText()).toContain("Bearer $IRS_API_KEY");
    await context.close();
  });

  test("a program that reads address and key from its environment shows the address and the typed key in quotation marks", async () => {
    const { page, context } = await open("/docs/guides/first-picture");
    await page.getByRole("textbox", { name: "Your API key" }).fill("irs_test_1");
    for (const [tab, address] of [
      ["TypeScript", `baseUrl: "${server.base}", apiKey: "irs_test_1"`],
      ["Python", `"${server.base}" + "/api/v1/render?wait=30"`],
    ] as const) {
      await page.getByRole("tab", { name: tab }).first().click();
      expect(await page.locator("[role=tabpanel]:visible").first().innerText()).toContain(address);
    }
    await context.close();
  });

  test("a link to an operation of the API reference at its former address leads to the operation", async () => {
    const { page, context } = await open("/docs");
    await page.evaluate("location.href = '/docs?x#/Renders/createRender'");
    await page.waitForURL(/\/docs\/reference#\/Renders\/createRender$/);
    await context.close();
  });

  test("a chosen language is chosen in every example with tabs, even on the next page", async () => {
    const { page, context } = await open("/docs/waiting", "[role=tab]");
    const tabs = await shownTabs(page);
    expect(new Set(tabs)).toEqual(new Set(["cURL"]));
    await page.getByRole("tab", { name: "Python" }).first().click();
    expect(new Set(await shownTabs(page))).toEqual(new Set(["Python"]));
    await page.reload();
    expect(new Set(await shownTabs(page))).toEqual(new Set(["Python"]));
    expect(await page.locator("[role=tabpanel]:visible").count()).toBe(tabs.length);
    await context.close();
  });
});

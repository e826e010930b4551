/** The page of all components, which only the development server of the studio shows. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { freePort } from "run-cdk-out/testing";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { faultsOf } from "../../end-to-end/page-visits.js";
import { until } from "../../end-to-end/service.js";
import { openStudio, signIn } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";

const { service } = useService();
let browser: Browser;
let vite: ChildProcess;
let address = "";

beforeAll(async () => {
  browser = await launchBrowser();
  const port = String(await freePort());
  address = `http://localhost:${port}/studio/`;
  const args = ["node_modules/vite/bin/vite.js", "packages/studio", "--port", port, "--strictPort"];
  const env = { ...process.env, NODE_OPTIONS: "", IRS_URL: service.connection.baseUrl };
  vite = spawn(process.execPath, args, { env, stdio: "ignore" });
  await until("the development server responds", async () => {
    const response = await fetch(address).catch(() => undefined);
    return response?.ok === true ? true : undefined;
  });
});
afterAll(async () => {
  await browser.close();
  const ended = once(vite, "exit");
  vite.kill("SIGTERM");
  await ended;
});

/** Visits the page, signed in. */
async function onDesign(use: (page: Page) => Promise<void>): Promise<void> {
  const context: BrowserContext = await browser.newContext({ reducedMotion: "reduce", locale: "en-US" });
  const page = await context.newPage();
  await page.goto(`${address}design`);
  await signIn(page, service.connection.apiKey);
  await page.getByRole("heading", { level: 1, name: "Design" }).waitFor();
  await use(page);
  await context.close();
}

describe.each([1440, 1024, 390])("the page of all components at a width of %d px", (width) => {
  test("has no accessibility or layout faults in either appearance", async () => {
    await onDesign(async (page) => {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsOf(page)).toEqual([]);
    });
  });

  test.each(["A dialog", "A wide dialog", "A dialog that destroys"])(
    "%s has no fault of accessibility",
    async (name) => {
      await onDesign(async (page) => {
        await page.setViewportSize({ width, height: 900 });
        await page.getByRole("button", { name, exact: true }).click();
        await page.getByRole("dialog").waitFor();
        expect(await faultsOf(page, "dialog")).toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        expect(await page.locator(":focus").textContent()).toBe(name);
      });
    },
  );
});

test("the menu and the messages of the page have no accessibility faults", async () => {
  await onDesign(async (page) => {
    await page.getByRole("button", { name: "A message with undo" }).click();
    await page.getByRole("button", { name: "Actions of the template" }).click();
    await page.getByRole("menuitem", { name: "Delete it" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

test("the page of all components shows both appearances with their contrast, and no error", async () => {
  await onDesign(async (page) => {
    expect(await page.getByText("17.1:1 on surface").count()).toBe(1);
    await page.getByRole("tab", { name: "Dark" }).click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    expect(await page.getByText("14.4:1 on surface").count()).toBe(1);
  });
});

test("the deployed studio has no page of all components", async () => {
  const { page, context } = await openStudio(browser, service, "/studio/design");
  await signIn(page, service.connection.apiKey);
  await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
  await context.close();
});

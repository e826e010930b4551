/** The gallery of a workspace with 1,000 templates. */
import { expect, test } from "@jest/globals";
import { ImageRenderService } from "@image-render/client";
import type { Page } from "playwright-core";
import { until } from "../../end-to-end/service.js";
import { createTemplate, returnToTab, useStudio } from "./use-studio.js";

const { service, on, emptyWorkspace } = useStudio();

const TEMPLATES = 1_000;
const IN_PARALLEL = 10;
/** The limits are generous: they detect work that grows with the list, not a slow machine. */
const MAX_FIRST_ROWS_MS = 5_000;
const MAX_BLOCKED_MS = 500;

/** Records how long tasks block the page, because typing stutters meanwhile. */
const WATCH_BLOCKING = `{
  window.blockedMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.blockedMs += duration - 50;
  }).observe({ type: "longtask" });
}`;

const names = (page: Page) => page.locator(".template-name");

async function showsAtLeast(page: Page, count: number): Promise<void> {
  await until(`${count} templates are shown`, async () => ((await names(page).count()) >= count ? true : undefined));
}

test("the first rows are there soon, typing does not stutter, and a return to the tab reads one page", async () => {
  const apiKey = await emptyWorkspace();
  const irs = new ImageRenderService({ baseUrl: service.connection.baseUrl, apiKey });
  const numbers = Array.from({ length: TEMPLATES }, (_, index) => index);
  await Promise.all(
    Array.from({ length: IN_PARALLEL }, async (_, worker) => {
      const own = numbers.filter((number) => number % IN_PARALLEL === worker);
      for (const number of own) await createTemplate(irs, `Template ${String(number).padStart(4, "0")}`);
    }),
  );
  const use = async (page: Page): Promise<void> => {
    const startedAtMs = Date.now();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Templates" }).click();
    await showsAtLeast(page, 60);
    const firstRowsMs = Date.now() - startedAtMs;
    await page.getByRole("heading", { level: 1, name: "Templates 60+" }).waitFor();
    for (const count of [120, 180, 240, 300]) {
      await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
      await showsAtLeast(page, count);
    }
    const read: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/v1\/templates\?/.test(request.url())) read.push(request.url());
    });
    await returnToTab(page, 10_000);
    await until("the list is read again", () => (read.length > 0 ? true : undefined));
    await page.locator(".template-grid[aria-busy=false]").waitFor();
    expect([read.length, await names(page).count()]).toEqual([1, 300]);
    await page.evaluate(WATCH_BLOCKING);
    await page.getByLabel("Search by name").pressSequentially("Template 0777", { delay: 40 });
    await until("the template is found", async () => ((await names(page).count()) === 1 ? true : undefined));
    const blockedMs = await page.evaluate<number>("window.blockedMs");
    process.stdout.write(`First rows after ${firstRowsMs} ms; typing was blocked for ${Math.round(blockedMs)} ms.\n`);
    expect(firstRowsMs).toBeLessThan(MAX_FIRST_ROWS_MS);
    expect(blockedMs).toBeLessThan(MAX_BLOCKED_MS);
  };
  await on("/studio/usage", use, { apiKey });
});

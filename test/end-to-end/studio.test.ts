/** One path through the studio: from a link to a picture. `npm run test:studio` tests each page. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { openStudio } from "./studio-visits.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service } = useService();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("a person who follows the link of npm start finds a template, changes it, renders it, and finds the render", async () => {
  const url = await until("npm start prints a link", () => /^ {2}Studio +(\S+)$/m.exec(service.printed)?.[1]);
  const { page, context, complaints } = await openStudio(browser, service, url);

  await page
    .getByRole("link", { name: /Event ticket/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "Event ticket" }).waitFor();
  const picture = page.getByRole("img", { name: "A preview of Event ticket" });
  await picture.waitFor();
  const before = (await picture.getAttribute("src")) ?? "";
  await page
    .getByRole("group", { name: /^guest/ })
    .getByLabel("Text")
    .fill("Grace Hopper");
  // The new picture takes the place of the old one, which stays until then.
  await page.locator(`.preview-pane img:not([src="${before}"])`).waitFor();

  await page.getByRole("tab", { name: "TypeScript" }).click();
  expect(await page.getByRole("group", { name: "The request in TypeScript" }).textContent()).toContain(
    'text: "Grace Hopper"',
  );
  await page.getByRole("button", { name: "Render" }).click();
  await page.getByRole("link", { name: "Open the render" }).click();
  await page
    .getByRole("main")
    .getByText(/Done in/)
    .waitFor();
  const [, id = ""] = /\/renders\/([\w-]+)$/.exec(page.url()) ?? [];
  const job = (await (await service.call(`/api/v1/renders/${id}`)).json()) as { status: string };
  expect(job.status).toBe("done");

  for (const name of [
    "Renders",
    "Batches",
    "Webhooks",
    "Uploads",
    "Fonts",
    "Usage",
    "Keys",
    "Workspaces",
    "Templates",
  ]) {
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name: new RegExp(name) }).waitFor();
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test("the link of npm start works once: the next person who follows it is asked for a key", async () => {
  const url = await until("npm start prints a link", () => /^ {2}Studio +(\S+)$/m.exec(service.printed)?.[1]);
  const { page, context } = await openStudio(browser, service, url);
  await page.getByRole("alert").getByText("The link did not sign you in").waitFor();
  await page.getByLabel("API key", { exact: true }).waitFor();
  await context.close();
});

/** One path through the studio: from a link to a picture. `npm run test:studio` tests each page. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { openStudio, visitStudio } from "./studio-visits.js";
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

test("a person who opens the editor drags a layer, undoes it, repeats it, and saves it as a new version", async () => {
  const text = { id: "title", name: "title", type: "text", x: 20, y: 20, width: 360, height: 100, text: "Drag me" };
  const body = { name: "Edited", document: { width: 400, height: 210, layers: [text] } };
  const { id } = (await (await service.post("/api/v1/templates", body)).json()) as { id: string };
  const { page, context, complaints } = await visitStudio(browser, service, `/studio/templates/${id}/edit`);
  const exact = page.locator('.canvas-picture > img[data-exact="true"]');
  await exact.waitFor();
  const box = await page.locator(".canvas-picture").boundingBox();
  if (box === null) throw new Error("The canvas shows no picture.");
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4 + 40, box.y + box.height / 3 + 30, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Nothing to undo" }).waitFor();
  await page.keyboard.press("Control+Shift+z");
  await exact.waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/^Saved/).waitFor();
  const stored = (await (await service.call(`/api/v1/templates/${id}`)).json()) as {
    version: number;
    document: { layers: { x: number }[] };
  };
  expect(stored.version).toBe(2);
  expect(stored.document.layers[0]?.x).toBeGreaterThan(20);
  expect(complaints).toEqual([]);
  await context.close();
});

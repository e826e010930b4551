/** The list of batches: those of programs, those of this browser, and what remains when one kind cannot be read. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { createTemplate, faultsAtAllWidths, useStudio } from "./use-studio.js";

const { service, irs, on, emptyWorkspace } = useStudio();
let template: string;

beforeAll(async () => {
  template = await createTemplate(irs(), "Badge");
});

/** A ZIP comes from the bucket of the stack, which has an address of its own. Some tests cut requests themselves. */
const EXPECTED = ["ERR_CONNECTION_FAILED", "/archives/"];

const onNewBatch = (use: (page: Page) => Promise<void>) =>
  on(`/studio/batches/new?template=${template}`, use, { expected: EXPECTED });

/** Drops a CSV file into the page, and waits for its rows. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("Choose a file").setInputFiles(file);
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

test("batches of programs are listed and followed, can be filtered, and have a page with their pictures as a ZIP", async () => {
  const created = await createBatch(3);
  await onNewBatch(async (page) => {
    await page.goto("/studio/batches");
    const link = page.getByRole("link", { name: `Batch ${created.slice(0, 8)}` });
    await page.getByRole("row").filter({ has: link }).getByText("done").waitFor({ timeout: 120_000 });
    const later = await createBatch(2);
    // What is created while the list is shown waits above it.
    await page.getByRole("button", { name: "Show 1 new" }).click();
    const row = page.getByRole("row").filter({ hasText: `Batch ${later.slice(0, 8)}` });
    await row.getByText("Badge").waitFor();
    await page.getByRole("combobox", { name: "Status" }).selectOption("All failed");
    await page.getByRole("heading", { name: "No batch has this status" }).waitFor();
    await page.getByRole("button", { name: "Remove the filter" }).click();
    await link.click();
    await page.getByText("3 of 3 renders done").waitFor();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download pictures" }).click();
    expect(Object.keys(unzipSync(readFileSync(await (await saving).path())))).toEqual(["1.png", "2.png", "3.png"]);
  });
});

/** Creates a batch as a program does, and returns its ID. */
async function createBatch(size: number): Promise<string> {
  const jobs = Array.from({ length: size }, () => ({ template }));
  const response = await service.post("/api/v1/renders/batch", { jobs });
  return ((await response.json()) as { id: string }).id;
}

test("the list shows the sheets of the browser when the service fails, and the batches when the browser keeps nothing", async () => {
  await onNewBatch(async (page) => {
    await drop(page, "kept.csv", "Title\nAda\n");
    await page.route(/\/renders\/batches(\?|$)/, (route) => route.abort("connectionfailed"));
    await page.goto("/studio/batches");
    await page.getByRole("alert").getByText("The batches of the workspace could not be loaded.").waitFor();
    await page.getByRole("link", { name: "kept.csv" }).waitFor();
    await page.unroute(/\/renders\/batches(\?|$)/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await createBatch(1);
    await page.addInitScript("indexedDB.open = () => { throw new Error('This browser keeps nothing.'); }");
    await page.goto("/studio/batches");
    await page.getByRole("alert").getByText("The sheets of this browser could not be read.").waitFor();
    await page
      .getByRole("link", { name: /^Batch / })
      .first()
      .waitFor();
  });
});

test("a sheet is filtered by its state, and its batches stay in the list when the browser forgets it", async () => {
  await onNewBatch(async (page) => {
    await drop(page, "forgotten.csv", "Title\nAda\n");
    await page.goto("/studio/batches?status=draft");
    await page.getByRole("row").filter({ hasText: "forgotten.csv" }).getByText("not sent").waitFor();
    await page.getByRole("link", { name: "forgotten.csv" }).click();
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await page.getByRole("button", { name: "Send 1 render" }).click();
    await page.getByText("1 of 1 row done").waitFor({ timeout: 120_000 });
    await page.goto("/studio/batches");
    const row = page.getByRole("row").filter({ hasText: "forgotten.csv" });
    await row.waitFor();
    const before = await page.getByRole("row").count();
    await page.getByRole("button", { name: "Remove forgotten.csv from this browser" }).click();
    await row.waitFor({ state: "detached" });
    expect(await page.getByRole("row").count()).toBe(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    expect(await page.getByRole("row").count()).toBe(before);
  });
});

test("the empty list says what would be here, and begins a batch", async () => {
  const apiKey = await emptyWorkspace();
  const use = async (page: Page) => {
    await page.getByRole("heading", { name: "Many pictures at once" }).waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "New batch" }).last().click();
    await page.getByRole("heading", { level: 1, name: "New batch" }).waitFor();
  };
  await on("/studio/batches", use, { apiKey });
});

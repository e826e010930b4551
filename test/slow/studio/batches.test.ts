/** Batches from a spreadsheet: from a file to pictures, with everything that can interrupt the work. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { faultsOf } from "../../end-to-end/page-visits.js";
import { type StudioVisit, visitStudio } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";

const { service } = useService();
let browser: Browser;
let template: string;
let photoExists = false;
const photos = createServer((request, response) => {
  if (request.url === "/late.png" && !photoExists) response.writeHead(404).end();
  else void photo().then((bytes) => response.end(bytes));
});
const photo = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "#00f" } })
    .png()
    .toBuffer();

const DOCUMENT = {
  width: 160,
  height: 90,
  variables: [{ name: "seat", type: "number", default: 1, min: 1, max: 500 }],
  layers: [
    { id: "title", name: "title", type: "text", x: 8, y: 8, width: 144, height: 24, text: "Guest" },
    { id: "seat", name: "place", type: "text", x: 8, y: 40, width: 80, height: 24, text: "{{seat}}" },
    { id: "photo", name: "photo", type: "image", x: 100, y: 36, width: 48, height: 48, image_url: "", strict: true },
  ],
};

beforeAll(async () => {
  browser = await launchBrowser();
  photos.listen(0, "127.0.0.1");
  await once(photos, "listening");
  const { port } = photos.address() as AddressInfo;
  template = await createTemplate("Badge", port);
});
afterAll(async () => {
  await browser.close();
  photos.closeAllConnections();
  photos.close();
});

/** Creates a template whose picture shows an image of this machine. */
async function createTemplate(name: string, port: number): Promise<string> {
  const [title, place, image] = DOCUMENT.layers;
  const layers = [title, place, { ...image, image_url: `http://127.0.0.1:${port}/photo.png` }];
  const response = await service.post("/api/v1/templates", { name, document: { ...DOCUMENT, layers } });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

/** Visits the page that takes a sheet, and afterwards expects that it has reported no error. */
async function withNewBatch(use: (page: Page, visit: StudioVisit) => Promise<void>): Promise<void> {
  const visit = await visitStudio(browser, service, `/studio/batches/new?template=${template}`);
  await use(visit.page, visit);
  // Browsers log each refusal. The check of wrong rows is one, and some tests cut requests themselves. A ZIP comes from the
  // bucket of the stack, which has an address of its own.
  const expected = /status of (422|404)|ERR_CONNECTION_FAILED|\/archives\/[\w-]+\.zip\?/;
  expect(visit.complaints.filter((text) => !expected.test(text))).toEqual([]);
  await visit.context.close();
}

/** Drops a CSV file into the page, and waits for its rows. */
async function drop(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const buffer = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  await page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/csv", buffer });
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** The number of renders of the workspace. */
async function countRenders(): Promise<number> {
  const response = await service.call("/api/v1/renders?limit=100");
  return ((await response.json()) as { renders: unknown[] }).renders.length;
}

const cell = (page: Page, column: string, row: number) => page.getByLabel(`${column}, row ${row}`, { exact: true });
const linesOf = (rows: readonly (readonly string[])[]): string => rows.map((cells) => `${cells.join(",")}\n`).join("");

test("a sheet with two bad cells is fixed, sent, reloaded meanwhile, and its failed row is tried again", async () => {
  await withNewBatch(async (page) => {
    const { port } = photos.address() as AddressInfo;
    const rows = Array.from({ length: 120 }, (_, index) => [`Guest ${index + 1}`, String(index + 1), ""]);
    rows[9] = ["Guest 10", "ten", ""];
    rows[69] = ["Guest 70", "9999", ""];
    rows[29] = ["Guest 30", "30", `http://127.0.0.1:${port}/late.png`];
    await drop(page, "guests.csv", linesOf([["Title", "Seat", "Photo"], ...rows]));
    expect(await page.getByLabel("What the column “Seat” fills").inputValue()).toBe("variables.seat");
    await page.getByRole("img", { name: "A preview of row 2" }).waitFor();

    await page.getByRole("button", { name: "Check 120 rows" }).click();
    await page.getByText("2 problems in 2 rows.").waitFor();
    expect(await page.getByRole("button", { name: "Send 120 renders" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: /^Row 71, Seat/ }).click();
    await cell(page, "Seat", 71).and(page.locator(":focus")).waitFor();
    expect(await cell(page, "Seat", 71).getAttribute("aria-invalid")).toBe("true");
    await cell(page, "Seat", 71).fill("70");
    await page.getByRole("button", { name: /^Row 11, Seat/ }).click();
    await cell(page, "Seat", 11).fill("10");
    await page.getByText("120 renders · 120 credits").waitFor();

    await page.getByRole("button", { name: "Send 120 renders" }).click();
    await page.getByText(/of 120 rows done/).waitFor();
    await page.reload();
    await page.getByText("119 of 120 rows done").waitFor({ timeout: 240_000 });
    expect(await page.getByRole("list").filter({ hasText: "Rows 2–51" }).getByRole("listitem").count()).toBe(3);

    await page.getByRole("combobox", { name: "Rows", exact: true }).selectOption("failed");
    await page.getByRole("row").filter({ hasText: "Guest 30" }).getByText(/404/).waitFor();
    photoExists = true;
    await page.getByRole("button", { name: "Retry 1 failed row" }).click();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await page.getByText("120 of 120 rows done").waitFor({ timeout: 120_000 });
    const response = await service.call("/api/v1/renders?limit=100&status=failed");
    expect(((await response.json()) as { renders: unknown[] }).renders).toHaveLength(1);
    await saveResults(page);
  });
});

/** Saves the CSV and the pictures of the tried row. */
async function saveResults(page: Page): Promise<void> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV with links" }).click();
  const lines = readFileSync(await (await saving).path(), "utf8").split("\r\n");
  expect(lines).toHaveLength(122);
  expect(lines[1]).toMatch(/^2,Guest 1,1,,done,,http/);
  const packing = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download pictures" }).click();
  const zip = await packing;
  expect(zip.suggestedFilename()).toBe("guests.zip");
  const pictures = unzipSync(readFileSync(await zip.path()));
  expect(Object.keys(pictures)).toHaveLength(120);
  expect(Object.keys(pictures).slice(28, 30)).toEqual(["030 Guest 29.png", "031 Guest 30.png"]);
  const drawn = await sharp(pictures["031 Guest 30.png"]).metadata();
  expect([drawn.format, drawn.width, drawn.height]).toEqual(["png", 160, 90]);
  await page.getByText(/^120 pictures saved as one ZIP/).waitFor();
  await page.getByText("A ZIP of each batch instead").click();
  await page.getByRole("button", { name: "Prepare Part 4 of 4: 1 row, tried again" }).click();
  const link = page.getByRole("link", { name: "Save Part 4 of 4: 1 row, tried again" });
  await link.waitFor();
  const archive = await service.fetch((await link.getAttribute("href")) ?? "", {
    headers: { authorization: `Bearer ${service.connection.apiKey}` },
    redirect: "follow",
  });
  expect(Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())))).toHaveLength(1);
}

test("an XLSX file is read, and __HIDDEN__ in a cell hides its layer", async () => {
  await withNewBatch(async (page) => {
    const cells = [
      ["Title", "Photo"],
      ["Ada", "__HIDDEN__"],
    ];
    await drop(page, "guests.xlsx", workbook(cells));
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await page.getByRole("button", { name: "Send 1 render" }).click();
    await page.getByText("1 of 1 row done").waitFor({ timeout: 120_000 });
    await page.getByRole("link", { name: "Open the render of row 2" }).click();
    await page.waitForURL(/\/renders\//);
    const id = page.url().split("/").at(-1) ?? "";
    const { request } = (await (await service.call(`/api/v1/renders/${id}/request`)).json()) as {
      request: { layers: unknown };
    };
    expect(request.layers).toEqual({ title: { text: "Ada" }, photo: { hide: true } });
  });
});

test("cells that are pasted become a sheet, rows can be left out, and nothing is lost when the page is loaded again", async () => {
  await withNewBatch(async (page) => {
    await page.getByLabel("Or paste cells from a spreadsheet").fill("Title\tSeat\nAda\t12\nGrace, Admiral\t7");
    await page.getByRole("heading", { level: 1, name: "Pasted sheet" }).waitFor();
    expect(await cell(page, "Title", 3).inputValue()).toBe("Grace, Admiral");
    await cell(page, "Title", 2).fill("Ada Lovelace");
    await page.getByLabel("Send row 3").uncheck();
    await page.getByText("1 row left out.").waitFor();
    await page.reload();
    await page.getByText("1 row left out.").waitFor();
    expect(await cell(page, "Title", 2).inputValue()).toBe("Ada Lovelace");
    await page.getByRole("button", { name: "Check 1 row" }).waitFor();
  });
});

test("two tabs that send the same sheet create its renders once", async () => {
  await withNewBatch(async (page, { context }) => {
    await drop(page, "twice.csv", "Title\nAda\nGrace\n");
    await page.getByRole("button", { name: "Check 2 rows" }).click();
    await page.getByText("2 renders · 2 credits").waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole("button", { name: "Check 2 rows" }).click();
    await other.getByText("2 renders · 2 credits").waitFor();
    const before = await countRenders();
    // The tab that comes second may show the progress of the first one before it is clicked.
    const send = (tab: Page) => tab.getByRole("button", { name: "Send 2 renders" }).click({ timeout: 5_000 });
    await Promise.allSettled([page, other].map(send));
    for (const tab of [page, other]) await tab.getByText("2 of 2 rows done").waitFor({ timeout: 120_000 });
    expect(before === 100 ? 2 : (await countRenders()) - before).toBe(2);
    expect(await other.getByRole("heading", { name: "Batches" }).count()).toBe(0);
  });
});

test("the dialog that tries rows again distinguishes a lost connection from a deleted template", async () => {
  await withNewBatch(async (page) => {
    photoExists = false;
    const { port } = photos.address() as AddressInfo;
    const id = await createTemplate("Short-lived", port);
    await page.goto(`/studio/batches/new?template=${id}`);
    await drop(page, "gone.csv", `Title,Photo\nAda,http://127.0.0.1:${port}/late.png\n`);
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await page.getByRole("button", { name: "Send 1 render" }).click();
    await page.getByRole("button", { name: "Retry 1 failed row" }).click({ timeout: 120_000 });
    const submit = page.getByRole("button", { name: "Retry", exact: true });
    await page.route("**/schema?*", (route) => route.abort("connectionfailed"));
    await submit.click();
    await page.getByText(/The connection is lost: try again when it is back/).waitFor();
    await page.unroute("**/schema?*");
    await service.call(`/api/v1/templates/${id}`, { method: "DELETE" });
    await submit.click();
    await page.getByText("The template was deleted, so the rows cannot be rendered again.").waitFor();
  });
});

test("a file that is not a sheet is refused with the reason, and the right columns can be downloaded", async () => {
  await withNewBatch(async (page) => {
    const file = page.getByLabel("Choose a file");
    await file.setInputFiles({ name: "names.csv", mimeType: "text/csv", buffer: Buffer.from("Title,Seat\n") });
    await page.getByText("The sheet has a line of names, but no rows below it.").waitFor();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a sheet with the right columns" }).click();
    const [names] = readFileSync(await (await saving).path(), "utf8").split("\r\n");
    expect(names).toBe("\uFEFFseat,title,place,photo");
  });
});

describe.each([1440, 1024, 390])("at a width of %d px", (width) => {
  test("the list, a new batch, a bad sheet and a sent sheet have no accessibility or layout faults", async () => {
    await withNewBatch(async (page) => {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsOf(page)).toEqual([]);
      const long = "A very long name ".repeat(12).trim();
      await drop(page, "long.csv", `Title,Seat,Comment\n${long},x,late\nآدا لوفلايس,2,\n`);
      await page.getByRole("button", { name: "Check 2 rows" }).click();
      await page.getByText("1 problem in 1 row.").waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Leave out 1 row" }).click();
      await page.getByRole("button", { name: "Send 1 render" }).click();
      await page.getByText("1 of 1 row done").waitFor({ timeout: 120_000 });
      expect(await faultsOf(page)).toEqual([]);
      await page.goto("/studio/batches");
      await page.getByRole("link", { name: "long.csv" }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    });
  });
});

/** Creates the smallest XLSX file with these cells. */
function workbook(rows: readonly (readonly string[])[]): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const cellOf = (text: string, column: number, row: number) =>
    `<c r="${strFromU8(new Uint8Array([65 + column]))}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const data = rows.map((cells, row) => {
    const texts = cells.map((text, column) => cellOf(text, column, row + 1));
    return `<row r="${row + 1}">${texts.join("")}</row>`;
  });
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"/>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${data.join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
}

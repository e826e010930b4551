/**
 * A person who has never seen the studio reaches all their goals by following what is visible: from the link of
 * `npm start` to a picture of their own, its URL in a page, certificates from a sheet, and the reason for a failed
 * webhook. If the environment variable `STEPS_FOLDER` is set, each step saves a screenshot there.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { until } from "../../end-to-end/service.js";
import { openStudio } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";
import { WebhookReceiver } from "../../support/webhook-receiver.js";

/** Three attempts, so that a delivery fails within seconds. */
const { service } = useService({ webhookRetrySeconds: "[0,0]" });
const receiver = new WebhookReceiver();
const GUESTS = 120;
/** What a shop puts into its own page. */
let ownPage = "";
const shop = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(ownPage);
});
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  await receiver.start();
  shop.listen(0, "127.0.0.1");
  await once(shop, "listening");
});
afterAll(async () => {
  await browser.close();
  await receiver.stop();
  shop.close();
});

let steps = 0;
async function step(page: Page, name: string): Promise<void> {
  const folder = process.env["STEPS_FOLDER"];
  steps++;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${String(steps).padStart(2, "0")}-${name}.png` });
}

test("a newcomer makes a picture, shows it in a page, sends 120 certificates, and finds out why a webhook failed", async () => {
  const link = await until("npm start prints a link", () => /^ {2}Studio +(\S+)$/m.exec(service.printed)?.[1]);
  const { page, complaints } = await openStudio(browser, service, link);
  await page.getByRole("link", { name: /Certificate/ }).waitFor();
  await step(page, "signed-in");
  await makePicture(page);
  await showInPage(page);
  await listenForWebhooks(page);
  await sendCertificates(page);
  await explainFailedWebhook(page);
  expect(complaints).toEqual([]);
});

/** Finds a template, and changes its picture. */
async function makePicture(page: Page): Promise<void> {
  await page.getByRole("searchbox").or(page.getByPlaceholder("Search")).first().fill("certif");
  await step(page, "searched");
  await page
    .getByRole("link", { name: /Certificate/ })
    .first()
    .click();
  const preview = page.getByRole("img", { name: "A preview of Certificate" });
  await preview.waitFor();
  await step(page, "try-it");
  const before = (await preview.getAttribute("src")) ?? "";
  await page
    .getByRole("group", { name: /^recipient/ })
    .getByLabel("Text")
    .fill("Ada Lovelace");
  await page.locator(`.preview-pane img:not([src="${before}"])`).waitFor();
  await step(page, "own-picture");
}

/** Copies the tag of a signed URL, and opens a page with it in a browser without a session. */
async function showInPage(page: Page): Promise<void> {
  await page.getByRole("button", { name: "URL and code" }).click();
  await page.getByRole("tab", { name: "Signed URL" }).click();
  await step(page, "signed-url-offer");
  await page.getByRole("button", { name: "Make a signed URL" }).click();
  const tag = page.getByRole("group", { name: "In a page" }).locator("code");
  ownPage = (await tag.textContent()) ?? "";
  expect(await tag.isVisible()).toBe(true);
  await step(page, "signed-url");
  const { port } = shop.address() as AddressInfo;
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(`http://127.0.0.1:${port}/`);
  const width = until("the picture is drawn", async () => {
    const drawn = await own.evaluate<number>("document.images[0]?.naturalWidth ?? 0");
    return drawn > 0 ? drawn : undefined;
  });
  expect(await width).toBe(1600);
  await step(own, "own-page");
  await context.close();
}

/** Adds an endpoint on a server that fails. */
async function listenForWebhooks(page: Page): Promise<void> {
  receiver.behave = () => ({ status: 500, body: "The database is full." });
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
  await step(page, "webhooks");
  await page.getByRole("button", { name: "Add an endpoint" }).first().click();
  await page.getByLabel("URL").fill(receiver.url("/shop"));
  for (const name of ["A render is done", "A render failed, or was canceled"]) {
    const choice = page.getByRole("checkbox", { name });
    if ((await choice.count()) > 0) await choice.uncheck();
  }
  await step(page, "endpoint");
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  const secret = page.getByRole("dialog", { name: "The secret of the endpoint" });
  receiver.secrets.push((await secret.locator("code").textContent()) ?? "");
  await step(page, "secret");
  await secret.getByRole("button", { name: "Close" }).click();
}

/** Sends a sheet of names, and saves all pictures. */
async function sendCertificates(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Batches" }).click();
  await page.getByRole("heading", { name: "Many pictures at once" }).waitFor();
  await step(page, "batches");
  await page.getByRole("main").getByRole("link", { name: "New batch" }).first().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Certificate/ })
    .waitFor();
  await step(page, "choose-template");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Certificate/ })
    .click();
  await page.getByText("Drop a CSV or XLSX file here").waitFor();
  await step(page, "add-sheet");
  const lines = Array.from({ length: GUESTS }, (_, index) => `Guest ${index + 1},${20 + (index % 5)}\n`);
  const buffer = Buffer.from(`Name,Hours\n${lines.join("")}`);
  await page.getByLabel("Choose a file").setInputFiles({ name: "course.csv", mimeType: "text/csv", buffer });
  await page.getByRole("heading", { level: 1, name: "course.csv" }).waitFor();
  await page.waitForLoadState("networkidle");
  await step(page, "columns");
  // The template calls a person's name “recipient”.
  expect(await page.getByLabel("What the column “Name” fills").inputValue()).toBe("layers.recipient.text");
  await page.getByRole("img", { name: "A preview of row 2" }).waitFor();
  await step(page, "first-pictures");
  await page.getByRole("button", { name: `Check ${GUESTS} rows` }).click();
  await page.getByRole("button", { name: `Send ${GUESTS} renders` }).waitFor({ timeout: 120_000 });
  await page.getByText(`${GUESTS} renders · ${GUESTS} credits`).waitFor({ timeout: 120_000 });
  await step(page, "checked");
  await page.getByRole("button", { name: `Send ${GUESTS} renders` }).click();
  await page.getByText(/of 120 rows done/).waitFor();
  await step(page, "sending");
  await page.getByText("120 of 120 rows done").waitFor({ timeout: 240_000 });
  await step(page, "sent");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download pictures" }).click();
  expect(Object.keys(unzipSync(readFileSync(await (await saving).path())))).toHaveLength(GUESTS);
  await step(page, "downloaded");
  await page.getByRole("button", { name: "Close" }).click();
}

/** Reads why the webhook of a batch failed, and sends it again after the server is fixed. */
async function explainFailedWebhook(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("main").getByText("Failing").waitFor();
  await step(page, "failing-endpoint");
  await page.getByRole("link", { name: "Deliveries", exact: true }).first().click();
  const failed = page.getByRole("row").filter({ hasText: "Failed" }).first();
  await failed.waitFor();
  await step(page, "deliveries");
  await failed.getByRole("link").first().click();
  await page.getByText("Your server failed while it handled the request.").waitFor();
  await page.getByText("The database is full.").first().waitFor();
  await step(page, "why-it-failed");
  receiver.behave = () => ({ status: 200, body: "thanks" });
  await page.getByRole("button", { name: "Send failed again" }).click();
  await step(page, "send-again");
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await page.getByText(/deliveries sent again/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByText("Delivered", { exact: true }).waitFor();
  await step(page, "delivered");
}

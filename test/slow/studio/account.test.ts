/** The pages of the studio about the account: usage, keys, workspaces, uploads and fonts. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { faultsOf } from "../../end-to-end/page-visits.js";
import { type StudioVisit, visitStudio } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";

const { service } = useService();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Visits a page, and afterwards expects that it has reported no error. */
async function on(path: string, use: (page: Page, visit: StudioVisit) => Promise<void>): Promise<void> {
  const visit = await visitStudio(browser, service, path);
  await use(visit.page, visit);
  expect(visit.complaints).toEqual([]);
  await visit.context.close();
}

describe("usage", () => {
  test("a render is a bar of the chart, a row of the table, and a line of the ledger with its CSV", async () => {
    const { id } = await service.createRender({ template: service.template("Open Graph card") });
    await service.ended(id);
    await on("/studio/usage", async (page) => {
      await page.getByRole("listitem").filter({ hasText: "1 credit" }).waitFor();
      await page.getByRole("tab", { name: "Table" }).click();
      expect(await page.getByRole("table", { name: "By day" }).getByRole("row").count()).toBe(2);
      await page.getByTitle(`Copy the ID: ${id}`).waitFor();
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download as CSV" }).click();
      expect(readFileSync(await (await saving).path(), "utf8")).toContain(id);
    });
  });
});

describe("keys", () => {
  test("a new key is shown once, can be used, and is revoked after its name was typed", async () => {
    await on("/studio/keys", async (page) => {
      // The page listens to its keys as soon as it is shown.
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("n");
      await page.getByRole("button", { name: "Create the key" }).click();
      await page.getByText("Give the key a name.").waitFor();
      await page.getByLabel("Name").fill("Web shop");
      await page.getByRole("button", { name: "Create the key" }).click();
      const shown = page.getByRole("dialog", { name: "Copy the key now" });
      const key = await shown.locator("code").textContent();
      const usage = () => service.fetch("/api/v1/usage", { headers: { authorization: `Bearer ${key ?? ""}` } });
      expect((await usage()).status).toBe(200);
      await shown.getByRole("button", { name: "Done" }).click();
      const row = page.getByRole("row").filter({ hasText: "Web shop" });
      await row.getByRole("button", { name: "Revoke" }).click();
      const dialog = page.getByRole("dialog", { name: "Revoke “Web shop”" });
      expect(await dialog.getByRole("button", { name: "Revoke the key" }).isDisabled()).toBe(true);
      await dialog.getByLabel("Type the name “Web shop” to go on").fill("Web shop");
      await dialog.getByRole("button", { name: "Revoke the key" }).click();
      await row.waitFor({ state: "detached" });
    });
  });

  test("a link for a colleague is shown with the time until which it works", async () => {
    await on("/studio/keys", async (page) => {
      await page.getByRole("button", { name: "Invite by a link" }).click();
      await page.getByLabel("Who it is for").fill("Ada");
      await page.getByRole("button", { name: "Make the link" }).click();
      const link = await page.getByRole("dialog").locator("code").textContent();
      expect(link).toMatch(new RegExp(`^${service.connection.baseUrl}/studio#[\\w-]{43}$`));
    });
  });
});

describe("workspaces", () => {
  test("a new workspace shows its first key once, and can be renamed", async () => {
    await on("/studio/workspaces", async (page) => {
      await page.getByRole("button", { name: "New workspace" }).click();
      await page.getByLabel("Name").fill("Customer A");
      await page.getByRole("button", { name: "Create the workspace" }).click();
      const shown = page.getByRole("dialog", { name: "Copy its first key now" });
      expect(await shown.locator("code").textContent()).toMatch(/^irs_/);
      await shown.getByRole("button", { name: "Done" }).click();
      await page.getByRole("row").filter({ hasText: "Customer A" }).getByRole("button", { name: "Change" }).click();
      await page.getByLabel("Name").fill("Customer B");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("row").filter({ hasText: "Customer B" }).waitFor();
    });
  });
});

describe("uploads", () => {
  test("an image is uploaded, shown, and deleted; a file of another kind is refused with its name", async () => {
    await on("/studio/uploads", async (page) => {
      const input = page.getByLabel("Upload files");
      await input.setInputFiles("examples/features/uploads/expected.png");
      await page.getByRole("img", { name: "expected.png" }).waitFor();
      await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
      await page.getByRole("alert").getByText("notes.txt was not uploaded.").waitFor();
      await page.getByRole("button", { name: "Delete: expected.png" }).click();
      await page.getByRole("button", { name: "Delete the upload" }).click();
      await page.getByText("There is no upload").waitFor();
    });
  });
});

describe("fonts", () => {
  test("a family is found by its script, and shown by its own shapes", async () => {
    await on("/studio/fonts", async (page) => {
      await page.getByRole("img", { name: "A sample of Inter" }).waitFor();
      await page.getByLabel("Find a family, a style or a script").fill("devanagari");
      await page.getByRole("img", { name: "A sample of Poppins" }).waitFor();
      expect(new URL(page.url()).search).toBe("?q=devanagari");
    });
  });
});

describe.each(["/studio/usage", "/studio/keys", "/studio/workspaces", "/studio/uploads", "/studio/fonts"])(
  "%s",
  (path) => {
    test.each([1440, 1024, 390])("has no accessibility or layout faults at a width of %d px", async (width) => {
      await on(path, async (page) => {
        await page.setViewportSize({ width, height: 900 });
        expect(await faultsOf(page)).toEqual([]);
      });
    });
  },
);

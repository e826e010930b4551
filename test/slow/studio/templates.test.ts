/** Deletes and restores templates in the gallery of the studio. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../scripts/browser/launch-browser.js";
import { keyWith, visitStudio } from "../../end-to-end/studio-visits.js";
import { useService } from "../../end-to-end/use-service.js";

const { service } = useService();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function create(name: string): Promise<string> {
  const document = { width: 400, height: 200, layers: [] };
  const response = await service.post("/api/v1/templates", { name, document });
  return ((await response.json()) as { id: string }).id;
}

const card = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

async function deleteInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("status").getByText(`“${name}” is deleted. It can be restored until`).waitFor();
  await card(page, name).waitFor({ state: "detached" });
}

const statusOf = async (id: string) => (await service.call(`/api/v1/templates/${id}`)).status;

test("a deleted template says until when it can be restored, and Undo brings it back at once", async () => {
  const id = await create("Poster");
  const { page, context, complaints } = await visitStudio(browser, service, "/studio/templates");
  await deleteInMenu(page, "Poster");
  expect(await statusOf(id)).toBe(404);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await card(page, "Poster").waitFor();
  expect(await statusOf(id)).toBe(200);
  // The picture of a restored template is shown again.
  await page.waitForFunction(`document.querySelector('img[src*="${id}"]')?.naturalWidth > 0`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("the gallery lists deleted templates, and restores one with its versions", async () => {
  const id = await create("Invitation");
  await service.call(`/api/v1/templates/${id}`, { method: "DELETE" });
  const { page, context, complaints } = await visitStudio(browser, service, "/studio/templates");
  await page.getByRole("link", { name: "Deleted templates" }).click();
  await page.getByRole("heading", { level: 1, name: "Deleted templates" }).waitFor();
  await card(page, "Invitation").getByText("Can be restored until").waitFor();
  await page.getByRole("button", { name: "Restore “Invitation”" }).click();
  await page.getByRole("status").getByText("“Invitation” is restored").waitFor();
  await card(page, "Invitation").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Templates in use" }).click();
  await card(page, "Invitation").waitFor();
  expect(await statusOf(id)).toBe(200);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a session that may not change templates sees the deleted ones, and which scope restores them", async () => {
  const id = await create("Menu");
  await service.call(`/api/v1/templates/${id}`, { method: "DELETE" });
  const { key } = await keyWith(service, ["render"]);
  const { page, context } = await visitStudio(browser, service, "/studio/templates?deleted=true", key);
  const button = page.getByRole("button", { name: "Restore “Menu”" });
  await button.waitFor();
  expect([await button.isDisabled(), await button.getAttribute("title")]).toEqual([
    true,
    "Needs a key with the scope “templates”.",
  ]);
  await context.close();
});

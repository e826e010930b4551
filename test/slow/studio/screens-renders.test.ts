/** The pages of renders: the live list with its filters, and what one render says and offers. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../end-to-end/service.js";
import { StuckJobs } from "../../end-to-end/waiting-support.js";
import { createTemplate, failFor, faultsAtAllWidths, hold, tabTo, useStudio } from "./use-studio.js";

const { service, stack, irs, on, emptyWorkspace } = useStudio();
const IMAGE = { id: "photo", name: "photo", type: "image", x: 0, y: 0, width: 200, height: 100, strict: true } as const;

let card: string;
/** A template whose renders fail unless they have another image. */
let strict: string;
let failed: string;
let stuckJobs: StuckJobs;
/** A job that the tests themselves have ended has no picture, which the browser reports. */
const NO_PICTURE = "410";

beforeAll(async () => {
  card = await createTemplate(irs(), "Small card");
  const image = { ...IMAGE, image_url: "https://images.invalid/photo.png" };
  ({ id: strict } = await irs().templates.create({
    name: "Strict photo",
    document: { width: 200, height: 100, layers: [image] },
  }));
  stuckJobs = await StuckJobs.prepare(service, stack);
  failed = await render(strict);
});

/** Renders a template, and returns the ID after the end. */
async function render(template: string): Promise<string> {
  const { id } = await service.createRender({ template });
  await service.ended(id);
  return id;
}

const rows = (page: Page) => page.getByRole("table", { name: "Renders" }).locator("tbody tr");

describe("the list", () => {
  test("a new render waits behind a button, and nothing moves before it is pressed", async () => {
    await on("/studio/renders", async (page) => {
      const first = rows(page).first();
      await first.getByText("Strict photo").waitFor();
      const id = await render(card);
      await page.getByRole("button", { name: "Show 1 new" }).waitFor();
      expect(await first.textContent()).toContain("Strict photo");
      await page.getByRole("button", { name: "Show 1 new" }).click();
      await first.getByText("Small card").waitFor();
      expect(await first.getByRole("link").getAttribute("href")).toBe(`/studio/renders/${id}`);
    });
  });

  test("a row changes by itself when its render ends", async () => {
    const id = await stuckJobs.create();
    await on(
      "/studio/renders",
      async (page) => {
        const row = rows(page).filter({ has: page.locator(`a[href$="${id}"]`) });
        await row.getByText("Waiting").waitFor();
        await stuckJobs.end(id);
        await row.getByText("Done").waitFor();
      },
      { expected: [NO_PICTURE] },
    );
  });

  test("the filters are in the address, and can be removed together", async () => {
    await on(
      "/studio/renders",
      async (page) => {
        await page.getByLabel("Status").selectOption("Failed or canceled");
        await rows(page).filter({ hasText: "Done" }).first().waitFor({ state: "detached" });
        await page.getByLabel("Template").selectOption("Strict photo");
        await until("only one row is left", async () => ((await rows(page).count()) === 1 ? true : undefined));
        expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ status: "failed", template: strict });
        await page.getByLabel("Template").selectOption("Event ticket");
        await page.getByText("No render matches the filters").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        await page.getByRole("button", { name: "Remove the filters" }).click();
        await rows(page).nth(1).waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
      },
      { expected: [NO_PICTURE] },
    );
  });

  test("the list has a state for loading, for no renders, and for a failure with a way to try again", async () => {
    const apiKey = await emptyWorkspace();
    const use = async (page: Page): Promise<void> => {
      const release = await hold(page, /\/api\/v1\/renders(\?|$)/);
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Renders" }).click();
      await page.locator(".data-table[aria-busy=true]").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      release();
      await page.getByText("No renders yet").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      const mend = await failFor(page, /\/api\/v1\/renders(\?|$)/);
      await page.reload();
      await page.getByRole("alert").getByText("The renders could not be loaded.").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await mend();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("No renders yet").waitFor();
    };
    await on("/studio/usage", use, { apiKey, expected: ["500"] });
  });
});

describe("a render", () => {
  test("a failed render says why, what to do, and links to an existing section of the documentation", async () => {
    await on(`/studio/renders/${failed}`, async (page) => {
      await page.getByText("Failed after 1 attempt · the credit was refunded").waitFor();
      await page
        .getByText(/The host images\.invalid does not exist/)
        .first()
        .waitFor();
      await page.getByText("An image could not be read from its address.").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.getByRole("link", { name: "Read about it" }).click();
      await page.getByRole("heading", { level: 1, name: "Template format" }).waitFor();
      const { hash } = new URL(page.url());
      expect(await page.locator(hash).count()).toBe(1);
    });
  });

  test("a render is repeated with changes after these were checked, with the keyboard alone", async () => {
    const id = await render(card);
    await on(
      `/studio/renders/${id}`,
      async (page) => {
        await page.getByRole("img", { name: "The picture of “Small card”" }).waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        await page.keyboard.press("e");
        const dialog = page.getByRole("dialog", { name: "Render again with changes · Small card" });
        await dialog.getByText("The request is valid: 400 × 210 pixels.").waitFor();
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText('{ "scale": 9 }');
        await dialog.getByText("The service would refuse this request:").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText('{ "layers": { "title": { "text": "Changed" } }, "scale": 2 }');
        await dialog.getByText("The request is valid: 800 × 420 pixels.").waitFor();
        await tabTo(page, "Render for 1 credit");
        await page.keyboard.press("Enter");
        await dialog.waitFor({ state: "detached" });
        await page.getByText(/^Done in/).waitFor();
        expect(page.url()).not.toContain(id);
        await page.getByText("Repeats").waitFor();
        await page.getByRole("group", { name: "The request as JSON" }).getByText('"Changed"').waitFor();
      },
      { expected: ["422"] },
    );
  });

  test("a render that waits is canceled, and its credit is refunded", async () => {
    const id = await stuckJobs.create();
    await on(`/studio/renders/${id}`, async (page) => {
      await page.getByText("Waiting for a renderer").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.getByRole("button", { name: "Cancel the render" }).click();
      await page.getByText("Canceled · the credit was refunded").waitFor();
      await page.getByText("Why there is no picture").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
    expect((await service.getRender(id)).status).toBe("failed");
  });

  test("a render is deleted after a dialog has named what is lost, and its page says that it is gone", async () => {
    const id = await render(card);
    await on(
      `/studio/renders/${id}`,
      async (page) => {
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Delete" }).click();
        const dialog = page.getByRole("dialog", { name: "Delete this render?" });
        await dialog.getByText("The credit stays spent.").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
        await dialog.getByRole("button", { name: "Delete the render" }).click();
        await page.getByRole("heading", { level: 1, name: "Renders" }).waitFor();
        await page.goto(`/studio/renders/${id}`);
        await page.getByText("There is no such render").waitFor();
        expect(await faultsAtAllWidths(page)).toEqual([]);
      },
      { expected: ["404", NO_PICTURE] },
    );
  });
});

/** Flows with the keyboard alone. After each key, something has the focus, and its ring can be seen. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../end-to-end/service.js";
import { StuckJobs } from "../../end-to-end/waiting-support.js";
import { createTemplate, tabTo, useStudio } from "./use-studio.js";

const { service, stack, irs, on } = useStudio();
let stuckJobs: StuckJobs;

beforeAll(async () => {
  stuckJobs = await StuckJobs.prepare(service, stack);
});

/**
 * The element with the focus: its name, and whether its ring is drawn. A ring can also be around the row or the field.
 */
const FOCUSED = `{
  const element = document.activeElement;
  const drawn = (part) => part !== null && getComputedStyle(part).outlineStyle !== "none";
  element === document.body || element === null
    ? "nothing"
    : drawn(element) || drawn(element.closest("tr")) || drawn(element.closest(".field"))
      ? "a visible ring"
      : element.outerHTML.slice(0, 120);
}`;

/** Waits until something has the focus, and its ring can be seen. Focus that is lost does not come back by itself. */
async function expectFocus(page: Page): Promise<void> {
  let focused = "";
  await until(
    `the focus is visible, but it was: ${focused}`,
    async () => {
      focused = await page.evaluate<string>(FOCUSED);
      return focused === "a visible ring" ? true : undefined;
    },
    5_000,
  ).catch(() => expect(focused).toBe("a visible ring"));
}

/** Presses Tab until the element with this name has the focus, and then a key. The focus is visible before and after. */
async function press(page: Page, name: string, key = "Enter"): Promise<void> {
  await tabTo(page, name);
  await expectFocus(page);
  await page.keyboard.press(key);
}

/** Opens the menu of this name, and chooses an action. */
async function choose(page: Page, menu: string, action: string): Promise<void> {
  await press(page, menu);
  const item = page.getByRole("menuitem", { name: action });
  await item.waitFor();
  for (let presses = 0; presses < 12; presses++) {
    await expectFocus(page);
    if (await item.evaluate<boolean, Element>((element) => element === element.ownerDocument.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

/** Opens the dialog of the browser with the button that has the focus, and chooses a file in it. */
async function chooseFile(page: Page, name: string, content: string, mimeType: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await press(page, "Choose a file");
  await (await choosing).setFiles({ name, mimeType, buffer: Buffer.from(content) });
  await page.getByRole("heading", { level: 1, name: /./ }).waitFor();
}

describe("with the keyboard alone", () => {
  test("a JSON file with a problem is imported, fixed, and becomes a template", async () => {
    const layer =
      '{ "id": "t", "type": "text", "x": 9, "y": 9, "width": 90, "height": 30, "text": "Hi", "colour": "#fff" }';
    const document = `{ "width": 120, "height": 63, "layers": [${layer}] }`;
    await on(
      "/studio/templates",
      async (page) => {
        // The page listens to its keys as soon as it is shown.
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.keyboard.press("n");
        await page.getByRole("heading", { level: 1, name: "New template" }).waitFor();
        await expectFocus(page);
        await chooseFile(page, "banner.json", document, "application/json");
        await page.getByRole("alert").getByText("There is no attribute").waitFor();
        await expectFocus(page);
        await tabTo(page, "Document");
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText(document.replace("colour", "color"));
        await page.getByRole("img", { name: "The picture of the document" }).waitFor();
        await press(page, "Create the template");
        await page.getByRole("heading", { level: 1, name: "banner" }).waitFor();
        await expectFocus(page);
      },
      { expected: ["422"] },
    );
  });

  test("a sheet is mapped, fixed at its cell, sent, and its pictures are saved", async () => {
    const template = await createTemplate(irs(), "Name card");
    await on(
      `/studio/batches/new?template=${template}`,
      async (page) => {
        await chooseFile(page, "names.csv", "Who,title_color\nAda,#ff0000\nGrace,no color\n", "text/csv");
        await page.getByRole("heading", { level: 1, name: "names.csv" }).waitFor();
        await expectFocus(page);
        await tabTo(page, "What the column “Who” fills");
        await page.keyboard.type("title: Text");
        await expectFocus(page);
        await page.getByText("2 of 2 fill the picture.").waitFor();
        await press(page, "Check 2 rows");
        await page.getByText("1 problem in 1 row.").waitFor();
        await expectFocus(page);
        await tabTo(page, "title_color, row 3");
        await page.keyboard.press("Control+a");
        await page.keyboard.type("#00ff00");
        await page.getByText("2 renders · 2 credits").waitFor();
        await press(page, "Send 2 renders");
        await page.getByText("2 of 2 rows done").waitFor({ timeout: 120_000 });
        await expectFocus(page);
        const saving = page.waitForEvent("download");
        await press(page, "Download pictures");
        expect((await saving).suggestedFilename()).toBe("names.zip");
        await expectFocus(page);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        expect(await page.evaluate("document.activeElement.textContent")).toBe("Download pictures");
        await expectFocus(page);
      },
      { expected: ["422"] },
    );
  });

  test("a render that waits is canceled, and then deleted", async () => {
    const id = await stuckJobs.create();
    await on(
      `/studio/renders/${id}`,
      async (page) => {
        await page.getByText("Waiting for a renderer").waitFor();
        await press(page, "Cancel the render");
        await page.getByText("Canceled · the credit was refunded").waitFor();
        await expectFocus(page);
        await choose(page, "More actions", "Delete");
        await page.getByRole("dialog", { name: "Delete this render?" }).waitFor();
        await expectFocus(page);
        await press(page, "Delete the render");
        await page.getByRole("heading", { level: 1, name: "Renders" }).waitFor();
        await expectFocus(page);
      },
      { expected: ["410", "404"] },
    );
    expect((await service.call(`/api/v1/renders/${id}`)).status).toBe(404);
  });

  test("a template is deleted in the gallery, and Undo brings it back", async () => {
    for (const name of ["Keyboard 1", "Keyboard 2", "Keyboard 3"]) await createTemplate(irs(), name);
    const names = (page: Page) => page.locator(".template-name").allTextContents();
    await on("/studio/templates?q=Keyboard&sort=name", async (page) => {
      await page.getByRole("link", { name: /Keyboard 2/ }).waitFor();
      await choose(page, "Actions for Keyboard 2", "Delete");
      await page.getByRole("link", { name: /Keyboard 2/ }).waitFor({ state: "detached" });
      await expectFocus(page);
      // The focus is where the card was, and not at the top of the page.
      expect(await page.evaluate("document.activeElement.closest('li')?.textContent")).toContain("Keyboard 3");
      await press(page, "Undo");
      await page.getByRole("link", { name: /Keyboard 2/ }).waitFor();
      await expectFocus(page);
      expect(await names(page)).toEqual(["Keyboard 1", "Keyboard 2", "Keyboard 3"]);
    });
  });

  test("a link within a page leads to the title of the next page, and Escape out of a dialog to what opened it", async () => {
    await createTemplate(irs(), "Followed");
    await on("/studio/templates?q=Followed", async (page) => {
      await page.getByRole("link", { name: /Followed/ }).waitFor();
      await page.keyboard.press("Control+k");
      // Its only field has the focus, and the chosen entry below it is marked.
      await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("link", { name: /Followed/ }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Followed" }).waitFor();
      await expectFocus(page);
      expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    });
  });
});

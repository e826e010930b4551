/** The JSON beside the canvas: both ways, while it is invalid, with undo, by keys, and at all widths. */
import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { createTemplate, faultsAtAllWidths, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const exact = (page: Page): Promise<void> => page.locator('.canvas-picture > img[data-exact="true"]').waitFor();
const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });
const layer = (page: Page, name: string): Locator => page.getByRole("treeitem", { name: new RegExp(`^${name},`) });
const code = (page: Page): Locator => page.getByRole("textbox", { name: "JSON of the document" });
const line = (page: Page, text: string): Locator => page.locator(".cm-line", { hasText: text });
const shows = (page: Page, text: string): Promise<void> => page.getByRole("status").getByText(text).waitFor();

async function open(page: Page): Promise<void> {
  await exact(page);
  await page.getByRole("button", { name: "Show the JSON" }).click();
  await code(page).waitFor();
}

/** Puts the cursor at the end of the line that has a text. */
async function cursorAt(page: Page, text: string): Promise<void> {
  await line(page, text).click();
  await page.keyboard.press("End");
}

test("what is typed in the JSON is on the canvas and in the stored template, as one named step that can be undone", async () => {
  const id = await createTemplate(irs(), "Typed");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await open(page);
    await shows(page, "The canvas shows this JSON.");
    await cursorAt(page, '"text": "Typed"');
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(" as JSON");
    await exact(page);
    await layer(page, "title").and(page.locator('[aria-selected="true"]')).waitFor();
    await page.getByRole("button", { name: "Undo: Edit the JSON" }).waitFor();
    await page.keyboard.press("Control+z");
    await line(page, '"text": "Typed"').waitFor();
    await page.keyboard.press("Control+Shift+z");
    await line(page, '"text": "Typed as JSON"').waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(/^Saved/).waitFor();
  });
  const { document } = await irs().templates.get(id);
  expect(document.layers).toMatchObject([{ id: "title", text: "Typed as JSON" }]);
});

test("a change in the panel changes its line, and the cursor and the scroll position of the text stay", async () => {
  const id = await createTemplate(irs(), "Panel");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await open(page);
    await cursorAt(page, '"width": 400');
    await layer(page, "title").click();
    await field(page, "Left").fill("44");
    await field(page, "Left").press("Enter");
    await line(page, '"x": 44').waitFor();
    await code(page).focus();
    await page.keyboard.type(" ");
    await line(page, '"width": 400, ').waitFor();
  });
});

test("an invalid text is marked at its line, the canvas keeps the last valid document, and undo restores the text", async () => {
  const id = await createTemplate(irs(), "Invalid");
  await on(
    `/studio/templates/${id}/edit`,
    async (page) => {
      await open(page);
      await cursorAt(page, '"text": "Invalid"');
      await page.keyboard.type(" oops");
      await shows(page, "The canvas shows the last valid JSON.");
      await page.getByRole("button", { name: /^Go to line \d+: A comma or a closing bracket is missing/ }).waitFor();
      await page.getByRole("button", { name: "Nothing to undo" }).waitFor();
      await page.keyboard.press("Control+z");
      await shows(page, "The canvas shows this JSON.");
      // A text that is JSON is sent to the service, which says what is wrong with its values.
      await cursorAt(page, '"height": 100');
      await page.keyboard.type(', "color": 5');
      const problem = page.getByRole("button", { name: /^Go to line \d+: / });
      await problem.waitFor();
      await page.locator(".cm-lintRange-error").first().waitFor();
      await problem.click();
      await page.locator(".cm-focused").waitFor();
    },
    { expected: ["422"] },
  );
});

test("the schema completes keys and values, names variables in expressions, and explains what is under the pointer", async () => {
  const id = await createTemplate(irs(), "Completed");
  const document = { width: 400, height: 210, layers: [{ id: "a", name: "a", type: "text", text: "A" }] } as const;
  const variables = [{ name: "accent", type: "color", default: "#ff0000" }] as const;
  await irs().templates.update(id, {
    document: { ...document, layers: [...document.layers], variables: [...variables] },
  });
  await on(
    `/studio/templates/${id}/edit`,
    async (page) => {
      await open(page);
      await cursorAt(page, '"text": "A"');
      await page.keyboard.type(',\n"alig');
      await page
        .getByRole("option", { name: /^align\b/ })
        .first()
        .click();
      await page.keyboard.type("cen");
      await page.getByRole("option", { name: "center" }).click();
      await line(page, '"align": "center"').waitFor();
      await page.keyboard.type(',\n"color": "{{ acc');
      await page.getByRole("option", { name: /^accent/ }).click();
      await page.keyboard.type(" }}");
      await line(page, '"color": "{{ accent }}"').waitFor();
      await shows(page, "The canvas shows this JSON.");
      await line(page, '"align"').getByText('"align"').hover();
      await page.getByRole("tooltip").or(page.locator(".cm-tooltip-hover")).getByText("Alignment").waitFor();
    },
    // The service refuses unfinished text.
    { expected: ["422"] },
  );
});

test("Escape and Tab leave the text, its keys move no layer, and it has no fault at any width in light and dark", async () => {
  const id = await createTemplate(irs(), "Keys");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await open(page);
    await line(page, '"title"').first().click();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+z");
    await layer(page, "title").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate<boolean>("document.activeElement.shadowRoot === null")).toBe(true);
    await shows(page, "The canvas shows this JSON.");
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Hide the JSON" }).last().click();
    await code(page).waitFor({ state: "detached" });
  });
});

/**
 * Situations that an editor must survive: a hundred operations and back, two windows, a lost connection, and input
 * methods.
 */
import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { randomNumbers } from "../../../scripts/random-numbers.js";
import { dragMouse, exactPicture, fieldOf, layerRow, middleOf, placeOf, saveTemplate } from "./editor-kit.js";
import { createTemplate, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const documentOf = async (id: string) =>
  (await irs().templates.get(id)).document as unknown as { layers: { id: string; text?: string }[] };

/** Keeps the document of the last preview that the page has asked for, as the text that was sent. */
function watchDocuments(page: Page): () => string {
  let last = "";
  page.on("request", (request) => {
    if (!request.url().endsWith("/templates/preview")) return;
    last = JSON.stringify((request.postDataJSON() as { document: unknown }).document);
  });
  return () => last;
}

/** Does one operation as a person does: with the pointer, by a key, or in the panel. */
async function operate(page: Page, random: () => number): Promise<void> {
  const point = () => placeOf(page, 10 + random() * 380, 10 + random() * 190, 400);
  const keys = ["r", "o", "t", "l", "Control+d", "Control+g", "Control+Shift+g", "Control+a", "Control+[", "Control+]"];
  const kind = Math.floor(random() * 6);
  if (kind < 2) await dragMouse(page, await point(), await point(), 4);
  else if (kind === 2 && (await page.getByRole("img", { name: "Resize from the bottom right" }).isVisible())) {
    const handle = await middleOf(page.getByRole("img", { name: "Resize from the bottom right" }));
    await dragMouse(page, handle, [handle[0] + random() * 60 - 30, handle[1] + random() * 60 - 30], 4);
  } else if (kind === 3 && (await fieldOf(page, "Opacity").isVisible())) {
    await fieldOf(page, "Opacity").fill((random() * 0.9).toFixed(2));
    await page.keyboard.press("Enter");
  } else {
    await page.locator(".canvas").focus();
    const arrows = ["ArrowLeft", "ArrowUp", "Shift+ArrowRight", "Shift+ArrowDown", "Delete"];
    const all = [...keys, ...arrows];
    await page.keyboard.press(all[Math.floor(random() * all.length)] ?? "r");
  }
}

test("a hundred random operations and their undo end with the original document, byte for byte", async () => {
  const id = await createTemplate(irs(), "At random");
  await on(
    `/studio/templates/${id}/edit`,
    async (page) => {
      const sent = watchDocuments(page);
      await page.reload();
      await exactPicture(page);
      const first = sent();
      const random = randomNumbers(27);
      for (let count = 0; count < 100; count += 1) await operate(page, random);
      await exactPicture(page);
      expect(sent()).not.toBe(first);
      await page.locator(".canvas").focus();
      const end = page.getByRole("button", { name: "Nothing to undo" });
      let steps = 0;
      for (; steps < 200 && !(await end.isVisible()); steps += 1) await page.keyboard.press("Control+z");
      // Several operations do nothing, such as a marquee or a key without a selection.
      expect(steps).toBeGreaterThan(30);
      await exactPicture(page);
      expect(sent()).toBe(first);
      await page.getByRole("button", { name: "Save", exact: true }).and(page.locator(":disabled")).waitFor();
      for (let step = 0; step < steps; step += 1) await page.keyboard.press("Control+Shift+z");
      await page.getByRole("button", { name: "Nothing to redo" }).waitFor();
      await page.getByText("Not saved").waitFor();
    },
    // A drag can begin on a layer that the service no longer draws, for example one that an opacity hides.
    { expected: ["422", "429"] },
  );
});

describe("two windows with one template", () => {
  test("a window without work shows the version of the other one, and one with work loses nothing by a reload", async () => {
    const id = await createTemplate(irs(), "Twice");
    await on(`/studio/templates/${id}/edit`, async (first) => {
      await exactPicture(first);
      const second = await first.context().newPage();
      second.on("dialog", (dialog) => void dialog.accept());
      await second.goto(`/studio/templates/${id}/edit`);
      await exactPicture(second);
      await layerRow(first, "title").click();
      await fieldOf(first, "Text").fill("From the first window");
      await saveTemplate(first);
      const show = second.getByRole("button", { name: "Show version 2", exact: true });
      await show.click();
      await show.waitFor({ state: "detached" });
      await layerRow(second, "title").click();
      expect(await fieldOf(second, "Text").inputValue()).toBe("From the first window");
      await second.locator(".canvas").focus();
      await second.keyboard.press("r");
      await exactPicture(second);
      await fieldOf(first, "Text").fill("Again from the first");
      await saveTemplate(first);
      await second.getByText("Version 3 was saved in another window.").waitFor();
      await second.reload();
      await second.getByText("This is your unsaved work of the last time.").waitFor();
      await second.getByRole("button", { name: "Save", exact: true }).click();
      await second.getByRole("button", { name: "Save with these choices" }).click();
      await second.getByText(/^Saved/).waitFor();
    });
    expect((await documentOf(id)).layers).toMatchObject([{ text: "Again from the first" }, { id: "rectangle" }]);
  });
});

test("without a connection the work continues and is kept, and it is drawn and saved when the connection is back", async () => {
  const id = await createTemplate(irs(), "Offline");
  await on(
    `/studio/templates/${id}/edit`,
    async (page) => {
      await exactPicture(page);
      await layerRow(page, "title").click();
      await page.context().setOffline(true);
      await fieldOf(page, "Text").fill("Written without a connection");
      await page.getByText("The connection to the service is lost.").first().waitFor();
      await dragMouse(page, await placeOf(page, 200, 60, 400), await placeOf(page, 200, 100, 400));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("The template was not saved. Your work is still here.").waitFor();
      expect(await fieldOf(page, "Text").inputValue()).toBe("Written without a connection");
      await page.context().setOffline(false);
      // The picture follows by itself.
      await exactPicture(page);
      await saveTemplate(page);
    },
    { expected: ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"] },
  );
  const [title] = (await documentOf(id)).layers;
  expect(title).toMatchObject({ text: "Written without a connection" });
  expect((title as { y?: number }).y).toBeGreaterThan(40);
});

test("an input method writes into the picture while it composes, and undo takes the composed text back", async () => {
  const id = await createTemplate(irs(), "Composed");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await page.mouse.dblclick(...(await placeOf(page, 100, 40, 400)));
    const field = page.getByRole("textbox", { name: "Text of title" });
    await field.waitFor();
    await page.keyboard.press("Control+a");
    const client = await page.context().newCDPSession(page);
    for (const text of ["に", "にほ", "にほn", "にほんご"]) {
      await client.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    }
    expect(await field.inputValue()).toBe("にほんご");
    await exactPicture(page);
    await client.send("Input.insertText", { text: "日本語" });
    expect(await field.inputValue()).toBe("日本語");
    await exactPicture(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await exactPicture(page);
    await layerRow(page, "title").click();
    expect(await fieldOf(page, "Text").inputValue()).toBe("Composed");
    await page.locator(".canvas").focus();
    await page.keyboard.press("Control+Shift+z");
    await saveTemplate(page);
  });
  expect((await documentOf(id)).layers[0]).toMatchObject({ text: "日本語" });
});

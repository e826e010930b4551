/** Rich text by shortcuts, while a text is edited on the canvas. */
import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { exactPicture, placeOf, saveTemplate } from "./editor-kit.js";
import { useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

/** Opens a template with one text, and edits it in its place. */
async function editText(
  text: string,
  use: (page: Page, field: Locator, id: string) => Promise<void>,
  attributes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const layer = {
    id: "title",
    name: "title",
    type: "text" as const,
    x: 20,
    y: 20,
    width: 360,
    height: 100,
    text,
    ...attributes,
  };
  const { id } = await irs().templates.create({ name: "Rich", document: { width: 400, height: 210, layers: [layer] } });
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await page.mouse.dblclick(...(await placeOf(page, 60, 40, 400)));
    const field = page.getByRole("textbox", { name: "Text of title" });
    await field.waitFor();
    await use(page, field, id);
  });
}

const selected = (field: Locator): Promise<string> =>
  field.evaluate((one: HTMLTextAreaElement) => one.value.slice(one.selectionStart, one.selectionEnd));
const caretOf = (field: Locator): Promise<number> => field.evaluate((one: HTMLTextAreaElement) => one.selectionStart);

test("a bold part makes a plain text rich, the selection stays, each shortcut is a step, and the service draws it", async () => {
  await editText("Hello world", async (page, field, id) => {
    const before = await page.locator(".canvas-picture > img").getAttribute("src");
    await field.press("End");
    await field.press("Control+Shift+ArrowLeft");
    await field.press("Control+b");
    expect(await field.inputValue()).toBe("Hello **world**");
    expect(await selected(field)).toBe("world");
    await field.press("Control+i");
    expect(await field.inputValue()).toBe("Hello ***world***");
    expect(await selected(field)).toBe("world");
    await field.press("Control+z");
    expect(await field.inputValue()).toBe("Hello **world**");
    await field.press("Control+z");
    expect(await field.inputValue()).toBe("Hello world");
    expect(await selected(field)).toBe("world");
    await field.press("Control+Shift+z");
    expect(await field.inputValue()).toBe("Hello **world**");
    expect(await selected(field)).toBe("world");
    await page.getByRole("button", { name: "Undo: Bold of title" }).waitFor();
    await exactPicture(page);
    expect(await page.locator(".canvas-picture > img").getAttribute("src")).not.toBe(before);
    await saveTemplate(page);
    const { document } = await irs().templates.get(id);
    expect(document).toMatchObject({ layers: [{ text: "Hello **world**", rich: true }] });
  });
});

test("typed text stays bold, a space behind the last bold word shows no mark, and Backspace takes marks with their word", async () => {
  await editText(
    "Hi **you**",
    async (page, field) => {
      await field.press("End");
      await page.keyboard.type("r dog");
      expect(await field.inputValue()).toBe("Hi **your** dog");
      for (let presses = 0; presses < 8; presses++) await field.press("Backspace");
      expect(await field.inputValue()).toBe("Hi ");
      expect(await caretOf(field)).toBe(3);
      await page.keyboard.type("**x**");
      expect(await field.inputValue()).toBe("Hi **x**");
    },
    { rich: true },
  );
});

test("an arrow key moves the caret over all marks between two letters at once", async () => {
  await editText(
    "a**b**[c]{#ff0000}",
    async (_, field) => {
      await field.press("Home");
      const places: number[] = [];
      for (let presses = 0; presses < 3; presses++) {
        await field.press("ArrowRight");
        places.push(await caretOf(field));
      }
      expect(places).toEqual([1, 4, 8]);
    },
    { rich: true },
  );
});

test("underlining a part underlines the whole text, and a message says so", async () => {
  await editText("Hello world", async (page, field, id) => {
    await field.press("End");
    await field.press("Control+Shift+ArrowLeft");
    await field.press("Control+u");
    await page.getByText("A line is below the whole text. A part of a text cannot have one.").waitFor();
    await saveTemplate(page);
    const { document } = await irs().templates.get(id);
    expect(document).toMatchObject({ layers: [{ text: "Hello world", text_decoration: "underline" }] });
  });
});

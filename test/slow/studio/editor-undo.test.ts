/**
 * Everything that can be done in the editor, done with the pointer and the keyboard, undone, and repeated. After each step
 * the document is compared with the one before.
 */
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../end-to-end/service.js";
import { dragMouse, exactPicture, fieldOf, layerRow, middleOf, placeOf } from "./editor-kit.js";
import { useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const WIDTH = 600;
const shape = (id: string, x: number, y: number, more: object = {}) => ({
  id,
  name: id,
  type: "rectangle",
  x,
  y,
  width: 100,
  height: 90,
  background_color: "#336699",
  ...more,
});
const DOCUMENT = {
  width: WIDTH,
  height: 400,
  variables: [{ name: "words", type: "string", default: "Hello" }],
  layers: [
    shape("red", 37, 43, { background_color: "#cc3333" }),
    shape("green", 203, 61, { background_color: "#33aa55" }),
    shape("blue", 411, 87),
    { id: "title", name: "title", type: "text", x: 41, y: 233, width: 300, height: 60, text: "Title", font_size: 40 },
    {
      id: "pair",
      name: "pair",
      type: "group",
      x: 400,
      y: 250,
      width: 150,
      height: 100,
      children: [shape("left", 0, 0, { width: 50 }), shape("right", 70, 0, { width: 50 })],
    },
  ],
};

/** Reads the unsaved document that the browser keeps. Undefined if nothing differs from the stored one. */
const keptDocument = (page: Page): Promise<string | undefined> =>
  page.evaluate<string | undefined>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open("studio-editor");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const [store] = database.objectStoreNames;
      const reading = database.transaction(store).objectStore(store).getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        const [draft] = reading.result;
        resolve(draft === undefined ? undefined : JSON.stringify(draft.history.present.document));
      };
    };
  })`);

async function select(page: Page, ...names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    await layerRow(page, name).click({ position: { x: 60, y: 12 }, ...(index > 0 && { modifiers: ["Shift"] }) });
  }
}

/** Presses a key on the canvas. */
async function press(page: Page, key: string): Promise<void> {
  await page.locator(".canvas").focus();
  await page.keyboard.press(key);
}

const dragHandle = async (page: Page, name: string, dx: number, dy: number): Promise<void> => {
  const [x, y] = await middleOf(page.getByRole("img", { name, exact: true }));
  await dragMouse(page, [x, y], [x + dx, y + dy]);
};
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** An action, and the step that it adds to the history. */
const STEPS: readonly (readonly [step: string, run: (page: Page) => Promise<void>])[] = [
  ["Move red", async (page) => dragMouse(page, await placeOf(page, 60, 60, WIDTH), await placeOf(page, 93, 71, WIDTH))],
  [
    "Resize red",
    async (page) => {
      await select(page, "red");
      await dragHandle(page, "Resize from the bottom right", 31, 17);
    },
  ],
  [
    "Rotate green",
    async (page) => {
      await select(page, "green");
      await dragHandle(page, "Rotate", 40, 20);
    },
  ],
  [
    "Round the corners of blue",
    async (page) => {
      await select(page, "blue");
      await dragHandle(page, "Round the corners", 12, 12);
    },
  ],
  [
    "Group",
    async (page) => {
      await select(page, "red", "green");
      await press(page, "Control+g");
    },
  ],
  [
    "Ungroup",
    async (page) => {
      await select(page, "pair");
      await press(page, "Control+Shift+g");
    },
  ],
  [
    "Change the order of red",
    async (page) => {
      await select(page, "red");
      await press(page, "Control+]");
    },
  ],
  [
    "Align",
    async (page) => {
      await select(page, "red", "green");
      await button(page, "Align left").click();
    },
  ],
  [
    "Distribute",
    async (page) => {
      await select(page, "red", "green", "blue");
      await button(page, "Distribute vertically").click();
    },
  ],
  [
    "Duplicate blue",
    async (page) => {
      await select(page, "blue");
      await press(page, "Control+d");
    },
  ],
  [
    "Paste 1 layer",
    async (page) => {
      await select(page, "green");
      await press(page, "Control+c");
      await press(page, "Control+v");
    },
  ],
  [
    "Delete green",
    async (page) => {
      await select(page, "green");
      await press(page, "Delete");
    },
  ],
  [
    "Add Text",
    async (page) => {
      await press(page, "t");
      await fieldOf(page, "Text of text").waitFor();
      await page.keyboard.press("Escape");
    },
  ],
  [
    "Text of title",
    async (page) => {
      await page.mouse.dblclick(...(await placeOf(page, 80, 250, WIDTH)));
      await fieldOf(page, "Text of title").waitFor();
      await page.keyboard.type("Typed");
      await page.keyboard.press("Escape");
    },
  ],
  [
    "Opacity of red",
    async (page) => {
      await select(page, "red");
      await fieldOf(page, "Opacity").fill("0.5");
      await page.keyboard.press("Enter");
    },
  ],
  [
    "Bind Text of title",
    async (page) => {
      await select(page, "title");
      await button(page, "Make it a variable: Text").click();
    },
  ],
  [
    "Edit the variables",
    async (page) => {
      await press(page, "Escape");
      await button(page, "Add a variable").click();
    },
  ],
  [
    "Hide blue",
    async (page) => {
      await layerRow(page, "blue").hover();
      await button(page, "Hide blue").click();
    },
  ],
  [
    "Rename blue",
    async (page) => {
      await layerRow(page, "blue").getByText("blue", { exact: true }).dblclick();
      await fieldOf(page, "Name of blue").fill("sea");
      await page.keyboard.press("Enter");
    },
  ],
  [
    "Change the order of pair",
    async (page) => {
      await layerRow(page, "red").dragTo(layerRow(page, "pair"), { targetPosition: { x: 60, y: 4 } });
    },
  ],
  [
    "Edit the JSON",
    async (page) => {
      await button(page, "Show the JSON").click();
      await page.getByRole("textbox", { name: "JSON of the document" }).click();
      await page.keyboard.press("Control+a");
      // Text that replaces colored text at once would get an inline style from the browser, which the policy refuses.
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(JSON.stringify({ ...DOCUMENT, background: "#eeeeee" }));
      await page.getByRole("button", { name: "Undo: Edit the JSON" }).waitFor();
      await page.locator(".canvas").focus();
      await button(page, "Hide the JSON").first().click();
    },
  ],
];

test("each step is undone and repeated, and the document is the same as before and as after it", async () => {
  const { id } = await irs().templates.create({ name: "Undone", document: DOCUMENT as never });
  const before = await irs().templates.get(id);
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    for (const [step, run] of STEPS) {
      await run(page);
      const undoing = page.getByRole("button", { name: `Undo: ${step}`, exact: true });
      await undoing.waitFor().catch(() => {
        throw new Error(`“${step}” is not a step of the history.`);
      });
      await exactPicture(page);
      const after = await until(`“${step}” is kept`, () => keptDocument(page));
      await undoing.click();
      await button(page, "Nothing to undo").waitFor();
      // The very document that was opened is there again, so nothing is left to save.
      await button(page, "Save").and(page.locator(":disabled")).waitFor();
      await until(`“${step}” is undone`, async () => ((await keptDocument(page)) === undefined ? true : undefined));
      await page.getByRole("button", { name: `Redo: ${step}`, exact: true }).click();
      await until(`“${step}” is repeated`, async () => ((await keptDocument(page)) === after ? true : undefined));
      await undoing.click();
      await button(page, "Nothing to undo").waitFor();
      await until(`“${step}” is undone again`, async () =>
        (await keptDocument(page)) === undefined ? true : undefined,
      );
      await press(page, "Escape");
    }
    // A lock is not part of the document.
    await layerRow(page, "red").hover();
    await button(page, "Lock red").click();
    await button(page, "Nothing to undo").waitFor();
    await dragMouse(page, await placeOf(page, 60, 60, WIDTH), await placeOf(page, 93, 71, WIDTH));
    await button(page, "Nothing to undo").waitFor();
    await button(page, "Unlock red").click();
  });
  expect(await irs().templates.get(id)).toEqual(before);
});

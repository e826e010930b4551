/** The editor: from an empty page to a picture, with the pointer, with keys alone, with two people, and after a reload. */
import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { createTemplate, faultsAtAllWidths, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const documentOf = async (
  id: string,
): Promise<{ layers: { id: string; [key: string]: unknown }[]; [key: string]: unknown }> =>
  (await irs().templates.get(id)).document;

/** Waits until the canvas shows the exact picture of the current document. */
const exact = (page: Page): Promise<void> => page.locator('.canvas-picture > img[data-exact="true"]').waitFor();
const save = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/^Saved/).waitFor();
};
const layer = (page: Page, name: string) => page.getByRole("treeitem", { name: new RegExp(`^${name},`) });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Returns where a point of the document is on the screen. */
async function placeOf(page: Page, x: number, y: number, width: number): Promise<readonly [number, number]> {
  const box = await page.locator(".canvas-picture").boundingBox();
  if (box === null) throw new Error("The canvas shows no picture.");
  return [box.x + (x * box.width) / width, box.y + (y * box.width) / width];
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 6 });
  await page.mouse.up();
}

describe("the canvas", () => {
  test("a layer that is dragged is where it was dropped, in the picture and in the stored template", async () => {
    const id = await createTemplate(irs(), "Dragged");
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exact(page);
      await drag(page, await placeOf(page, 100, 60, 400), await placeOf(page, 113, 88, 400));
      await layer(page, "title").and(page.locator('[aria-selected="true"]')).waitFor();
      await exact(page);
      await save(page);
    });
    const [title] = (await documentOf(id)).layers;
    // The pointer is on whole pixels of the screen, and the layer on whole pixels of the document.
    expect(Math.abs(Number(title?.["x"]) - 33)).toBeLessThanOrEqual(1);
    expect(Math.abs(Number(title?.["y"]) - 48)).toBeLessThanOrEqual(1);
    expect(title).toMatchObject({ width: 360, height: 100 });
  });

  test("a handle resizes, undo restores everything, and redo repeats it", async () => {
    const id = await createTemplate(irs(), "Resized");
    const before = await documentOf(id);
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await layer(page, "title").click();
      const handle = await page.getByRole("img", { name: "Resize from the right" }).boundingBox();
      if (handle === null) throw new Error("The layer has no handle.");
      const middle = [handle.x + 5, handle.y + 5] as const;
      await drag(page, middle, [middle[0] - 60, middle[1]]);
      const resized = Number(await field(page, "Width").inputValue());
      expect(resized).toBeLessThan(360);
      await page.locator(".canvas").focus();
      await page.keyboard.press("Control+z");
      expect(await field(page, "Width").inputValue()).toBe("360");
      await page.keyboard.press("Control+Shift+z");
      expect(Number(await field(page, "Width").inputValue())).toBe(resized);
      await page.keyboard.press("Control+z");
      await page.getByRole("button", { name: "Nothing to undo" }).waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).and(page.locator(":disabled")).waitFor();
    });
    expect(await documentOf(id)).toEqual(before);
  });

  test("the picture of the editor is the picture that the service renders, byte for byte", async () => {
    const id = await createTemplate(irs(), "The same");
    let shown: Buffer | undefined;
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exact(page);
      await page.getByRole("button", { name: /^Zoom \d/ }).click();
      await page.getByRole("menuitem", { name: "True pixels" }).click();
      await layer(page, "title").click();
      // The last response before the picture is exact is that picture. The policy of the page lets no test read it there.
      page.on("response", (response) => {
        if (!response.url().endsWith("/templates/preview")) return;
        void response
          .json()
          .then((body: { readonly image: { readonly contentType: string; readonly base64: string } }) => {
            if (body.image.contentType === "image/png") shown = Buffer.from(body.image.base64, "base64");
          });
      });
      await field(page, "Text").fill("What you see");
      await exact(page);
      await save(page);
    });
    const job = await irs().renders.createAndWait({ template: id, format: "png" });
    const rendered = Buffer.from(await irs().renders.download(job.id));
    expect(await sharp(shown).metadata()).toMatchObject({ width: 400, height: 210 });
    expect(shown?.equals(rendered)).toBe(true);
  });
});

describe("a text on the canvas", () => {
  test.each([
    ["Latin", "Typed in place"],
    ["Arabic", "مرحبا بالعالم"],
    ["Japanese", "こんにちは世界"],
  ])("%s typed in place is in the picture, with the caret at its end", async (script, typed) => {
    const id = await createTemplate(irs(), script);
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exact(page);
      await page.mouse.dblclick(...(await placeOf(page, 100, 40, 400)));
      await page.getByRole("textbox", { name: "Text of title" }).waitFor();
      await page.keyboard.type(typed);
      await exact(page);
      const caret = await page.locator(".text-marks line").getAttribute("x1");
      const isRtl = script === "Arabic";
      // The layer reaches from 20 to 380. A text from right to left ends at its left side.
      if (isRtl) expect(Number(caret)).toBeLessThan(370);
      else expect(Number(caret)).toBeGreaterThan(100);
      await page.keyboard.press("Escape");
      await save(page);
    });
    expect((await documentOf(id)).layers[0]).toMatchObject({ text: typed });
  });

  test("arrow keys move the caret by the lines of the picture", async () => {
    const id = await createTemplate(irs(), "A long text that surely has more than one line in its box");
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exact(page);
      await page.mouse.dblclick(...(await placeOf(page, 100, 40, 400)));
      await page.getByRole("textbox", { name: "Text of title" }).waitFor();
      await page.keyboard.press("Control+Home");
      const caret = page.locator(".text-marks line");
      const first = Number(await caret.getAttribute("y1"));
      await page.keyboard.press("ArrowDown");
      expect(Number(await caret.getAttribute("y1"))).toBeGreaterThan(first);
    });
  });

  test("a variable is one character on the canvas: completed after braces, a chip over its value, and deleted as one", async () => {
    const text = { id: "title", name: "title", type: "text", x: 20, y: 20, width: 360, height: 100, font_size: 24 };
    const variables = [{ name: "guest", type: "string", default: "Ada Lovelace" }];
    const document = { width: 400, height: 210, variables, layers: [{ ...text, text: "Dear {{ guest }}, hi" }] };
    const { id } = await irs().templates.create({ name: "Chips", document: document as never });
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exact(page);
      await page.mouse.dblclick(...(await placeOf(page, 40, 35, 400)));
      const inPlace = page.getByRole("textbox", { name: "Text of title" });
      await inPlace.waitFor();
      const chips = page.locator(".text-marks rect.chip");
      await chips.waitFor();
      // The chip is as wide as the value, which is longer than “guest”.
      expect(Number(await chips.getAttribute("width"))).toBeGreaterThan(100);
      await page.keyboard.press("Control+End");
      for (let letter = 0; letter < ", hi".length; letter += 1) await page.keyboard.press("ArrowLeft");
      const caret = async () => Number(await page.locator(".text-marks line").getAttribute("x1"));
      const behind = await caret();
      await page.keyboard.press("ArrowLeft");
      // One press moves over the whole value.
      expect(behind - (await caret())).toBeGreaterThan(100);
      await page.locator(".chip-tag").getByText("guest").waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.keyboard.press("Delete");
      expect(await inPlace.inputValue()).toBe("Dear , hi");
      await page.keyboard.type("{{ gu");
      await page.getByRole("option", { name: /^guest/ }).waitFor();
      await page.keyboard.press("Enter");
      expect(await inPlace.inputValue()).toBe("Dear {{ guest }}, hi");
      await exact(page);
      await chips.waitFor();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(
        " and a text that is much too long for the box of this layer, so that its end is not shown at all",
      );
      await page.keyboard.type(" because the box of this layer has no room for all these lines");
      await page.locator(".fit-tag").getByText("“title” is cut").waitFor();
      await page.keyboard.press("Escape");
    });
  });
});

describe("the panel and the list", () => {
  test("keys alone add, move, bind, reorder and save a layer", async () => {
    const id = await createTemplate(irs(), "By keys");
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exact(page);
      await page.locator(".canvas").focus();
      await page.keyboard.press("r");
      await layer(page, "rectangle").and(page.locator('[aria-selected="true"]')).waitFor();
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Control+[");
      await field(page, "Left").focus();
      await page.keyboard.type("=");
      await page.keyboard.press("Escape");
      await field(page, "Width").fill("50% - 20");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Bind to data: Opacity" }).press("Enter");
      await field(page, "Opacity").fill("{{ 1 / 2 }}");
      await exact(page);
      await page.keyboard.press("Control+s");
      await page.getByText(/^Saved/).waitFor();
    });
    const { layers } = await documentOf(id);
    expect(layers.map((one) => one.id)).toEqual(["rectangle", "title"]);
    expect(layers[0]).toMatchObject({ type: "rectangle", width: 180, opacity: "{{ 1 / 2 }}" });
  });

  test("a value that the service refuses is named at its field, and the last picture stays", async () => {
    const id = await createTemplate(irs(), "Refused");
    await on(
      `/studio/templates/${id}/edit`,
      async (page) => {
        await exact(page);
        await layer(page, "title").click();
        await field(page, "Color").fill("no color");
        await page.getByRole("alert").filter({ hasText: "color" }).first().waitFor();
        expect(await page.locator(".canvas-picture > img").count()).toBe(1);
        await field(page, "Color").fill("#ff0000");
        await exact(page);
      },
      { expected: ["422"] },
    );
  });
});

describe("unsaved work", () => {
  test("a reload loses nothing, and the history continues", async () => {
    const id = await createTemplate(irs(), "Reloaded");
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await layer(page, "title").click();
      await field(page, "Text").fill("Not saved yet");
      await exact(page);
      page.on("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText("This is your unsaved work of the last time.").waitFor();
      await layer(page, "title").click();
      expect(await field(page, "Text").inputValue()).toBe("Not saved yet");
      await page.locator(".canvas").focus();
      await page.keyboard.press("Control+z");
      await layer(page, "title").click();
      expect(await field(page, "Text").inputValue()).toBe("Reloaded");
    });
  });

  test("the work of two people comes together, layer by layer, and neither overwrites the other", async () => {
    const id = await createTemplate(irs(), "Together");
    await on(
      `/studio/templates/${id}/edit`,
      async (page) => {
        await exact(page);
        const theirs = await documentOf(id);
        const frame = { id: "frame", name: "frame", type: "rectangle", x: 0, y: 0, width: 40, height: 40 };
        await irs().templates.update(id, { document: { ...theirs, layers: [...theirs.layers, frame] } as never });
        await layer(page, "title").click();
        await field(page, "Text").fill("My text");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        const dialog = page.getByRole("dialog", { name: "Somebody else has saved this template" });
        await dialog.getByRole("radio", { name: "Take their frame" }).and(page.locator(":checked")).waitFor();
        await dialog.getByRole("button", { name: "Save with these choices" }).click();
        await dialog.waitFor({ state: "detached" });
        await layer(page, "frame").waitFor();
      },
      { expected: ["412"] },
    );
    const { layers } = await documentOf(id);
    expect(layers.map((one) => [one.id, one["text"]])).toEqual([
      ["title", "My text"],
      ["frame", undefined],
    ]);
  });
});

test("the editor breaks no accessibility rule at any width, with and without a selection", async () => {
  const id = await createTemplate(irs(), "Accessible");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exact(page);
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await layer(page, "title").click();
    expect(await faultsAtAllWidths(page)).toEqual([]);
  });
});

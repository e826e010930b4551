/** Saving in the editor: a version with a note, and the choice between the values of two people. */
import { expect, test } from "@jest/globals";
import { exactPicture, fieldOf, layerRow } from "./editor-kit.js";
import { createTemplate, faultsAtAllWidths, tabTo, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

test("a version that is saved with a note has the note in the list of versions", async () => {
  const id = await createTemplate(irs(), "Noted");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await layerRow(page, "title").click();
    await fieldOf(page, "Text").fill("A shorter title");
    await page.getByRole("button", { name: "Save with a note" }).click();
    const dialog = page.getByRole("dialog", { name: "Save with a note" });
    await dialog.getByRole("textbox").fill("Shorter title for phones");
    await page.keyboard.press("Enter");
    await page.getByText(/^Saved/).waitFor();
    await page.getByRole("link", { name: "Versions" }).click();
    await page.getByText("Shorter title for phones").waitFor();
  });
  const { document } = await irs().templates.get(id);
  expect(document.layers).toMatchObject([{ text: "A shorter title" }]);
});

test("each value that two people have changed is chosen by keys, and all values of a layer with one button", async () => {
  const id = await createTemplate(irs(), "Chosen");
  await on(
    `/studio/templates/${id}/edit`,
    async (page) => {
      await exactPicture(page);
      const { document } = await irs().templates.get(id);
      const [title] = document.layers;
      const theirs = { ...document, layers: [{ ...title, text: "Their text", color: "#b42626", x: 30 }] };
      await irs().templates.update(id, { document: theirs as never });
      await layerRow(page, "title").click();
      await fieldOf(page, "Text").fill("My text");
      await fieldOf(page, "Left").fill("50");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Somebody else has saved this template" });
      const radio = (name: string) => dialog.getByRole("radio", { name: new RegExp(`^${name}: `) });
      const isChosen = async (name: string): Promise<boolean> => await radio(name).isChecked();
      await radio("Keep my title: Text").waitFor();
      await dialog.getByText("My text").waitFor();
      await dialog.getByText("Their text").waitFor();
      expect(await isChosen("Keep my title: Text")).toBe(true);
      expect(await isChosen("Take their title: Color")).toBe(true);
      await dialog.getByRole("button", { name: "All theirs: title" }).click();
      expect(await isChosen("Take their title: Left")).toBe(true);
      await dialog.getByRole("button", { name: "All mine: title" }).click();
      expect(await isChosen("Keep my title: Color")).toBe(true);
      expect(await faultsAtAllWidths(page)).toEqual([]);
      // From here on, only keys are used.
      await tabTo(page, "Keep my title: Left: 50");
      await tabTo(page, "Keep my title: Text: My text");
      await page.keyboard.press("ArrowRight");
      expect(await isChosen("Take their title: Text")).toBe(true);
      await tabTo(page, "Save with these choices");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await page.getByText(/^Saved/).waitFor();
    },
    { expected: ["412"] },
  );
  const { layers } = (await irs().templates.get(id)).document as { layers: object[] };
  expect(layers).toMatchObject([{ text: "Their text", x: 50 }]);
  expect(layers[0]).not.toHaveProperty("color");
});

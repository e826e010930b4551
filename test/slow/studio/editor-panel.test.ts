/** The panel and the list of layers: fonts in their own shapes, and a small picture of each layer. */
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { faultsOf } from "../../end-to-end/page-visits.js";
import { exactPicture, fieldOf, layerRow } from "./editor-kit.js";
import { createTemplate, faultsAtAllWidths, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

test("a font is found by typing and chosen by keys among families in their own shapes, and undo brings the old one back", async () => {
  const id = await createTemplate(irs(), "Lettering");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await layerRow(page, "title").click();
    const button = page.getByRole("button", { name: /^Font family: / });
    expect(await button.innerText()).toBe("Inter");
    await button.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Choose a font" });
    await dialog.getByRole("option", { name: /Inter · /, selected: true }).waitFor();
    await dialog.getByRole("img", { name: "A sample of Inter" }).first().waitFor();
    await page.keyboard.type("playfair");
    await dialog.getByRole("option", { name: /Playfair Display · /, selected: true }).waitFor();
    await dialog.getByRole("img", { name: "A sample of Playfair Display" }).waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await dialog.getByRole("combobox").press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Font family: Playfair Display" }).waitFor();
    await exactPicture(page);
    await page.locator(".canvas").focus();
    await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "Font family: Inter" }).waitFor();
  });
});

test("a font is chosen on a phone from the sheet of values", async () => {
  const id = await createTemplate(irs(), "Lettering");
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await exactPicture(page);
    await page.getByRole("button", { name: "Layers" }).click();
    await layerRow(page, "title").click();
    await page.getByRole("button", { name: "Values" }).click();
    await page.getByRole("button", { name: "Font family: Inter" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose a font" });
    await dialog.getByRole("img", { name: "A sample of Lato" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("option", { name: /Lato · / }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Font family: Lato" }).waitFor();
  });
});

/** Waits until the pictures of all layers in view are there. */
async function thumbnails(page: Page): Promise<readonly string[]> {
  await exactPicture(page);
  await page.locator('[role=tree][data-drawing="false"]').waitFor();
  return await page.evaluate<string[]>(`[...document.querySelectorAll(".layer-picture img")].map((one) => one.src)`);
}

test("each layer has a small picture, which is drawn again only if its look changes, and one at a time", async () => {
  const layers = Array.from({ length: 12 }, (_, index) => ({
    id: `box-${index}`,
    name: `box-${index}`,
    type: "rectangle",
    x: 20 + 30 * index,
    y: 20,
    width: 20 + index,
    height: 20,
    background_color: "#3450c9",
  }));
  const { id } = await irs().templates.create({
    name: "Many boxes",
    document: { width: 400, height: 210, layers } as never,
  });
  await on(`/studio/templates/${id}/edit`, async (page) => {
    let open = 0;
    let most = 0;
    let sent = 0;
    const isThumbnail = (body: string | null): boolean => body?.includes('"background":"transparent"') === true;
    page.on("request", (request) => {
      if (!isThumbnail(request.postData())) return;
      sent++;
      most = Math.max(most, ++open);
    });
    page.on("requestfinished", (request) => {
      if (isThumbnail(request.postData())) open--;
    });
    await page.reload();
    await page.locator(".layer-picture img").nth(11).waitFor();
    const before = await thumbnails(page);
    expect([before.length, sent, most]).toEqual([12, 12, 1]);
    // Moving a layer does not change its look.
    await layerRow(page, "box-3").click();
    await fieldOf(page, "Left").fill("5");
    await page.keyboard.press("Enter");
    expect(await thumbnails(page)).toEqual(before);
    await fieldOf(page, "Width").fill("90");
    await page.keyboard.press("Enter");
    const place = before.length - 1 - 3;
    await page.locator(`[data-row="box-3"] .layer-picture img:not([src="${before[place] ?? ""}"])`).waitFor();
    const after = await thumbnails(page);
    expect(after.filter((address) => !before.includes(address))).toHaveLength(1);
    expect([sent, most]).toEqual([13, 1]);
  });
});

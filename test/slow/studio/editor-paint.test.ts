/** Handles of gradients and shadows on the canvas of the editor. */
import { describe, expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { dragMouse, exactPicture, fieldOf, layerRow, middleOf, placeOf, saveTemplate } from "./editor-kit.js";
import { faultsAtAllWidths, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const GRADIENT = {
  type: "linear-gradient",
  angle: 90,
  stops: [
    { color: "#6366f1", position: 0 },
    { color: "#ec4899", position: 1 },
  ],
} as const;
const CARD = { id: "card", name: "card", type: "rectangle", x: 50, y: 30, width: 300, height: 150 } as const;
const SHADOW = { shadow_color: "#00000080", shadow_x: 4, shadow_y: 8, shadow_blur: 12 } as const;

/** Opens a card of 300 × 150 pixels on a picture of 400 × 210, and selects it. */
async function openCard(
  attributes: Readonly<Record<string, unknown>>,
  use: (page: Page, id: string) => Promise<void>,
): Promise<void> {
  const document = { width: 400, height: 210, layers: [{ ...CARD, ...attributes }] };
  const { id } = await irs().templates.create({ name: "Painted", document });
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await layerRow(page, "card").click();
    await use(page, id);
  });
}

async function savedCard(page: Page, id: string): Promise<Readonly<Record<string, unknown>>> {
  await saveTemplate(page);
  const { document } = await irs().templates.get(id);
  return (document as { readonly layers: readonly Readonly<Record<string, unknown>>[] }).layers[0] ?? {};
}

const handle = (page: Page, name: string): Locator => page.getByRole("slider", { name, exact: true });

test("dragging the angle turns the gradient as one step, undo restores it, and what is saved is what was shown", async () => {
  await openCard({ background_gradient: GRADIENT }, async (page, id) => {
    const angle = handle(page, "Angle of the gradient");
    await angle.waitFor();
    expect(await angle.getAttribute("aria-valuenow")).toBe("90");
    // From the right of the middle, which is at 200, 105, to below it.
    await dragMouse(page, await middleOf(angle), await placeOf(page, 200, 165, 400));
    expect(await angle.getAttribute("aria-valuenow")).toBe("180");
    expect(await fieldOf(page, "Angle").inputValue()).toBe("180");
    await page.getByRole("button", { name: "Undo: Background gradient of card" }).click();
    expect(await angle.getAttribute("aria-valuenow")).toBe("90");
    expect(await page.getByRole("button", { name: "Nothing to undo" }).count()).toBe(1);
    await page.getByRole("button", { name: /^Redo/ }).click();
    await exactPicture(page);
    expect(await savedCard(page, id)).toMatchObject({ background_gradient: { ...GRADIENT, angle: 180 } });
  });
});

test("with Shift the angle is in steps of 15 degrees, and Escape takes a drag back", async () => {
  await openCard({ background_gradient: GRADIENT }, async (page) => {
    const angle = handle(page, "Angle of the gradient");
    await angle.waitFor();
    await page.mouse.move(...(await middleOf(angle)));
    await page.mouse.down();
    await page.keyboard.down("Shift");
    // 26.6 degrees below the middle.
    await page.mouse.move(...(await placeOf(page, 300, 155, 400)), { steps: 4 });
    expect(await angle.getAttribute("aria-valuenow")).toBe("120");
    await page.keyboard.up("Shift");
    await page.keyboard.press("Escape");
    expect(await angle.getAttribute("aria-valuenow")).toBe("90");
    await page.mouse.up();
    expect(await page.getByRole("button", { name: "Nothing to undo" }).count()).toBe(1);
  });
});

test("a color of the gradient moves along its line, even in a rotated layer", async () => {
  await openCard({ background_gradient: GRADIENT, rotation: 90 }, async (page) => {
    const stop = handle(page, "Color 1 of the gradient");
    await stop.waitFor();
    const [x, y] = await middleOf(stop);
    const [, top] = await placeOf(page, 0, 0, 400);
    const [, below] = await placeOf(page, 0, 90, 400);
    // The layer is rotated clockwise, so its left side is on top, and 90 of its 300 pixels are 30 percent.
    await dragMouse(page, [x, y], [x, y + below - top]);
    expect(await stop.getAttribute("aria-valuetext")).toBe("30 %");
    expect(await page.getByRole("spinbutton", { name: "Position 1 in percent" }).inputValue()).toBe("30");
  });
});

test("the center of a radial gradient follows the pointer, and its radius the distance", async () => {
  const { stops } = GRADIENT;
  await openCard({ background_gradient: { type: "radial-gradient", stops } }, async (page) => {
    const center = handle(page, "Center of the gradient");
    await center.waitFor();
    await dragMouse(page, await middleOf(center), await placeOf(page, 125, 67.5, 400));
    expect(await center.getAttribute("aria-valuetext")).toBe("25 % from the left, 25 % from the top");
    const radius = handle(page, "Radius of the gradient");
    await radius.press("Shift+ArrowLeft");
    expect(await radius.getAttribute("aria-valuetext")).toBe("90 %");
  });
});

test("dragging the offset moves the shadow as one step, which undo takes back", async () => {
  await openCard(SHADOW, async (page, id) => {
    const offset = handle(page, "Offset of the shadow");
    await offset.waitFor();
    const [x, y] = await middleOf(offset);
    const [left, top] = await placeOf(page, 0, 0, 400);
    const [right, below] = await placeOf(page, 16, 12, 400);
    await dragMouse(page, [x, y], [x + right - left, y + below - top]);
    expect(await offset.getAttribute("aria-valuetext")).toBe("20 px to the right, 20 px down");
    expect(await savedCard(page, id)).toMatchObject({ ...SHADOW, shadow_x: 20, shadow_y: 20 });
    await page.getByRole("button", { name: "Undo: Shadow of card" }).click();
    expect(await offset.getAttribute("aria-valuetext")).toBe("4 px to the right, 8 px down");
  });
});

test("a finger drags a handle without moving the layer or the view", async () => {
  await openCard(SHADOW, async (page) => {
    const offset = handle(page, "Offset of the shadow");
    await offset.waitFor();
    const [x, y] = await middleOf(offset);
    const origin = await placeOf(page, 0, 0, 400);
    const [right] = await placeOf(page, 16, 0, 400);
    const client = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", by?: number) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: by === undefined ? [] : [{ x: x + by, y }] });
    await touch("touchStart", 0);
    for (const part of [0.3, 0.6, 1]) await touch("touchMove", (right - origin[0]) * part);
    await touch("touchEnd");
    await page.getByRole("button", { name: "Undo: Shadow of card" }).waitFor();
    expect(await offset.getAttribute("aria-valuetext")).toBe("20 px to the right, 8 px down");
    expect(await fieldOf(page, "Left").inputValue()).toBe("50");
    expect(await placeOf(page, 0, 0, 400)).toEqual(origin);
  });
});

describe("by keys", () => {
  test("arrow keys move the handle with the focus in one step of the history, and not the layer", async () => {
    await openCard({ ...SHADOW, background_gradient: GRADIENT }, async (page) => {
      const blur = handle(page, "Blur of the shadow");
      await blur.waitFor();
      await blur.press("ArrowRight");
      await blur.press("ArrowRight");
      await blur.press("Shift+ArrowUp");
      expect(await blur.getAttribute("aria-valuetext")).toBe("24 px");
      expect(await fieldOf(page, "Left").inputValue()).toBe("50");
      await page.keyboard.press("Control+z");
      expect(await blur.getAttribute("aria-valuetext")).toBe("12 px");
      expect(await faultsAtAllWidths(page)).toEqual([]);
    });
  });
});

test("the background's gradient has handles while its values are edited, until the canvas is pressed", async () => {
  const { id } = await irs().templates.create({
    name: "Ground",
    document: { width: 400, height: 210, background: { ...GRADIENT, stops: [...GRADIENT.stops] }, layers: [CARD] },
  });
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    const angle = handle(page, "Angle of the gradient");
    expect(await angle.count()).toBe(0);
    await fieldOf(page, "Angle").focus();
    await angle.waitFor();
    await dragMouse(page, await middleOf(angle), await placeOf(page, 200, 180, 400));
    expect(await fieldOf(page, "Angle").inputValue()).toBe("180");
    await page.getByRole("button", { name: "Undo: Background of the document" }).waitFor();
    expect(await faultsAtAllWidths(page)).toEqual([]);
    await fieldOf(page, "Angle").focus();
    await angle.waitFor();
    await saveTemplate(page);
    await page.mouse.click(...(await placeOf(page, 20, 200, 400)));
    await angle.waitFor({ state: "detached" });
  });
  const { document } = await irs().templates.get(id);
  expect(document).toMatchObject({ background: { ...GRADIENT, angle: 180 } });
});

test("a small layer keeps its room for the handles that move and resize it", async () => {
  await openCard({ background_gradient: GRADIENT }, async (page) => {
    await handle(page, "Angle of the gradient").waitFor();
    await fieldOf(page, "Height").fill("20");
    await page.keyboard.press("Enter");
    await handle(page, "Angle of the gradient").waitFor({ state: "detached" });
    expect(await page.getByRole("img", { name: "Resize from the right" }).count()).toBe(0);
    expect(await page.getByRole("img", { name: "Resize from the bottom right" }).count()).toBe(1);
  });
});

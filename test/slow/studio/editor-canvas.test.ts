/** Guides, the grid, distances, and touch on the canvas of the editor. */
import { describe, expect, test } from "@jest/globals";
import type { CDPSession, Page } from "playwright-core";
import { dragMouse, exactPicture, fieldOf, layerRow, middleOf, placeOf, type ScreenPoint } from "./editor-kit.js";
import { createTemplate, faultsAtAllWidths, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const open = async (name: string): Promise<string> => `/studio/templates/${await createTemplate(irs(), name)}/edit`;

/** Drags a guide out of a ruler to a place of the document, which is 400 pixels wide. */
async function pullGuide(page: Page, axis: "x" | "y", at: number): Promise<void> {
  const ruler = await middleOf(page.locator(`.ruler.${axis === "x" ? "y" : "x"}`));
  const place = await placeOf(page, axis === "x" ? at : 300, axis === "y" ? at : 100, 400);
  await dragMouse(page, ruler, place);
}

describe("guides", () => {
  test("a guide from the ruler attracts layers, survives a reload, and is removed on the ruler", async () => {
    await on(await open("Guided"), async (page) => {
      await exactPicture(page);
      await pullGuide(page, "x", 53);
      const guide = page.getByRole("slider", { name: "Upright guide" });
      const at = Number(await guide.getAttribute("aria-valuenow"));
      expect(Math.abs(at - 53)).toBeLessThanOrEqual(1);
      await dragMouse(page, await placeOf(page, 100, 60, 400), await placeOf(page, 100 + at - 20 + 4, 60, 400));
      expect(await fieldOf(page, "Left").inputValue()).toBe(String(at));
      page.on("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await exactPicture(page);
      await dragMouse(page, await middleOf(guide), await middleOf(page.locator(".ruler.y")));
      await guide.waitFor({ state: "detached" });
    });
  });

  test("arrow keys move a guide, and Delete removes it", async () => {
    await on(await open("By keys"), async (page) => {
      await exactPicture(page);
      await pullGuide(page, "y", 150);
      const guide = page.getByRole("slider", { name: "Level guide" });
      const at = Number(await guide.getAttribute("aria-valuenow"));
      await guide.press("Shift+ArrowDown");
      await guide.press("ArrowUp");
      expect(await guide.getAttribute("aria-valuenow")).toBe(String(at + 9));
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await guide.press("Delete");
      await guide.waitFor({ state: "detached" });
    });
  });
});

describe("the grid", () => {
  test("a layer snaps to the grid that is chosen, and the grid survives a reload", async () => {
    await on(await open("On a grid"), async (page) => {
      await exactPicture(page);
      const menu = page.getByRole("button", { name: "Grid and guides" });
      await menu.click();
      await page.getByRole("menuitemradio", { name: "Grid of 50 px" }).click();
      await menu.click();
      await page.getByRole("menuitem", { name: "Snap to the grid" }).click();
      await page.locator(".canvas-grid").waitFor();
      await layerRow(page, "title").click();
      // A small layer, so that no edge or center of the document is near.
      await fieldOf(page, "Width").fill("30");
      await fieldOf(page, "Height").fill("30");
      await page.keyboard.press("Enter");
      await dragMouse(page, await placeOf(page, 35, 35, 400), await placeOf(page, 97, 160, 400));
      expect(await fieldOf(page, "Left").inputValue()).toBe("100");
      expect(await fieldOf(page, "Top").inputValue()).toBe("150");
      page.on("dialog", (dialog) => void dialog.accept());
      await page.reload();
      await page.locator(".canvas-grid").waitFor();
    });
  });
});

test("while Alt is held, the distances from the selected layer to the frame are on the canvas", async () => {
  await on(await open("Measured"), async (page) => {
    await exactPicture(page);
    await layerRow(page, "title").click();
    await page.locator(".canvas").focus();
    await page.mouse.move(...(await placeOf(page, 200, 200, 400)));
    await page.keyboard.down("Alt");
    const texts = await page.locator(".distances text").allTextContents();
    // The title reaches from 20, 20 to 380, 120 on a picture of 400 × 210 pixels.
    expect(texts.map(Number).toSorted((a, b) => a - b)).toEqual([20, 20, 20, 90]);
    await page.keyboard.up("Alt");
    expect(await page.locator(".distances").count()).toBe(0);
  });
});

test("at true pixels, each pixel of the picture is one pixel of the screen", async () => {
  await on(await open("True pixels"), async (page) => {
    await exactPicture(page);
    await page.getByRole("button", { name: /^Zoom \d/ }).click();
    await page.getByRole("menuitem", { name: "True pixels" }).click();
    await exactPicture(page);
    const shown = await page.locator(".canvas-picture > img").evaluate((image: HTMLImageElement) => {
      const { x, y, width } = image.getBoundingClientRect();
      return { x: x % 1, y: y % 1, width, natural: image.naturalWidth };
    });
    expect(shown).toEqual({ x: 0, y: 0, width: 400, natural: 400 });
  });
});

/** Drags a pen over the screen. */
async function dragPen(client: CDPSession, [x, y]: ScreenPoint, [toX, toY]: ScreenPoint): Promise<void> {
  const pen = { pointerType: "pen", button: "left" } as const;
  await client.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, pointerType: "pen" });
  await client.send("Input.dispatchMouseEvent", { type: "mousePressed", x, y, ...pen, buttons: 1, clickCount: 1 });
  for (const part of [0.3, 0.6, 1]) {
    const at = { x: x + (toX - x) * part, y: y + (toY - y) * part };
    await client.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...at, ...pen, buttons: 1 });
  }
  await client.send("Input.dispatchMouseEvent", { type: "mouseReleased", x: toX, y: toY, ...pen, clickCount: 1 });
}

test("a pen selects, moves and resizes a layer, moves the view, and zooms it", async () => {
  await on(await open("By pen"), async (page) => {
    await exactPicture(page);
    await page.evaluate('addEventListener("pointerdown", (event) => (window.lastPointer = event.pointerType), true)');
    const client = await page.context().newCDPSession(page);
    const from = await placeOf(page, 100, 60, 400);
    await dragPen(client, from, [from[0] + 31, from[1] + 23]);
    expect(await page.evaluate<string>("window.lastPointer")).toBe("pen");
    await layerRow(page, "title").and(page.locator('[aria-selected="true"]')).waitFor();
    expect(Number(await fieldOf(page, "Left").inputValue())).toBeGreaterThan(40);
    const handle = await middleOf(page.getByRole("img", { name: "Resize from the right" }));
    await dragPen(client, handle, [handle[0] - 90, handle[1]]);
    expect(Number(await fieldOf(page, "Width").inputValue())).toBeLessThan(300);
    const [x, y] = await placeOf(page, 0, 0, 400);
    await page.locator(".canvas").focus();
    await page.keyboard.down(" ");
    await dragPen(client, from, [from[0] + 60, from[1] + 40]);
    await page.keyboard.up(" ");
    expect(await placeOf(page, 0, 0, 400)).toEqual([x + 60, y + 40]);
    const before = await page.locator(".canvas-picture").boundingBox();
    const zoom = await middleOf(page.getByRole("button", { name: "Zoom in" }));
    await dragPen(client, zoom, zoom);
    const after = await page.locator(".canvas-picture").boundingBox();
    expect((after?.width ?? 0) / (before?.width ?? 1)).toBeCloseTo(1.25, 2);
  });
});

/** A finger on the screen. */
async function touch(
  client: CDPSession,
  type: "touchStart" | "touchMove" | "touchEnd",
  points: readonly ScreenPoint[],
) {
  const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
  await client.send("Input.dispatchTouchEvent", { type, touchPoints });
}

describe("touch", () => {
  test("one finger moves a layer, and two fingers zoom the view around what is between them", async () => {
    await on(await open("Touched"), async (page) => {
      await exactPicture(page);
      const client = await page.context().newCDPSession(page);
      const from = await placeOf(page, 100, 60, 400);
      await touch(client, "touchStart", [from]);
      for (const part of [0.3, 0.6, 1]) await touch(client, "touchMove", [[from[0] + 30 * part, from[1] + 20 * part]]);
      await touch(client, "touchEnd", []);
      await layerRow(page, "title").and(page.locator('[aria-selected="true"]')).waitFor();
      expect(Number(await fieldOf(page, "Left").inputValue())).toBeGreaterThan(40);
      const before = await page.locator(".canvas-picture").boundingBox();
      const [x, y] = await placeOf(page, 200, 105, 400);
      await touch(client, "touchStart", [[x - 40, y]]);
      await touch(client, "touchStart", [
        [x - 40, y],
        [x + 40, y],
      ]);
      for (const half of [60, 80]) {
        await touch(client, "touchMove", [
          [x - half, y],
          [x + half, y],
        ]);
      }
      await touch(client, "touchEnd", []);
      const after = await page.locator(".canvas-picture").boundingBox();
      expect((after?.width ?? 0) / (before?.width ?? 1)).toBeCloseTo(2, 1);
      const [nextX, nextY] = await placeOf(page, 200, 105, 400);
      expect(Math.hypot(nextX - x, nextY - y)).toBeLessThan(3);
      // The layer stays where the first finger moved it.
      expect(Number(await fieldOf(page, "Left").inputValue())).toBeGreaterThan(40);
    });
  });
});

/** Helpers that the tests of the editor share: places on the canvas, dragging, and waiting for the exact picture. */
import type { Locator, Page } from "playwright-core";

export type ScreenPoint = readonly [x: number, y: number];

/** Waits until the canvas shows the exact picture of the current document. */
export const exactPicture = (page: Page): Promise<void> =>
  page.locator('.canvas-picture > img[data-exact="true"]').waitFor();

export const layerRow = (page: Page, name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name},`) });

export const fieldOf = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });

export async function saveTemplate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/^Saved/).waitFor();
}

/** Returns where a point of the document is on the screen. */
export async function placeOf(page: Page, x: number, y: number, width: number): Promise<ScreenPoint> {
  const box = await page.locator(".canvas-picture").boundingBox();
  if (box === null) throw new Error("The canvas shows no picture.");
  return [box.x + (x * box.width) / width, box.y + (y * box.width) / width];
}

export async function dragMouse(page: Page, from: ScreenPoint, to: ScreenPoint, steps = 6): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps });
  await page.mouse.up();
}

/** Returns the middle of an element on the screen. */
export async function middleOf(locator: Locator): Promise<ScreenPoint> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("The element has no box.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The guides and the grid of the canvas, and what the browser keeps of them. */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { takeStores, untilQuiet } from "../support/editor-page.js";

const kept = takeStores();
const { CanvasAids, GRID_SPACINGS } = await import("../../src/screens/editor/canvas/canvas-aids.js");

beforeEach(() => {
  kept.values.clear();
  kept.isBroken = false;
});

describe("guides and the grid", () => {
  const GUIDE = { axis: "x", at: 40 } as const;

  test("are kept for the template, and read again", async () => {
    const aids = new CanvasAids("t1");
    const end = aids.keep();
    await untilQuiet();
    expect(kept.values.size).toBe(0);
    aids.guides.value = [GUIDE];
    aids.changeGrid({ isShown: true, snaps: true });
    await untilQuiet();
    end();
    aids.changeGrid({ spacing: 50 });

    const again = new CanvasAids("t1");
    const endAgain = again.keep();
    await untilQuiet();
    expect(again.guides.value).toEqual([GUIDE]);
    expect(again.grid.value).toEqual({ spacing: 10, isShown: true, snaps: true });
    endAgain();
    const other = new CanvasAids("t2");
    const endOther = other.keep();
    await untilQuiet();
    expect(other.guides.value).toEqual([]);
    endOther();
  });

  test("that were created before the browser has responded stay, and nothing is read after the editor is closed", async () => {
    const value = {
      template: "t1",
      guides: [{ axis: "y", at: 7 }],
      grid: { spacing: 20, isShown: true, snaps: false },
    };
    kept.values.set("studio-canvas t1", value);
    const aids = new CanvasAids("t1");
    const end = aids.keep();
    aids.guides.value = [GUIDE];
    await untilQuiet();
    expect([aids.guides.value, aids.grid.value.spacing]).toEqual([[GUIDE], 20]);
    end();

    const closed = new CanvasAids("t1");
    closed.keep()();
    await untilQuiet();
    expect(closed.guides.value).toEqual([]);
    closed.guides.value = [GUIDE];
    await untilQuiet();
    expect(kept.values.get("studio-canvas t1")).toBe(value);
  });

  test("work while the page is open if the browser keeps nothing", async () => {
    kept.isBroken = true;
    const aids = new CanvasAids("t1");
    const end = aids.keep();
    await untilQuiet();
    aids.guides.value = [GUIDE];
    await untilQuiet();
    expect(aids.snapAids()).toEqual({ guides: [GUIDE], grid: undefined });
    aids.changeGrid({ snaps: true });
    expect(aids.snapAids()).toEqual({ guides: [GUIDE], grid: 10 });
    end();
  });

  test("of a new template are none, and a grid of ten pixels that is neither shown nor used", () => {
    const aids = new CanvasAids("t1");
    expect([aids.guides.value, aids.grid.value]).toEqual([[], { spacing: 10, isShown: false, snaps: false }]);
    expect(GRID_SPACINGS).toEqual([4, 8, 10, 16, 20, 50]);
  });
});

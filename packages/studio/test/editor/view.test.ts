/** Which part of a document the canvas shows: fitting, zooming and scrolling. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { fitView, panBy, toDocument, toScreen, type View, zoomAt } from "../../src/screens/editor/canvas/view.js";
import { useView, type ViewControl } from "../../src/screens/editor/canvas/use-view.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { PageElement, removeStandIns, standIn } from "../support/editor-page.js";
import { runHook, type RunningHook, until } from "../support/run-hook.js";
import { CARD } from "./documents.js";

afterEach(removeStandIns);

const VIEW: View = { scale: 2, x: 10, y: 30 };

describe("a view", () => {
  test("leads from the canvas to the document and back", () => {
    expect(toDocument(VIEW, { x: 50, y: 50 })).toEqual({ x: 20, y: 10 });
    expect(toScreen(VIEW, { x: 20, y: 10 })).toEqual({ x: 50, y: 50 });
  });

  test("that fits shows a whole wide document in the middle, with a margin of 40 pixels", () => {
    const fitted = fitView({ width: 680, height: 500 }, { x: 0, y: 0, width: 1200, height: 630 });
    expect(fitted).toEqual({ scale: 0.5, x: 40, y: 93 });
  });

  test("that fits shows a whole high document, too", () => {
    const fitted = fitView({ width: 680, height: 480 }, { x: 0, y: 0, width: 200, height: 800 });
    expect(fitted).toEqual({ scale: 0.5, x: 290, y: 40 });
  });

  test("that fits has a margin of a tenth on a narrow canvas", () => {
    const fitted = fitView({ width: 200, height: 480 }, { x: 0, y: 0, width: 320, height: 320 });
    expect(fitted).toEqual({ scale: 0.5, x: 20, y: 160 });
  });

  test("that fits enlarges a small part only as far as it may, and has the part in the middle", () => {
    const canvas = { width: 680, height: 480 };
    const part = { x: 100, y: 50, width: 50, height: 20 };
    expect(fitView(canvas, part)).toEqual({ scale: 1, x: 215, y: 180 });
    expect(fitView(canvas, part, 4)).toEqual({ scale: 4, x: -160, y: 0 });
  });

  test("is never smaller than a fiftieth and never larger than 32 times the true size", () => {
    const pointer = { x: 0, y: 0 };
    expect(zoomAt(VIEW, 0.001, pointer).scale).toBe(0.02);
    expect(zoomAt(VIEW, 500, pointer).scale).toBe(32);
    expect(fitView({ width: 680, height: 480 }, { x: 0, y: 0, width: 90_000, height: 90_000 }).scale).toBe(0.02);
  });

  test("that zooms keeps the point under the pointer", () => {
    expect(zoomAt(VIEW, 4, { x: 50, y: 50 })).toEqual({ scale: 4, x: -30, y: 10 });
  });

  test("that moves keeps its scale", () => {
    expect(panBy(VIEW, 5, -7)).toEqual({ scale: 2, x: 15, y: 23 });
  });
});

/** A canvas 40 pixels from the left and 20 from the top of the window. */
class Canvas extends PageElement {
  clientWidth = 0;
  clientHeight = 0;
  getBoundingClientRect = (): { left: number; top: number } => ({ left: 40, top: 20 });
}

interface Opened {
  readonly control: RunningHook<ViewControl>;
  readonly canvas: Canvas;
  readonly resize: (width: number, height: number) => void;
  /** @returns whether the page is kept from scrolling */
  readonly wheel: (values: object) => boolean;
  readonly isObserved: () => boolean;
}

async function openCanvas(): Promise<Opened> {
  let changed: (() => void) | undefined;
  standIn({
    ResizeObserver: class {
      constructor(onResize: () => void) {
        changed = onResize;
      }
      observe = (): void => undefined;
      disconnect = (): void => (changed = undefined);
    },
  });
  const canvas = new Canvas();
  const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
  const control = runHook(() => useView({ current: canvas as unknown as HTMLElement }, state));
  await until(() => changed !== undefined);
  return {
    control,
    canvas,
    resize: (width, height) => {
      Object.assign(canvas, { clientWidth: width, clientHeight: height });
      changed?.();
    },
    wheel: (values) => {
      const keys = { ctrlKey: false, metaKey: false, shiftKey: false };
      const place = { clientX: 0, clientY: 0, deltaX: 0, deltaY: 0 };
      const event = Object.assign(new Event("wheel", { cancelable: true }), keys, place, values);
      canvas.dispatchEvent(event);
      return event.defaultPrevented;
    },
    isObserved: () => changed !== undefined,
  };
}

describe("the canvas", () => {
  test("shows the whole document once it has a size, and keeps the view when it is resized", async () => {
    const { control, resize } = await openCanvas();
    const { view, size } = control.result;
    resize(0, 0);
    expect(view.value).toEqual({ scale: 1, x: 0, y: 0 });
    resize(680, 500);
    expect(size.value).toEqual({ width: 680, height: 500 });
    expect(view.value).toEqual({ scale: 0.5, x: 40, y: 93 });
    resize(400, 300);
    expect(view.value).toEqual({ scale: 0.5, x: 40, y: 93 });
    control.end();
  });

  test("fits again after it was hidden", async () => {
    const { control, resize } = await openCanvas();
    resize(680, 500);
    resize(0, 0);
    expect(control.result.view.value).toEqual({ scale: 0.5, x: 40, y: 93 });
    resize(1280, 710);
    expect(control.result.view.value).toEqual({ scale: 1, x: 40, y: 40 });
    control.end();
  });

  test("scrolls with the wheel, and to the side with Shift", async () => {
    const { control, resize, wheel } = await openCanvas();
    const { view } = control.result;
    resize(1280, 710);
    expect(wheel({ deltaX: 3, deltaY: 10 })).toBe(true);
    expect(view.value).toEqual({ scale: 1, x: 37, y: 30 });
    wheel({ deltaY: 10, shiftKey: true });
    expect(view.value).toEqual({ scale: 1, x: 27, y: 30 });
    // This wheel knows the direction itself.
    wheel({ deltaX: 5, deltaY: 1, shiftKey: true });
    expect(view.value).toEqual({ scale: 1, x: 22, y: 29 });
    control.end();
  });

  test.each(["ctrlKey", "metaKey"])("zooms to the pointer with the wheel and %s", async (key) => {
    const { control, resize, wheel } = await openCanvas();
    const { view } = control.result;
    resize(1280, 710);
    // The scale is multiplied by e to the power of 0.64.
    wheel({ deltaY: -100, clientX: 80, clientY: 60, [key]: true });
    expect(view.value.scale).toBeCloseTo(1.896481, 5);
    expect(view.value).toMatchObject({ x: 40, y: 40 });
    wheel({ deltaY: 100, clientX: 140, clientY: 160, [key]: true });
    expect(view.value.scale).toBeCloseTo(1, 9);
    expect(view.value.x).toBeCloseTo(68.362, 3);
    expect(view.value.y).toBeCloseTo(87.27, 2);
    control.end();
  });

  test("zooms around its middle with the buttons, and fits again", async () => {
    const { control, resize } = await openCanvas();
    const { view, zoomBy, zoomTo, fit } = control.result;
    resize(1280, 710);
    zoomBy(2);
    expect(view.value).toEqual({ scale: 2, x: -560, y: -275 });
    zoomTo(0.5);
    expect(view.value).toEqual({ scale: 0.5, x: 340, y: 197.5 });
    fit();
    expect(view.value).toEqual({ scale: 1, x: 40, y: 40 });
    control.end();
  });

  test("follows neither its size nor the wheel after it is closed", async () => {
    const { control, resize, wheel, isObserved } = await openCanvas();
    resize(1280, 710);
    control.end();
    await until(() => !isObserved());
    expect(wheel({ deltaY: 10 })).toBe(false);
    expect(control.result.view.value).toEqual({ scale: 1, x: 40, y: 40 });
  });
});

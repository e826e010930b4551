import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { useVisibleRows } from "../../../src/screens/batches/rows/use-visible-rows.js";
import { endPage, pass, startPage } from "../../support/batches-browser.js";
import { runHook } from "../../support/run-hook.js";

/** Tells the page about the size of an element, when the test says so. */
class ResizeObserver {
  static observed: unknown[] = [];
  static resize: () => void = () => undefined;

  constructor(onResize: () => void) {
    ResizeObserver.resize = onResize;
  }

  observe(element: unknown): void {
    ResizeObserver.observed.push(element);
  }

  disconnect(): void {
    ResizeObserver.observed = [];
  }
}

beforeEach(() => startPage({ ResizeObserver }));
afterEach(() => {
  ResizeObserver.observed = [];
  endPage();
});

/** Shows a table with rows of 20 pixels. Its frame is 200 pixels high, so that ten rows are in it. */
function open(count: number, hasFrame = true) {
  const element = { scrollTop: 0, clientHeight: 200 };
  const page = runHook(() => useVisibleRows(count, 20));
  if (hasFrame) page.result.frame.current = element as HTMLDivElement;
  const scroll = async (top: number): Promise<void> => {
    element.scrollTop = top;
    page.result.onScroll();
    await pass(0);
  };
  return { page, element, scroll };
}

describe("the rows of a long table that are in the page", () => {
  test("fill a usual window before the height of the frame is known", () => {
    const { page } = open(1_000);
    // 600 pixels have 30 rows, and six more are drawn below the edge.
    expect(page.result).toMatchObject({ first: 0, end: 36, above: 0, below: 19_280 });
    page.end();
  });

  test("are those in the frame and six more at each edge", async () => {
    const { page, scroll } = open(1_000);
    await scroll(400);
    expect(page.result).toMatchObject({ first: 14, end: 36, above: 280, below: 19_280 });
    await scroll(410);
    expect(page.result).toMatchObject({ first: 14, end: 36 });
    await scroll(420);
    expect(page.result).toMatchObject({ first: 15, end: 37 });
    page.end();
  });

  test("stay the same while a person scrolls by less than a row", async () => {
    const { page, scroll } = open(1_000);
    await scroll(400);
    const count = page.results.length;
    await scroll(419);
    await scroll(381);
    expect(page.results).toHaveLength(count);
    await scroll(380);
    expect(page.result).toMatchObject({ first: 13, end: 35 });
    page.end();
  });

  test("end with the last one", async () => {
    const { page, scroll } = open(20);
    expect(page.result).toMatchObject({ first: 0, end: 20, above: 0, below: 0 });
    await scroll(200);
    expect(page.result).toMatchObject({ first: 4, end: 20, above: 80, below: 0 });
    page.end();
  });

  test("still have one row when the table has become shorter than its place", async () => {
    let count = 100;
    const page = runHook(() => useVisibleRows(count, 20));
    page.result.frame.current = { scrollTop: 1_800, clientHeight: 200 } as HTMLDivElement;
    page.result.onScroll();
    await pass(0);
    count = 5;
    page.again();
    expect(page.result).toMatchObject({ first: 4, end: 5, above: 80, below: 0 });
    count = 0;
    page.again();
    expect(page.result).toMatchObject({ first: 0, end: 0, above: 0, below: 0 });
    page.end();
  });

  test("follow the height of the frame until the table is closed", async () => {
    const { page, element } = open(1_000);
    await pass(0);
    expect(ResizeObserver.observed).toEqual([element]);
    element.clientHeight = 300;
    ResizeObserver.resize();
    await pass(0);
    expect(page.result).toMatchObject({ first: 0, end: 21 });
    page.end();
    await pass(0);
    expect(ResizeObserver.observed).toEqual([]);
  });

  test("need a frame", async () => {
    const { page } = open(1_000, false);
    await pass(0);
    page.result.onScroll();
    page.result.show(500);
    await pass(0);
    expect(page.result).toMatchObject({ first: 0, end: 36 });
    expect(ResizeObserver.observed).toEqual([]);
    page.end();
  });
});

describe("a row that is shown", () => {
  test("moves to the third place of the frame if it is outside, and is in the page", async () => {
    const { page, element } = open(1_000);
    page.result.show(500);
    await pass(0);
    expect(element.scrollTop).toBe(9_960);
    expect(page.result).toMatchObject({ first: 492, end: 514 });
    page.result.show(400);
    await pass(0);
    expect(element.scrollTop).toBe(7_960);
    page.end();
  });

  test("does not move if it and the next one are in the frame", () => {
    const { page, element } = open(1_000);
    element.scrollTop = 400;
    for (const index of [20, 28]) page.result.show(index);
    expect(element.scrollTop).toBe(400);
    page.result.show(29);
    expect(element.scrollTop).toBe(540);
    page.result.show(26);
    expect(element.scrollTop).toBe(480);
    page.end();
  });

  test("does not scroll above the first one", () => {
    const { page, element } = open(1_000);
    element.scrollTop = 400;
    page.result.show(1);
    expect(element.scrollTop).toBe(0);
    page.end();
  });
});

import { describe, expect, test } from "@jest/globals";
import { dirtyAreas } from "../../src/compile/dirty-areas.js";

const WHOLE = { left: 0, top: 0, width: 100, height: 100 };
const item = (key: string, left: number, top = 0) => ({ key, rect: { left, top, width: 10, height: 10 } });

describe("dirtyAreas", () => {
  test("there is no dirty area if no item changed", () => {
    expect(dirtyAreas([item("a", 0), item("b", 20)], [item("a", 0), item("b", 20)], WHOLE)).toEqual([]);
  });

  test("the area of a removed item and the area of an added item are dirty", () => {
    const areas = dirtyAreas([item("a", 0), item("b", 20)], [item("a", 0), item("c", 60)], WHOLE);
    expect(areas).toEqual([item("b", 20).rect, item("c", 60).rect]);
  });

  test("overlapping dirty areas are joined, so that no pixel is blended twice", () => {
    const areas = dirtyAreas([item("a", 0)], [item("b", 5, 5)], WHOLE);
    expect(areas).toEqual([{ left: 0, top: 0, width: 15, height: 15 }]);
  });

  test("the whole picture is dirty if the order of items changed or two items are equal", () => {
    expect(dirtyAreas([item("a", 0), item("b", 20)], [item("b", 20), item("a", 0)], WHOLE)).toEqual([WHOLE]);
    expect(dirtyAreas([item("a", 0)], [item("a", 0), item("a", 0)], WHOLE)).toEqual([WHOLE]);
  });
});

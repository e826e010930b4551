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

  test("an item whose order did not change keeps its pixels beside a new one", () => {
    const areas = dirtyAreas([item("a", 0), item("b", 20)], [item("a", 0), item("c", 60), item("b", 20)], WHOLE);
    expect(areas).toEqual([item("c", 60).rect]);
  });

  test("areas that only touch stay apart", () => {
    const areas = dirtyAreas([item("a", 0)], [item("b", 10)], WHOLE);
    expect(areas).toEqual([item("a", 0).rect, item("b", 10).rect]);
  });

  test("an area between two others joins both, also if it comes last", () => {
    const areas = dirtyAreas([], [item("a", 0), item("b", 18), item("c", 50), item("d", 9)], WHOLE);
    expect(areas).toEqual([item("c", 50).rect, { left: 0, top: 0, width: 28, height: 10 }]);
  });

  test("items outside of the picture are not dirty", () => {
    expect(dirtyAreas([{ key: "a", rect: undefined }], [{ key: "b", rect: undefined }], WHOLE)).toEqual([]);
  });

  test("the whole picture is dirty if two items before were equal, or if most of it is dirty", () => {
    expect(dirtyAreas([item("a", 0), item("a", 0)], [item("a", 0)], WHOLE)).toEqual([WHOLE]);
    const large = (height: number) => [{ key: "b", rect: { left: 0, top: 0, width: 100, height } }];
    expect(dirtyAreas([], large(60), WHOLE)).toEqual([large(60)[0]?.rect]);
    expect(dirtyAreas([], large(90), WHOLE)).toEqual([WHOLE]);
  });
});

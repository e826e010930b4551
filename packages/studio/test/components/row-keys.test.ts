import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { moveThroughRows } from "../../src/components/row-keys.js";
import { openDocument, type TestDocument, TestElement } from "../support/small-dom.js";

let document: TestDocument;
let closeDocument: () => void;

beforeEach(() => {
  ({ document, closeDocument } = openDocument());
});
afterEach(() => closeDocument());

/** A list of three rows with a link and a button each. A search field is above them. */
function listOfRows() {
  const field = new TestElement("input");
  const rows = ["a", "b", "c"].map((id) => {
    const link = new TestElement("a", { "data-row-link": "", href: `/studio/renders/${id}` });
    const button = new TestElement("button");
    return { link, button, row: new TestElement("tr", { "data-row": "" }, [link, button]) };
  });
  const list = new TestElement("table", {}, [field, ...rows.map(({ row }) => row)]);
  document.body.append(list);
  return { field, rows, list };
}

/** Presses a key in a list. Returns whether the list has used it. */
function press(key: string, list: TestElement, target: unknown = document.activeElement): boolean {
  let isUsed = false;
  const event = { key, target, currentTarget: list, preventDefault: () => (isUsed = true) };
  moveThroughRows(event as unknown as KeyboardEvent);
  return isUsed;
}

describe("the arrow keys of a list", () => {
  test.each([
    ["ArrowDown", 0, 1],
    ["ArrowDown", 1, 2],
    ["ArrowDown", 2, 2],
    ["ArrowUp", 2, 1],
    ["ArrowUp", 0, 0],
    ["Home", 2, 0],
    ["End", 0, 2],
  ])("%s in row %i moves the focus to row %i", (key, from, to) => {
    const { rows, list } = listOfRows();
    rows[from]?.button.focus();
    expect(press(key, list)).toBe(true);
    expect(document.activeElement).toBe(rows[to]?.link);
  });

  test("begin at the first row when the focus is in none", () => {
    const { rows, list } = listOfRows();
    list.focus();
    press("ArrowDown", list);
    expect(document.activeElement).toBe(rows[0]?.link);
  });

  test("move the caret in a field, as usual", () => {
    const { field, list } = listOfRows();
    field.focus();
    expect(press("ArrowDown", list)).toBe(false);
    expect(document.activeElement).toBe(field);
  });

  test("do nothing in a list without rows", () => {
    const list = new TestElement("table");
    document.body.append(list);
    list.focus();
    expect(press("ArrowDown", list)).toBe(false);
  });

  test("are the only keys that a list uses", () => {
    const { rows, list } = listOfRows();
    rows[0]?.link.focus();
    expect([press("Enter", list), press("ArrowRight", list), press("ArrowDown", list, "a text")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(document.activeElement).toBe(rows[0]?.link);
  });
});

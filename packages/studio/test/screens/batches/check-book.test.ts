import { describe, expect, test } from "@jest/globals";
import { useCheckedRows } from "../../../src/screens/batches/draft/use-checked-rows.js";
import {
  type CheckBook,
  checkRow,
  requestsToCheck,
  type Verdict,
} from "../../../src/screens/batches/model/check-book.js";
import { withCell, withLeftOut, withTarget, rowsToSend } from "../../../src/screens/batches/model/sheet.js";
import { runHook } from "../../support/run-hook.js";
import { FRAME, sheetOf, TARGETS_BY_ID } from "./batch-fixture.js";

const VALID: Verdict = { issues: [], warnings: [], credits: 1 };
const TOO_LONG: Verdict = {
  issues: [{ path: "layers.title.text", message: "It is too long." }],
  warnings: [],
  credits: 0,
};

const NOTHING_CHECKED: CheckBook = new Map();

/** The JSON of the request of a row with one title. */
const requestFor = (text: string): string =>
  JSON.stringify({ template: FRAME.template, version: 4, layers: { title: { text } } });

/** Compares the titles of a sheet with verdicts. */
function check(titles: readonly string[], book: ReadonlyMap<string, Verdict>, target = "layers.title.text") {
  const say = ({ kind }: { kind: string }) => `Problem: ${kind}`;
  const context = { mapping: [target], targets: TARGETS_BY_ID, frame: FRAME, book, say };
  return sheetOf(titles).rows.map((row, index) => checkRow(index, row, context));
}

describe("rows and what the service said about them", () => {
  test("a row is valid, invalid with the cell, or unknown", () => {
    const book = new Map([
      [requestFor("a"), VALID],
      [requestFor("b"), TOO_LONG],
    ]);
    const rows = check(["a", "b", "c"], book);
    expect(rows.map(({ state }) => state)).toEqual(["valid", "invalid", "unknown"]);
    expect(rows[1]?.issues).toEqual([{ column: 0, message: "It is too long.", path: "layers.title.text" }]);
    expect(rows.map(({ credits, warnings }) => [credits, warnings])).toEqual([
      [1, []],
      [0, []],
      [0, []],
    ]);
  });

  test("only rows that have changed are checked again, and equal rows are checked once", () => {
    const book = new Map([[requestFor("a"), VALID]]);
    const rows = check(["a", "b", "b"], book);
    expect(requestsToCheck(rows, book).map((request) => JSON.stringify(request))).toEqual([requestFor("b")]);
  });

  test("a problem that the page finds itself is at its cell before the service was asked", () => {
    const [row] = check(["__HIDDEN__"], new Map(), "variables.guestName");
    expect(row).toMatchObject({ state: "invalid", issues: [{ column: 0, message: "Problem: hides-variable" }] });
  });
});

describe("changes of a sheet", () => {
  const sheet = sheetOf(["a", "b", "c"]);

  test("a cell is fixed in place", () => {
    expect(withCell(sheet, 1, 0, "B").rows.map(({ cells }) => cells[0])).toEqual(["a", "B", "c"]);
  });

  test("rows are left out and included again", () => {
    const without = withLeftOut(sheet, [2, 0], true);
    expect(rowsToSend(without)).toEqual([1]);
    expect(rowsToSend(withLeftOut(without, [0], false))).toEqual([0, 1]);
  });

  test("a value has one column, so choosing it for another column moves it", () => {
    const two = { ...sheet, columns: ["A", "B"], mapping: ["layers.title.text", null] };
    expect(withTarget(two, 1, "layers.title.text").mapping).toEqual([null, "layers.title.text"]);
  });

  test("nothing changes after the sheet was sent", () => {
    const sent = { ...sheet, parts: [{ key: "k1", rows: [0], requests: [] }] };
    expect(withCell(sent, 0, 0, "x")).toBe(sent);
    expect(withLeftOut(sent, [0], true)).toBe(sent);
    expect(withTarget(sent, 0, null)).toBe(sent);
  });
});

describe("the rows of a sheet with what is known about them", () => {
  test("are those that are sent, and the bad ones among them", () => {
    const sheet = { ...sheetOf(["a", "b", "c"]), leftOut: [2] };
    const book: CheckBook = new Map([
      [requestFor("b"), TOO_LONG],
      [requestFor("c"), TOO_LONG],
    ]);
    const page = runHook(() => useCheckedRows(sheet, TARGETS_BY_ID, book));
    const { all, chosen, bad } = page.result;
    expect(all.map(({ state }) => state)).toEqual(["unknown", "invalid", "invalid"]);
    expect([chosen.map(({ row }) => row), bad.map(({ row }) => row)]).toEqual([[0, 1], [1]]);
    page.end();
  });

  test("are compared again only when the sheet or the verdicts have changed", () => {
    let sheet = sheetOf(["a", "b"]);
    let book = NOTHING_CHECKED;
    const page = runHook(() => useCheckedRows(sheet, TARGETS_BY_ID, book));
    const before = page.result;
    sheet = { ...sheet, name: "renamed.csv" };
    page.again();
    expect(page.result).toBe(before);
    sheet = { ...sheet, leftOut: [0] };
    page.again();
    expect(page.result.all).toBe(before.all);
    expect(page.result.chosen.map(({ row }) => row)).toEqual([1]);
    book = new Map([[requestFor("b"), TOO_LONG]]);
    page.again();
    expect(page.result.bad.map(({ row }) => row)).toEqual([1]);
    page.end();
  });

  test("say in words what the page has found itself", () => {
    const sheet = {
      ...sheetOf(["__HIDDEN__"]),
      columns: ["Guest", "Items"],
      rows: [{ number: 2, cells: ["__HIDDEN__", "no list"] }],
      mapping: ["variables.guestName", "variables.items"],
    };
    const page = runHook(() => useCheckedRows(sheet, TARGETS_BY_ID, NOTHING_CHECKED));
    expect(page.result.bad[0]?.issues.map(({ column, message }) => [column, message])).toEqual([
      [0, "A variable cannot be hidden. Fill a layer from this column, or empty the cell."],
      [1, 'A list is written as JSON here, for example [{"name": "Tea", "price": 3}].'],
    ]);
    page.end();
  });
});

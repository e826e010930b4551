import { describe, expect, test } from "@jest/globals";
import { columnLetters, tableOf } from "../../../src/screens/batches/model/table.js";

describe("a sheet as a table", () => {
  test("the first line names the columns, and rows keep their numbers in the sheet", () => {
    expect(
      tableOf([
        ["Name", "Seat"],
        ["Ada", 12],
        ["", null],
        ["Grace", 7],
      ]),
    ).toEqual({
      columns: ["Name", "Seat"],
      rows: [
        { number: 2, cells: ["Ada", "12"] },
        { number: 4, cells: ["Grace", "7"] },
      ],
    });
  });

  test("empty lines above the names are skipped, and short rows are filled", () => {
    expect(tableOf([[], ["A", "B"], ["x"]])).toEqual({ columns: ["A", "B"], rows: [{ number: 3, cells: ["x", ""] }] });
  });

  test("columns without a name get the letter of the spreadsheet, and empty columns are left out", () => {
    expect(
      tableOf([
        ["A", "", "", "D"],
        ["1", "2", "", "4"],
      ]),
    ).toEqual({
      columns: ["A", "B", "D"],
      rows: [{ number: 2, cells: ["1", "2", "4"] }],
    });
  });

  test("columns with the same name are told apart", () => {
    expect(
      tableOf([
        ["Name", "Name"],
        ["a", "b"],
      ]),
    ).toMatchObject({ columns: ["Name", "Name (2)"] });
  });

  test("dates become days, and days with a time become times without a zone", () => {
    const dates = [new Date("2026-12-24T00:00:00Z"), new Date("2026-12-24T18:30:00Z")];
    expect(tableOf([["Day", "Start"], dates])).toMatchObject({
      rows: [{ cells: ["2026-12-24", "2026-12-24T18:30:00"] }],
    });
  });

  test("a date that does not exist is an empty cell", () => {
    expect(tableOf([["Day"], ["x"], [new Date(Number.NaN)]])).toMatchObject({ rows: [{ cells: ["x"] }] });
  });

  test("numbers lose the noise of binary fractions, and truth values are words", () => {
    expect(
      tableOf([
        ["Price", "Shown"],
        [0.1 + 0.2, true],
      ]),
    ).toMatchObject({ rows: [{ cells: ["0.3", "true"] }] });
  });

  test("line breaks and spaces inside of a cell stay", () => {
    expect(tableOf([["A"], [" first\nsecond "]])).toMatchObject({ rows: [{ cells: [" first\nsecond "] }] });
  });

  test("a sheet without content, or with names only, is refused with the reason", () => {
    expect(tableOf([[""], [null]])).toBe("empty");
    expect(tableOf([["Name"], [" "]])).toBe("only-header");
  });

  test("a sheet with too many rows or columns is refused with the reason", () => {
    const long = (rows: number) => tableOf([["A"], ...Array.from({ length: rows }, () => ["x"])]);
    expect(long(2_001)).toBe("too-many-rows");
    expect(long(2_000)).toMatchObject({ columns: ["A"] });
    const wide = (columns: number) => tableOf([["A"], Array.from({ length: columns }, () => "x")]);
    expect(wide(101)).toBe("too-many-columns");
    expect(wide(100)).toMatchObject({ rows: [{ number: 2 }] });
  });

  test("columns are lettered as in spreadsheets", () => {
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
  });
});

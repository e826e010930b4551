import { describe, expect, test } from "@jest/globals";
import { pictureFiles } from "../../../src/screens/batches/model/picture-files.js";
import type { RowRender, Sheet } from "../../../src/screens/batches/model/sheet.js";

type Rows = Pick<Sheet, "rows" | "mapping" | "output" | "parts">;

/** A sheet with a column that fills nothing, and a name in the second one. Row `index` has the number `index + first`. */
function sheetOf(names: readonly string[], states: readonly RowRender["status"][] = [], first = 2): Rows {
  const renders = names.map((_, index): RowRender => {
    const status = states[index] ?? "done";
    return {
      id: `r${index}`,
      status,
      warnings: 0,
      ...(status === "done" && { url: `https://x.example.com/${index}` }),
    };
  });
  return {
    rows: names.map((name, index) => ({ number: index + first, cells: ["a comment", name] })),
    mapping: [null, "layers.title.text"],
    output: { format: "webp", scale: 1, quality: undefined, isTransparent: false },
    parts: [{ key: "k", rows: names.map((_, index) => index), requests: [], batchId: "b", renders }],
  };
}

const namesOf = (...names: string[]) => pictureFiles(sheetOf(names)).map(({ name }) => name);

describe("the names of pictures in a ZIP", () => {
  test("have the number of the row and the first cell that fills something, with the address of the picture", () => {
    expect(pictureFiles(sheetOf(["Ada Lovelace", "Grace"]))).toEqual([
      { name: "2 Ada Lovelace.webp", url: "https://x.example.com/0" },
      { name: "3 Grace.webp", url: "https://x.example.com/1" },
    ]);
  });

  test("sort as the rows do, because all numbers have the same number of digits", () => {
    const files = pictureFiles(sheetOf(["a", "b", "c"], [], 98));
    expect(files.map(({ name }) => name)).toEqual(["098 a.webp", "099 b.webp", "100 c.webp"]);
  });

  test("are different for rows with the same text", () => {
    expect(namesOf("Ada", "Ada")).toEqual(["2 Ada.webp", "3 Ada.webp"]);
  });

  test("have no characters that a file system refuses, and no text that is longer than 60 characters", () => {
    expect(namesOf("../a\\b:c", " . ", "", "x".repeat(200), "آدا لوفلايس")).toEqual([
      "2 a-b-c.webp",
      "3.webp",
      "4.webp",
      `5 ${"x".repeat(60)}.webp`,
      "6 آدا لوفلايس.webp",
    ]);
  });
});

test("rows whose pictures do not exist are in no ZIP", () => {
  const files = pictureFiles(sheetOf(["a", "b", "c", "d", "e"], ["queued", "running", "failed", "deleted", "done"]));
  expect(files.map(({ name }) => name)).toEqual(["6 e.webp"]);
});

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  allFontFiles,
  allSliceIndexes,
  BUILT_IN_FAMILIES,
  FAMILIES,
  filesOfFace,
  fontPath,
  slicesOfFamily,
} from "../src/index.js";

describe("the files of the built-in families", () => {
  test("every listed file is a WOFF file", () => {
    for (const file of allFontFiles()) {
      expect([file, readFileSync(fontPath(file)).toString("latin1", 0, 4)]).toEqual([file, "wOFF"]);
    }
  });

  test("no file is listed twice", () => {
    const files = [...allFontFiles(), ...allSliceIndexes()];
    expect(new Set(files).size).toBe(files.length);
  });

  test("each family has a license beside its files", () => {
    const folders = new Set(allFontFiles().map((file) => dirname(dirname(fontPath(file)))));
    // 54 families and three symbol fonts.
    expect(folders.size).toBe(57);
    for (const folder of folders) expect([folder, existsSync(join(folder, "LICENSE"))]).toEqual([folder, true]);
  });

  test("the families have the same names and order as the list of names", () => {
    expect(Object.keys(FAMILIES)).toEqual([...BUILT_IN_FAMILIES]);
  });
});

describe("filesOfFace", () => {
  test("returns one file for each subset of a face", () => {
    const files = filesOfFace("Barlow Condensed", { weight: 700, style: "normal" });
    expect(files.map((file) => file.split("/").at(-1))).toEqual([
      "barlow-condensed-latin-700-normal.woff",
      "barlow-condensed-latin-ext-700-normal.woff",
      "barlow-condensed-vietnamese-700-normal.woff",
    ]);
  });

  test("returns one file for each slice of a CJK face", () => {
    const files = filesOfFace("Noto Sans KR", { weight: 400, style: "normal" });
    expect(files).toHaveLength(slicesOfFamily("noto-sans-kr").length);
    expect(files.map((file) => file.split("/").at(-1))).toContain("noto-sans-kr-119-400-normal.woff");
  });
});

test("a CJK family has numbered slices, and named slices such as Latin", () => {
  const slices = slicesOfFamily("noto-sans-sc");
  expect(slices.filter(({ isNumbered }) => !isNumbered).map(({ name }) => name)).toContain("latin");
  expect(slices.find(({ name }) => name === "119")).toMatchObject({ isNumbered: true });
  expect(slices.flatMap(({ ranges }) => ranges).every((range) => /^U\+[0-9a-f]+(-[0-9a-f]+)?$/i.test(range))).toBe(
    true,
  );
});

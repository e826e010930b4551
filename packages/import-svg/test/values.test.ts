import { describe, expect, test } from "@jest/globals";
import { bytesOfBase64 } from "../src/bytes.js";
import { chooseFont } from "../src/fonts.js";
import { withoutAddressEntities } from "../src/illustrator-entities.js";
import { cropPixels } from "../src/image-edit.js";
import { placeOf, round } from "../src/layer.js";
import { clean, labelOf, Names } from "../src/names.js";
import { Notes } from "../src/notes.js";
import { fractionOf, lengthOf, numbersOf, referenceOf, transformOf, viewBoxTransform } from "../src/read-values.js";

describe("the values of attributes", () => {
  test.each([
    ["10", 10],
    ["10px", 10],
    [" -1.5e2 ", -150],
    [".5", 0.5],
    ["72pt", 96],
    ["6PC", 96],
    ["1in", 96],
    ["2.54cm", 96],
    ["25.4mm", 96],
    ["101.6Q", 96],
    ["2em", 20],
    ["3ex", 15],
    ["2rem", 32],
    ["50%", 100],
    ["5vw", undefined],
    ["wide", undefined],
    [undefined, undefined],
  ])("the length %s has %s pixels", (value, pixels) => {
    const length = lengthOf(value, { em: 10, whole: 200 });
    if (pixels === undefined) expect(length).toBeUndefined();
    else expect(length).toBeCloseTo(pixels, 9);
  });

  test("a length that depends on something unknown is unknown", () => {
    expect(["50%", "2em", "2ex"].map((value) => lengthOf(value))).toEqual([undefined, undefined, undefined]);
  });

  test("a share is a number or a percentage, and otherwise the default", () => {
    expect(["25%", "0.5", "red", undefined].map((value) => fractionOf(value))).toEqual([0.25, 0.5, 1, 1]);
    expect(fractionOf(undefined, 0)).toBe(0);
  });

  test("numbers are separated by whatever is between them", () => {
    expect(numbersOf("1,-2.5.5 3e1px")).toEqual([1, -2.5, 0.5, 30]);
    expect(numbersOf(undefined)).toEqual([]);
  });

  test.each<[string, readonly number[]]>([
    ["", [1, 0, 0, 1, 0, 0]],
    ["matrix(1 2 3 4 5 6)", [1, 2, 3, 4, 5, 6]],
    ["translate(4 2)", [1, 0, 0, 1, 4, 2]],
    ["translate(4)", [1, 0, 0, 1, 4, 0]],
    ["scale(2)", [2, 0, 0, 2, 0, 0]],
    ["scale(2, 3)", [2, 0, 0, 3, 0, 0]],
    ["rotate(90)", [0, 1, -1, 0, 0, 0]],
    ["rotate(90 10 20)", [0, 1, -1, 0, 30, 10]],
    ["skewX(45)", [1, 0, 1, 1, 0, 0]],
    ["skewY(45)", [1, 1, 0, 1, 0, 0]],
    ["translate(10 0) , scale(2)", [2, 0, 0, 2, 10, 0]],
    ["matrix()", [0, 0, 0, 0, 0, 0]],
    ["perspective(3) scale(2)", [2, 0, 0, 2, 0, 0]],
  ])("the transform %s is the matrix %j", (value, expected) => {
    expect(transformOf(value).map((number) => Math.round(number * 1e9) / 1e9 + 0)).toEqual(expected);
  });

  test.each<[string, string | undefined, readonly number[]]>([
    ["10 20 100 50", undefined, [2, 0, 0, 2, -20, 10]],
    ["10 20 100 50", "xMinYMin", [2, 0, 0, 2, -20, -40]],
    ["10 20 100 50", "xMidYMax meet", [2, 0, 0, 2, -20, 60]],
    ["10 20 100 50", "xMidYMid slice", [4, 0, 0, 4, -140, -80]],
    ["10 20 100 50", "xMaxYMid slice", [4, 0, 0, 4, -240, -80]],
    ["10 20 100 50", "none", [2, 0, 0, 4, -20, -80]],
    ["0 0 0 50", undefined, [1, 0, 0, 1, 0, 0]],
    ["0 0 50 0", undefined, [1, 0, 0, 1, 0, 0]],
    ["0 0", undefined, [1, 0, 0, 1, 0, 0]],
    ["0 0 50", undefined, [1, 0, 0, 1, 0, 0]],
  ])("the view box %s with the alignment %s fits into a square by %j", (viewBox, ratio, expected) => {
    const attributes = new Map([
      ["viewBox", viewBox],
      ...(ratio === undefined ? [] : [["preserveAspectRatio", ratio]]),
    ] as [string, string][]);
    expect(viewBoxTransform(attributes, { width: 200, height: 200 }).map((number) => number + 0)).toEqual(expected);
  });

  test("a reference names an ID with or without `url`", () => {
    expect(["#a", "url(#a)", " url( '#a' ) ", "red", undefined].map(referenceOf)).toEqual([
      "a",
      "a",
      "a",
      undefined,
      undefined,
    ]);
  });
});

describe("the numbers of a template", () => {
  test("are rounded, and a size is never 0", () => {
    expect([round(1.23456), round(-0.0001), round(1.23456, 1)]).toEqual([1.235, 0, 1.2]);
    expect(placeOf({ x: 1.00001, y: 2, width: 0, height: 0 })).toEqual({ x: 1, y: 2, width: 0.001, height: 0.001 });
    expect(placeOf({ x: 0, y: 0, width: 3, height: 4, rotation: 12.34567 })).toMatchObject({ rotation: 12.346 });
  });

  test("of a crop are whole pixels inside of the image", () => {
    const image = { width: 100, height: 200 };
    expect(cropPixels({ x: 0.25, y: 0.5, width: 0.5, height: 0.25 }, image)).toEqual({
      left: 25,
      top: 100,
      width: 50,
      height: 50,
    });
    expect(cropPixels({ x: 1, y: 1, width: 1, height: 1 }, image)).toEqual({ left: 99, top: 199, width: 1, height: 1 });
    expect(cropPixels({ x: -0.1, y: -0.1, width: 0, height: 0 }, image)).toEqual({
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    });
    expect(cropPixels({ x: 0.6, y: 0.7, width: 0.9, height: 0.9 }, image)).toEqual({
      left: 60,
      top: 140,
      width: 40,
      height: 60,
    });
  });
});

describe("the names of layers", () => {
  const labelled = (attributes: Readonly<Record<string, string>>) =>
    labelOf({ attributes: new Map(Object.entries(attributes)) } as never);

  test("are those of the designer, but not those that a tool invents", () => {
    expect(labelled({ id: "Sub_x20_title" })).toBe("Sub title");
    expect(labelled({ id: "b", "data-name": "Big title" })).toBe("Big title");
    expect(["rect1234", "Layer_1", "SVGID_2_", "12"].map((id) => labelled({ id }))).toEqual(Array(4).fill(undefined));
    expect(labelled({})).toBeUndefined();
  });

  test("have letters, and at most 48 characters", () => {
    expect(clean("  — “Hello”,\n world! ")).toBe("Hello world");
    expect(clean("…")).toBeUndefined();
    expect(clean("x".repeat(60))).toBe("x".repeat(48));
    expect(clean(`${"x".repeat(47)}\u{20000}`)).toBe("x".repeat(47));
  });

  test("are counted if several layers have the same one", () => {
    const names = new Names();
    expect([
      names.take("Überschrift 1"),
      names.take("Title"),
      names.take("Title"),
      names.take("Title"),
      names.take("標題"),
    ]).toEqual([
      { id: "uberschrift-1", name: "Überschrift 1" },
      { id: "title", name: "Title" },
      { id: "title-2", name: "Title 2" },
      { id: "title-3", name: "Title 3" },
      { id: "layer", name: "標題" },
    ]);
  });
});

describe("the font of a style", () => {
  const font = (style: Readonly<Record<string, string>>) => chooseFont(new Map(Object.entries(style)));

  test.each([
    ["Inter", "bold", 700],
    ["Inter", "bolder", 700],
    ["Inter", "lighter", 300],
    ["Inter", "250", 300],
    ["Inter", "950", 900],
    ["Inter", "20", 100],
    ["Inter-Bold", "400", 400],
    ["Inter-Thin", undefined, 100],
    ["Inter-ExtraLight", undefined, 200],
    ["Inter-Light", undefined, 300],
    ["Inter", undefined, 400],
    ["Inter-Medium", undefined, 500],
    ["Inter-SemiBold", undefined, 600],
    ["Inter-Bold", undefined, 700],
    ["Inter-ExtraBold", undefined, 800],
    ["Inter-Black", undefined, 900],
    ["Inter-Bold", "normal", 700],
  ])("the family %s with the weight %s has the weight %i", (family, weight, expected) => {
    const style = { "font-family": `'${family}'`, ...(weight !== undefined && { "font-weight": weight }) };
    expect(font(style)).toMatchObject({ font_family: "Inter", font_weight: expected, replaced: undefined });
  });

  test("is italic if the style or the name says so", () => {
    expect(font({ "font-family": "Inter" }).font_style).toBe("normal");
    expect(font({ "font-family": "Inter", "font-style": "oblique" }).font_style).toBe("italic");
    expect(font({ "font-family": "Inter-Italic" }).font_style).toBe("italic");
  });

  test("is the first built-in one of a list, or else similar to the first known one", () => {
    expect(font({ "font-family": 'Unknown, "Open Sans", Lora' })).toMatchObject({
      font_family: "Open Sans",
      replaced: undefined,
    });
    expect(font({ "font-family": "Unknown, Georgia" })).toMatchObject({ font_family: "Lora", replaced: "Unknown" });
    expect(font({ "font-family": "Unknown-BoldMT" })).toMatchObject({ font_family: "Inter", replaced: "Unknown" });
    expect(font({})).toMatchObject({ font_family: "Inter", replaced: undefined });
  });
});

test("Base64 can have line breaks, both alphabets and no padding", () => {
  expect(["AQI=", "AQ\nI", "-_8", "AQIDB", ""].map((text) => [...bytesOfBase64(text)])).toEqual([
    [1, 2],
    [1, 2],
    [251, 255],
    [1, 2, 3],
    [],
  ]);
});

test("a note is kept once, at its first place, in the order of the places", () => {
  const notes = new Notes();
  notes.add("b", { at: 9 });
  notes.add("a", { at: 4 });
  notes.add("b", { at: 2 });
  expect(notes.all).toEqual([
    { message: "a", at: 4 },
    { message: "b", at: 9 },
  ]);
});

describe("addresses that Illustrator declares", () => {
  const declared = `<!DOCTYPE svg [\n<!ENTITY ns "http://ns.adobe.com/a">\n]>`;

  test("are inserted, and everything keeps its place in the lines", () => {
    const text = withoutAddressEntities(`${declared}<svg a="&ns;" b="&amp;"/>`);
    expect(text).toBe(
      `${" ".repeat(15)}\n${" ".repeat(36)}\n${" ".repeat(2)}<svg a="http://ns.adobe.com/a" b="&amp;"/>`,
    );
  });

  test("are inserted at most 200 times", () => {
    const text = withoutAddressEntities(`${declared}${"&ns;".repeat(202)}`);
    expect(text.split("http://ns.adobe.com/a")).toHaveLength(201);
    expect(text.endsWith("http://ns.adobe.com/a&ns;&ns;")).toBe(true);
  });

  test.each([
    ["there are none", `<!DOCTYPE svg [ ]><svg a="&ns;"/>`],
    ["something else is declared, too", `<!DOCTYPE svg [<!ENTITY ns "http://a"><!ENTITY b "c">]><svg a="&ns;"/>`],
  ])("change nothing if %s", (_, text) => {
    expect(withoutAddressEntities(text)).toBe(text);
  });
});

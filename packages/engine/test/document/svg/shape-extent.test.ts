import { describe, expect, test } from "@jest/globals";
import { pathExtent } from "../../../src/document/svg/path-extent.js";
import { dashesOf, dashPeriod, extentOf, lengthIn } from "../../../src/document/svg/shape-extent.js";

const attributes = (values: Readonly<Record<string, string>>) => new Map(Object.entries(values));

describe("the extent of a shape", () => {
  test.each<[string, Record<string, string>, number, number]>([
    ["rect", { width: "30", height: "20" }, 30, 20],
    ["rect", { width: "30" }, 30, 0],
    ["circle", { r: "5" }, 10, 10],
    ["ellipse", { rx: "5", ry: "-7" }, 10, 14],
  ])("a %s with %j fills its box, and its edges are as high on both sides", (name, values, width, height) => {
    expect(extentOf(name, attributes(values))).toMatchObject({
      segments: 8,
      length: 2 * (width + height),
      rise: 2 * height,
      band: height,
      width,
      height,
    });
  });

  test("a line reaches at most as far as the sum of its coordinates", () => {
    const line = extentOf("line", attributes({ x1: "-3", y1: "1", x2: "4", y2: "-2" }));
    expect(line).toMatchObject({ segments: 1, width: 7, height: 3, length: 20, rise: 6 });
    expect(extentOf("line", attributes({ x1: "-3" }))).toMatchObject({ width: 3, height: 0 });
  });

  test("a polyline and a polygon are closed paths, and other elements have no shape", () => {
    const points = "0,0 30,40 30,0";
    for (const name of ["polyline", "polygon"]) {
      expect(extentOf(name, attributes({ points }))).toEqual(pathExtent(`M${points}z`));
    }
    expect(extentOf("path", attributes({ d: "M0 0H9" }))).toEqual(pathExtent("M0 0H9"));
    for (const name of ["g", "use", "image"]) expect(extentOf(name, attributes({ width: "9" })).segments).toBe(0);
  });

  test.each([
    ["10", 10],
    ["10px", 10],
    ["10pt", 13.4],
    ["2pc", 32],
    ["10mm", 38],
    ["1cm", 38],
    ["1IN", 96],
    ["10%", 1000],
    ["2em", 200],
    [" 1.5e1 mm ", 57],
    ["-4", 4],
    ["auto", 0],
    ["1-2.3.4", 0],
  ])("a side of %j has %p user units", (width, expected) => {
    expect(extentOf("rect", attributes({ width })).width).toBeCloseTo(expected, 9);
  });

  test.each([
    ["10", 10],
    ["1in", 96],
    ["10%", undefined],
    ["2em", undefined],
    ["0", undefined],
    ["-1", undefined],
    ["auto", undefined],
    [undefined, undefined],
  ])("the length %j has %p user units, or none if it is relative", (text, expected) => {
    expect(lengthIn(text)).toBe(expected);
  });
});

describe("the dashes of a shape", () => {
  test.each([
    ["4 2", 3],
    ["4", 4],
    ["-4 2", 3],
    ["10%", 0.1],
    ["0 0", Infinity],
    ["none", Infinity],
  ])("the dashes and gaps of %j have a mean length of %p", (array, expected) => {
    expect(dashPeriod(array)).toBeCloseTo(expected, 9);
  });

  test.each<[string, number, Record<string, string>, number, number]>([
    ["its own dashes", 60, { "stroke-dasharray": "4 2" }, 1, 40],
    ["inherited dashes", 60, {}, 6, 20],
    ["dashes that it asks to inherit", 60, { "stroke-dasharray": " inherit " }, 6, 20],
    ["no dashes", 60, { "stroke-dasharray": "none" }, 6, 0],
    ["no stroke", 60, { "stroke-dasharray": "4 2", stroke: "none" }, 6, 0],
    ["no length", 0, { "stroke-dasharray": "0" }, 6, 0],
    ["dashes that do not scale", 60, { "stroke-dasharray": "4 2", "vector-effect": "non-scaling-stroke" }, 1, 4000],
  ])("a shape with %s has two segments for each dash or gap", (_, length, values, inherited, expected) => {
    expect(dashesOf({ length }, attributes(values), inherited)).toBe(expected);
  });
});

describe("the extent of a path", () => {
  const lines = { rise: 0, uprightRise: 0, closesSlanted: false, isOrdered: true };

  test.each<[string, string, object]>([
    ["nothing", "", { ...lines, segments: 0, length: 0, width: 0, height: 0, band: 0 }],
    ["a level line", "M1 2H11", { ...lines, segments: 2, length: 10, width: 10, height: 0 }],
    ["an upright line", "M1 2v-8", { ...lines, segments: 2, length: 8, width: 0, height: 8, uprightRise: 8 }],
    [
      "a slanted line, whose area it closes itself",
      "m1 2 3 4",
      { ...lines, segments: 2, length: 5, width: 3, height: 4, rise: 8, closesSlanted: true },
    ],
    [
      "a triangle that is closed",
      "M0 0L3 4H0z",
      { segments: 4, length: 5 + 3 + 4, width: 3, height: 4, rise: 4, uprightRise: 4, closesSlanted: false },
    ],
    [
      "a triangle that is not closed",
      "M0 0L3 4H0",
      { segments: 3, length: 5 + 3, width: 3, height: 4, rise: 4, uprightRise: 0, closesSlanted: false },
    ],
    [
      "two shapes, the first of them a triangle that is not closed",
      "M0 0L3 4L6 4M9 9h1",
      { segments: 5, length: 5 + 3 + 1, width: 10, height: 9, rise: 4 + 4, closesSlanted: true },
    ],
    [
      "a cubic curve, which is at most as long as its control polygon",
      "M0 0C0 3 4 3 4 0",
      { segments: 2, length: 3 + 4 + 3, width: 4, height: 3, rise: 0, uprightRise: 6 },
    ],
    ["a quadratic curve", "M0 0q3 4 6 0", { segments: 2, length: 10, width: 6, height: 4, rise: 8 }],
    ["smooth curves", "M0 0s0 3 4 3t4 0", { segments: 3, length: 3 + 4 + 4, width: 8, height: 3 }],
    ["numbers without a command after it is closed", "M0 0H4z7 8", { segments: 3, length: 8, width: 4, height: 0 }],
  ])("the extent of %s is measured", (_, data, expected) => {
    expect(pathExtent(data)).toMatchObject(expected);
  });

  test.each<[string, string, number]>([
    ["half of a circle", "M0 0A5 5 0 0 1 10 0", Math.PI * 5],
    ["half of a circle whose radius is too small", "M0 0A1 1 0 0 1 10 0", Math.PI * 5],
    ["the larger part of a circle", "M0 0A6 6 0 1 1 10 0", 2 * Math.PI * 6],
    ["half of an ellipse over its shorter chord", "M0 0A10 5 0 0 1 10 0", Math.PI * 10],
    ["a short arc of a large circle, which is at most a half over its chord", "M0 0A500 500 0 0 1 10 0", Math.PI * 5],
    ["an arc without a radius", "M0 0A0 5 0 0 1 10 0", Math.PI * 10],
  ])("an arc is at most as long as %s", (_, data, length) => {
    const extent = pathExtent(data);
    expect(extent.length).toBeCloseTo(length, 9);
    expect(extent.rise).toBeCloseTo(length, 9);
    expect(extent.isOrdered).toBe(false);
    expect(extent.spans).toBeUndefined();
  });

  test("the box of an arc has the room that the arc can need around its ends", () => {
    // Half of a circle of radius 5 is 15.7 long, but the circle is only 10 high.
    expect(pathExtent("M0 0A5 5 0 0 1 10 0")).toMatchObject({ width: 10 + 2 * 10, height: 2 * 10 });
  });

  test("the band is four times the mean deviation of the points, and the mean height of a segment", () => {
    // The points are at the heights 0, 0, 10, 10 and 0, with a mean of 4 and a mean deviation of 4.8. Two of the five
    // segments are 10 high.
    expect(pathExtent("M0 0H9V10H0z").band).toBe(4 * 4.8 + 20 / 5);
  });

  test("only a path of level and upright lines has segments for boxes", () => {
    expect(pathExtent("M0 0H9V10H0z").spans?.count).toBe(4);
    expect(pathExtent("M0 0H9V10H0zM20 20v5").spans?.count).toBe(5);
    expect(pathExtent("M0 0H9V10L1 9").spans).toBeUndefined();
  });
});

import { describe, expect, test } from "@jest/globals";
import type { XmlElement } from "../../src/document/svg/xml-tree.js";
import type { SvgTree } from "../../src/pdf/svg-tree.js";
import { readPaint, selectPaint } from "../../src/pdf/svg-paint.js";
import { element, emptyCanvas, emptyOutput, objectsOf, resourceOf } from "./written-objects.js";

const BOUNDS = { x: 10, y: 20, width: 100, height: 50 };

const stop = (offset: string, color: string, opacity?: string) =>
  element("stop", { offset, "stop-color": color, ...(opacity !== undefined && { "stop-opacity": opacity }) });
const [RED, BLUE] = [stop("0", "#ff0000"), stop("1", "#0000ff")];
const linear = (children: readonly XmlElement[], attributes: Readonly<Record<string, string>> = {}) =>
  element("linearGradient", attributes, children);

function paintOf(attributes: Readonly<Record<string, string>>, property: "fill" | "stroke" = "fill") {
  const definitions: SvgTree["definitions"] = new Map([
    ["g", linear([RED, BLUE])],
    ["p", element("pattern")],
  ]);
  return readPaint(element("path", attributes), property, { width: 9, height: 9, children: [], definitions });
}

interface Selection {
  readonly opacity?: number;
  readonly property?: "fill" | "stroke";
}

async function select(gradient: XmlElement, { opacity = 1, property = "fill" }: Selection = {}) {
  const output = emptyOutput();
  const canvas = { ...emptyCanvas(), toDocument: [2, 0, 0, 2, 0, 0] } as const;
  await selectPaint(output, canvas, { gradient, opacity }, property, BOUNDS);
  return { output, operators: canvas.operators };
}

/** The pattern of a gradient as a PDF has it. */
async function patternOf(gradient: XmlElement): Promise<string> {
  const { output } = await select(gradient);
  return resourceOf(output, "/P1").body;
}

describe("readPaint", () => {
  test("a path without paints is black and has no stroke", () => {
    expect(paintOf({})).toEqual({ color: "0 0 0", opacity: 1 });
    expect(paintOf({}, "stroke")).toBeUndefined();
  });

  test("a color is three shares of 255", () => {
    // 51, 102 and 1 of 255.
    expect(paintOf({ fill: "#336601", "fill-opacity": "0.5" })).toEqual({ color: "0.2 0.4 0.0039", opacity: 0.5 });
    expect(paintOf({ stroke: "#ffffff", "fill-opacity": "0.5" }, "stroke")).toEqual({ color: "1 1 1", opacity: 1 });
  });

  test("a paint that cannot be seen is left out", () => {
    expect(paintOf({ fill: "none" })).toBeUndefined();
    expect(paintOf({ fill: "#336601", "fill-opacity": "0" })).toBeUndefined();
  });

  test("a reference is a gradient or a pattern", () => {
    expect(paintOf({ fill: "url(#g)", "fill-opacity": "0.3" })).toMatchObject({
      gradient: { name: "linearGradient" },
      opacity: 0.3,
    });
    expect(paintOf({ fill: "url(#p)" })).toMatchObject({ pattern: { name: "pattern" }, opacity: 1 });
    expect(() => paintOf({ fill: "url(#other)" })).toThrow("The paint url(#other) is not known.");
  });
});

describe("selectPaint", () => {
  test.each([
    ["fill", 1, ["1 0 0 rg"]],
    ["stroke", 1, ["1 0 0 RG"]],
    ["fill", 0.5, ["/G1 gs", "1 0 0 rg"]],
  ] as const)("a color of a %s with the opacity %d selects %j", async (property, opacity, operators) => {
    const [output, canvas] = [emptyOutput(), emptyCanvas()];
    await selectPaint(output, canvas, { color: "1 0 0", opacity }, property, BOUNDS);
    expect(canvas.operators).toEqual(operators);
    expect(resourceOf(output, "/G1").body).toBe(opacity < 1 ? "<</ca 0.5/CA 0.5>>" : "There is no /G1.");
  });

  test("a gradient in the units of its path has a matrix for its box and the page", async () => {
    // The box of 100 × 50 at 10, 20, and the scale 2.
    expect(await patternOf(linear([RED, BLUE]))).toBe(
      "<</Type/Pattern/PatternType 2/Matrix[200 0 0 100 20 40]/Shading<</ShadingType 2/Coords[0 0 1 0]" +
        "/ColorSpace/DeviceRGB/Extend[true true]" +
        "/Function <</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 0 1]>>>>>>",
    );
  });

  test("a gradient in user space has its own matrix, before that of the page", async () => {
    const attributes = { gradientUnits: "userSpaceOnUse", gradientTransform: "matrix(1 0 0 1 5 6)" };
    const ends = { x1: "1", y1: "2", x2: "3", y2: "4" };
    const text = await patternOf(linear([RED, BLUE], { ...attributes, ...ends }));
    expect(text).toContain("/Matrix[2 0 0 2 10 12]");
    expect(text).toContain("/Coords[1 2 3 4]");
  });

  test("a radial gradient goes from its focus to its circle", async () => {
    const radial = (attributes: Readonly<Record<string, string>>) =>
      patternOf(element("radialGradient", attributes, [RED, BLUE]));
    expect(await radial({})).toContain("/ShadingType 3/Coords[0.5 0.5 0 0.5 0.5 0.5]");
    expect(await radial({ cx: "1", cy: "2", r: "3" })).toContain("/Coords[1 2 0 1 2 3]");
    const focus = { fx: "4", fy: "5", fr: "6" };
    expect(await radial({ cx: "1", cy: "2", r: "3", ...focus })).toContain("/Coords[4 5 6 1 2 3]");
  });

  test("a gradient of several colors has a function for each piece, also before and after its stops", async () => {
    const stops = [stop("0.2", "#ff0000"), stop("0.5", "#00ff00"), stop("0.5", "#0000ff"), stop("0.75", "#ffffff")];
    const piece = (from: string, to: string) => `<</FunctionType 2/Domain[0 1]/N 1/C0[${from}]/C1[${to}]>>`;
    const pieces = [
      piece("1 0 0", "1 0 0"),
      piece("1 0 0", "0 1 0"),
      piece("0 0 1", "1 1 1"),
      piece("1 1 1", "1 1 1"),
    ].join("");
    expect(await patternOf(linear(stops))).toContain(
      `/FunctionType 3/Domain[0 1]/Bounds[0.2 0.5 0.75]/Encode[0 1 0 1 0 1 0 1]/Functions[${pieces}]`,
    );
  });

  test("a stop without a color is black", async () => {
    expect(await patternOf(linear([element("stop"), BLUE]))).toContain("/C0[0 0 0]/C1[0 0 1]");
  });

  test("stops of one opacity need no mask", async () => {
    const stops = [stop("0", "#ff0000", "0.5"), stop("1", "#0000ff", "0.5")];
    const { output, operators } = await select(linear(stops), { opacity: 0.5, property: "stroke" });
    expect(operators).toEqual(["/G1 gs", "/Pattern CS /P1 SCN"]);
    expect(resourceOf(output, "/G1").body).toBe("<</ca 0.25/CA 0.25>>");
    expect((await select(linear([RED, BLUE]))).operators).toEqual(["/Pattern cs /P1 scn"]);
  });

  test("stops of several opacities have a mask of grays in the coordinates of its own stream", async () => {
    const stops = [stop("0", "#ff0000", "0.25"), stop("1", "#0000ff", "0.75")];
    const { output, operators } = await select(linear(stops), { opacity: 0.5 });
    expect(operators).toEqual(["/G1 gs", "/G2 gs", "/Pattern cs /P2 scn"]);
    expect(resourceOf(output, "/G1").body).toBe("<</ca 0.5/CA 0.5>>");
    const mask = resourceOf(output, "/P1").body;
    expect(mask).toContain("/Matrix[100 0 0 50 10 20]");
    expect(mask).toContain("/ColorSpace/DeviceGray/");
    expect(mask).toContain("/C0[0.25]/C1[0.75]");
    // Scaled by a half, because the coordinates of the page are twice as large.
    const [form] = [...objectsOf(output).values()].filter(({ body }) => body.includes("/Subtype/Form"));
    expect(form?.content).toBe("/Pattern cs /P1 scn q 0.5 0 0 0.5 0 0 cm 0 0 200 100 re f Q");
  });

  test("the places of a gradient have six decimals, because a large path multiplies them", async () => {
    const ends = { x1: "0.12345678", cx: "0.12345678" };
    const stops = [RED, stop("0.87654321", "#00ff00"), BLUE];
    expect(await patternOf(linear(stops, ends))).toContain("/Coords[0.123457 0 1 0]");
    expect(await patternOf(linear(stops, ends))).toContain("/Bounds[0.876543]");
    expect(await patternOf(element("radialGradient", ends, stops))).toContain(
      "/Coords[0.123457 0.5 0 0.123457 0.5 0.5]",
    );
  });

  test("a stop without an opacity is opaque, and grays have four decimals", async () => {
    const { output } = await select(linear([RED, stop("1", "#0000ff", "0.12345")]));
    expect(resourceOf(output, "/P1").body).toContain("/C0[1]/C1[0.1235]");
  });

  test("a gradient that repeats, or that has one stop, cannot be written", async () => {
    await expect(patternOf(linear([RED, BLUE], { spreadMethod: "reflect" }))).rejects.toThrow("The gradient repeats.");
    await expect(patternOf(linear([RED]))).rejects.toThrow("fewer than two stops");
    expect(await patternOf(linear([RED, BLUE], { spreadMethod: "pad" }))).toContain("/PatternType 2");
  });
});

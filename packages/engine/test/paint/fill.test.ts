import { describe, expect, test } from "@jest/globals";
import { gradientFill, isOpaque, isVisible, solidFill } from "../../src/paint/fill.js";

const BOX = { x: 10, y: 20, width: 100, height: 50 };
const STOPS = [
  { color: "#f00", position: 0 },
  { color: "#00f", position: 1 },
];

/** The attributes of each element with a name in an SVG. */
function elements(svg: string, name: string): Record<string, string>[] {
  return [...svg.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, "g"))].map(([, attributes = ""]) => {
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(
      ([, key = "", value = ""]) => [key, value] as const,
    );
    return Object.fromEntries(pairs);
  });
}

describe("solid colors", () => {
  test.each([
    ["#fff", true, true],
    ["rgba(0, 0, 0, 0.01)", true, false],
    ["transparent", false, false],
    ["rgba(255, 255, 255, 0)", false, false],
    ["no color", false, false],
  ])("%s is visible: %s, and opaque: %s", (color, visible, opaque) => {
    expect([isVisible(color), isOpaque(color)]).toEqual([visible, opaque]);
  });

  test("an opaque color has two digits for each channel and no opacity", () => {
    expect(solidFill("rgb(5, 255, 16)")).toEqual({ attributes: 'fill="#05ff10"', definition: "" });
    expect(solidFill("#123", "stroke").attributes).toBe('stroke="#112233"');
  });

  test("a translucent color has an opacity of its own", () => {
    expect(solidFill("rgba(255, 0, 0, 0.4)").attributes).toBe('fill="#ff0000" fill-opacity="0.4"');
    expect(solidFill("rgba(255, 0, 0, 0.4)", "stroke").attributes).toBe('stroke="#ff0000" stroke-opacity="0.4"');
  });

  test("a text that is not a color is transparent", () => {
    expect(solidFill("no color").attributes).toBe('fill="#000000" fill-opacity="0"');
  });
});

describe("linear gradients", () => {
  // CSS Images 3, section 3.1.1: the line goes through the center, and its ends are level with the corners of the box.
  test.each([
    ["to the top", 0, { x1: "60", y1: "70", x2: "60", y2: "20" }],
    ["to the right", 90, { x1: "10", y1: "45", x2: "110", y2: "45" }],
    ["to the bottom", 180, { x1: "60", y1: "20", x2: "60", y2: "70" }],
    ["to the left", -90, { x1: "110", y1: "45", x2: "10", y2: "45" }],
    // (100 + 50) / 2 · sin 45° · sin 45° = 37.5.
    ["to the upper right", 45, { x1: "22.5", y1: "82.5", x2: "97.5", y2: "7.5" }],
    // Half its length is (100 sin 30° + 50 cos 30°) / 2 = 46.651.
    ["at 30 degrees", 30, { x1: "36.675", y1: "85.401", x2: "83.325", y2: "4.599" }],
  ])("a gradient %s ends where its angle leaves the box", (_, angle, ends) => {
    const { attributes, definition } = gradientFill({ type: "linear-gradient", angle, stops: STOPS }, BOX);
    const [gradient] = elements(definition, "linearGradient");
    expect(gradient).toMatchObject({ ...ends, gradientUnits: "userSpaceOnUse" });
    expect(attributes).toBe(`fill="url(#${gradient?.["id"]})"`);
    expect(elements(definition, "stop")).toEqual([
      { offset: "0", "stop-color": "#ff0000" },
      { offset: "1", "stop-color": "#0000ff" },
    ]);
  });
});

describe("radial gradients", () => {
  test.each([
    // The farthest corner is 75 · 1 and 50 · 1 away.
    ["near the upper left corner", { center_x: 0.25, center_y: 0 }, { cx: "35", cy: "20", r: "90.139" }],
    ["near the lower right corner", { center_x: 0.75, center_y: 1 }, { cx: "85", cy: "70", r: "90.139" }],
    ["in the middle", { center_x: 0.5, center_y: 0.5 }, { cx: "60", cy: "45", r: "55.902" }],
  ])("a gradient %s reaches the farthest corner with radius 1", (_, center, circle) => {
    const gradient = { type: "radial-gradient", ...center, radius: 1, stops: STOPS } as const;
    expect(elements(gradientFill(gradient, BOX).definition, "radialGradient")[0]).toMatchObject(circle);
  });

  test("the radius is a multiple of the distance to the farthest corner", () => {
    const gradient = { type: "radial-gradient", center_x: 0.5, center_y: 0.5, radius: 3, stops: STOPS } as const;
    const { attributes, definition } = gradientFill(gradient, BOX);
    const [circle] = elements(definition, "radialGradient");
    expect(circle?.["r"]).toBe("167.705");
    expect(attributes).toBe(`fill="url(#${circle?.["id"]})"`);
    expect(elements(definition, "stop")).toHaveLength(2);
  });
});

describe("translucent colors of gradients", () => {
  const stopsOf = (...colors: [color: string, position: number][]) =>
    elements(
      gradientFill(
        { type: "linear-gradient", angle: 90, stops: colors.map(([color, position]) => ({ color, position })) },
        BOX,
      ).definition,
      "stop",
    );

  test("a color that fades to transparent keeps its hue until the end", () => {
    expect(stopsOf(["#fff", 0.2], ["transparent", 0.8])).toEqual([
      { offset: "0.2", "stop-color": "#ffffff" },
      { offset: "0.8", "stop-color": "#ffffff", "stop-opacity": "0" },
      { offset: "0.8", "stop-color": "#000000", "stop-opacity": "0" },
    ]);
  });

  test("a color that appears from transparent has its hue from the start", () => {
    expect(stopsOf(["transparent", 0.2], ["#f80", 0.8])).toEqual([
      { offset: "0.2", "stop-color": "#000000", "stop-opacity": "0" },
      { offset: "0.2", "stop-color": "#ff8800", "stop-opacity": "0" },
      { offset: "0.8", "stop-color": "#ff8800" },
    ]);
  });

  test("two colors with the same alpha need no color between them", () => {
    expect(stopsOf(["rgba(255, 0, 0, 0.5)", 0], ["rgba(0, 0, 255, 0.5)", 1])).toHaveLength(2);
  });

  test("the colors between two translucent ones are mixed after a multiplication by their alpha, as in CSS", () => {
    const stops = stopsOf(["rgba(255, 0, 51, 0.8)", 0.2], ["rgba(0, 102, 255, 0.2)", 0.6]);
    const between = stops.slice(1, -1);
    expect(between.length).toBeGreaterThanOrEqual(3);
    const shares = between.map(({ offset }) => (Number(offset) - 0.2) / 0.4);
    expect(shares.every((share, index) => share > (shares[index - 1] ?? 0) && share < 1)).toBe(true);
    for (const [index, share] of shares.entries()) {
      const alpha = 0.8 * (1 - share) + 0.2 * share;
      const mixed = [255 * 0.8 * (1 - share), 102 * 0.2 * share, 51 * 0.8 * (1 - share) + 255 * 0.2 * share];
      const { "stop-color": color = "", "stop-opacity": opacity } = between[index] ?? {};
      expect(Number(opacity)).toBeCloseTo(alpha, 3);
      const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      mixed.forEach((value, at) => expect(Math.abs((channels[at] ?? NaN) - value / alpha)).toBeLessThanOrEqual(0.51));
    }
    // The steps are even.
    expect(shares[0]).toBeCloseTo(1 / (shares.length + 1));
    expect(shares.at(-1)).toBeCloseTo(1 - 1 / (shares.length + 1));
  });
});

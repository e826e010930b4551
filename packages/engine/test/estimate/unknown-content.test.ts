/** Tests the cost of content that the document hides or only refers to: SVG in data URIs, and uploaded fonts. */
import { describe, expect, test } from "@jest/globals";
import { costIssues } from "../../src/estimate/cost-issues.js";
import { isHeavy, MAX_RENDER_CPU_MS } from "../../src/estimate/cost-limits.js";
import { randomSource } from "../oracle/random-source.js";
import { estimate } from "./support.js";

const random = randomSource(4);
const point = () => `${random.between(0, 100).toFixed(2)} ${random.between(0, 100).toFixed(2)}`;
const lines = (count: number) => `M0 0${Array.from({ length: count }, () => `L${point()}`).join("")}z`;
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
const uriOf = (source: string, type = "image/svg+xml") =>
  `data:${type};base64,${Buffer.from(source).toString("base64")}`;

const showing = (side: number, layer: object) => ({
  ...{ width: side, height: side },
  layers: [{ id: "a", name: "art", width: side, height: side, ...layer }],
});

/** librsvg takes 30 s to draw it at 4,000 pixels, because thousands of lines cross in each row. */
const TANGLE = svg(`<path d="${lines(5000)}"/>`);
const NOISE = svg(
  '<filter id="f"><feTurbulence numOctaves="8"/></filter>' + '<path filter="url(#f)" d="M0 0h99v99z"/>'.repeat(5),
);

describe("an SVG that takes the rasterizer a long time", () => {
  test.each([
    ["a tangle of lines in an SVG layer", { type: "svg", svg: TANGLE }],
    ["a tangle of lines in an image", { type: "image", image_url: uriOf(TANGLE) }],
    ["a tangle of lines in an image of another type", { type: "image", image_url: uriOf(TANGLE, "image/png") }],
    ["a tangle of lines in a fallback image", { type: "image", fallback_image_url: uriOf(TANGLE) }],
    ["noise in an image", { type: "image", image_url: uriOf(NOISE) }],
  ])("%s is refused at 4,000 pixels, and the issue blames the SVG of the layer", (_name, layer) => {
    const [issue] = costIssues(estimate(showing(4000, layer)));
    expect(issue?.path).toBe("layers.art");
    expect(issue?.message).toContain("(its SVG)");
  });

  // librsvg 2.63 needs 3 to 15 s for each at any size. It makes boxes of such paths, and compares all pairs of edges.
  const staggered = (count: number, line: string) =>
    Array.from({ length: count }, (_, at) => `M${(at / 20).toFixed(2)} ${(at / 20).toFixed(2)}${line}`).join("");
  test.each([
    ["2,000 upright lines that begin at different heights", `<path d="${staggered(2000, "v49")}"/>`],
    ["the same as strokes", `<path fill="none" stroke="#000" d="${staggered(2000, "v49")}"/>`],
    ["2,000 level lines that are turned", `<path transform="rotate(90)" d="${staggered(2000, "h49")}"/>`],
    [
      "a clip path of 2,000 upright lines",
      `<clipPath id="c">${Array.from({ length: 2000 }, (_, at) => `<path d="M${at / 20} ${at / 20}v49"/>`).join("")}</clipPath>` +
        '<path clip-path="url(#c)" d="M0 0h99v99z"/>',
    ],
  ])("%s are refused at 200 pixels", (_name, inside) => {
    const [issue] = costIssues(estimate(showing(200, { type: "image", image_url: uriOf(svg(inside)) })));
    expect(issue?.message).toContain("(its SVG)");
  });

  test("vertical lines that are in order are accepted, even if they are rotated", () => {
    const upright = `<path d="M1 1${"v99v-99h.01".repeat(2000)}"/>`;
    for (const inside of [upright, `<g transform="rotate(30)">${upright}</g>`]) {
      expect(costIssues(estimate(showing(2000, { type: "image", image_url: uriOf(svg(inside)) })))).toEqual([]);
    }
  });
});

describe("a usual SVG", () => {
  const curve = () => `c${[1, 2, 3, 4, 5, 6].map(() => random.between(-2, 2).toFixed(2)).join(" ")}`;
  const shape = () =>
    `<path fill="#f00" stroke="#000" stroke-width=".2" d="M${point()}${Array.from({ length: 10 }, curve).join("")}z"/>`;
  const drawing = svg(Array.from({ length: 200 }, shape).join(""));

  test("an illustration of 2,000 curves at 1,200 pixels needs less than a tenth of the limit", () => {
    for (const layer of [
      { type: "svg", svg: drawing },
      { type: "image", image_url: uriOf(drawing) },
    ]) {
      expect(estimate(showing(1200, layer)).cpuMs).toBeLessThan(MAX_RENDER_CPU_MS / 10);
    }
  });

  test("a long coastline of 50,000 short lines at 2,000 pixels needs less than a fifth of the limit", () => {
    const steps = Array.from({ length: 50_000 }, () => `l${random.between(-0.1, 0.1).toFixed(3)} .002`).join("");
    const coast = estimate(showing(2000, { type: "image", image_url: uriOf(svg(`<path d="M50 0${steps}"/>`)) }));
    expect(coast.cpuMs).toBeLessThan(MAX_RENDER_CPU_MS / 5);
  });
});

describe("an SVG with many lines that are in order", () => {
  // librsvg takes less than 0.6 s for each of them at 2,000 pixels.
  const wiggle = () => `l${random.between(-0.25, 0.25).toFixed(2)} ${random.between(-0.25, 0.25).toFixed(2)}`;
  const shortLines = () => `M${point()}${Array.from({ length: 1000 }, wiggle).join("")}`;
  test.each([
    ["40 paths of 1,000 short lines", `<path d="${shortLines()}"/>`.repeat(40)],
    ["40 paths of 4,000 upright lines in one place", `<path d="M1 1${"v99v-99".repeat(2000)}"/>`.repeat(40)],
    ["10 charts of 4,000 peaks", `<path d="M0 50${"l.02 1l.02-1".repeat(2000)}"/>`.repeat(10)],
    ["a chart of 4,000 peaks as high as the picture", `<path d="M0 0${"l.02 99l.02-99".repeat(2000)}"/>`],
    [
      "50 lines of 200 dashes",
      Array.from(
        { length: 50 },
        (_, at) => `<path stroke="#00f" stroke-width=".2" stroke-dasharray=".5" d="M1 ${at * 2}h98"/>`,
      ).join(""),
    ],
    ["a slanted line of 14,000 dashes", '<path stroke="#00f" stroke-dasharray=".01" d="M1 1L99 99"/>'],
    [
      "a bitmap of 4,000 squares",
      `<path d="${Array.from({ length: 4000 }, (_, at) => `M${at % 70} ${Math.floor(at / 70)}h1v1h-1z`).join("")}"/>`,
    ],
  ])("%s needs less than half of the limit at 2,000 pixels", (_name, inside) => {
    const cost = estimate(showing(2000, { type: "image", image_url: uriOf(svg(inside)) }));
    expect(cost.cpuMs).toBeLessThan(MAX_RENDER_CPU_MS / 2);
  });
});

describe("texts in an uploaded font", () => {
  const src = "/api/v1/uploads/00000000-0000-4000-8000-000000000000/file";
  const texts = (count: number, text: string, font_family: string) => ({
    width: 1200,
    height: 630,
    fonts: [{ family: "Brand", src }],
    layers: Array.from({ length: count }, (_, index) => ({
      ...{ id: `t${index}`, type: "text", width: 1200, height: 300, font_size: 12 },
      ...{ text: `${text} ${index}`, font_family },
    })),
  });

  test("30 short texts in an uploaded font are far from the limit and not heavy", () => {
    const cost = estimate(texts(30, "The new collection is here", "Brand"));
    expect(cost.cpuMs).toBeLessThan(MAX_RENDER_CPU_MS / 4);
    expect(isHeavy(cost)).toBe(false);
  });

  test("long texts cost more in an uploaded font than in a built-in one, because its letters can have many points", () => {
    const long = "Ship small things often. ".repeat(40);
    expect(estimate(texts(5, long, "Brand")).cpuMs).toBeGreaterThan(3 * estimate(texts(5, long, "Inter")).cpuMs);
    expect(costIssues(estimate(texts(200, long, "Brand")))[0]?.message).toContain("letters of an uploaded font");
  });
});

/** The cost of what is not in the document itself, or not in plain sight: SVG in data URIs, and uploaded fonts. */
import { describe, expect, test } from "@jest/globals";
import { costIssues } from "../../../../core/contract/cost/cost-issues.js";
import { isHeavy, MAX_RENDER_CPU_MS } from "../../../../core/contract/cost/cost-limits.js";
import { randomSource } from "../../rendering/oracle/random-source.js";
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

/** Takes librsvg 30 s at 4,000 pixels, because thousands of lines cross in each row. */
const TANGLE = svg(`<path d="${lines(5000)}"/>`);
const NOISE = svg(
  '<filter id="f"><feTurbulence numOctaves="8"/></filter>' + '<path filter="url(#f)" d="M0 0h99v99z"/>'.repeat(5),
);

describe("an SVG that takes the rasterizer long", () => {
  test.each([
    ["a tangle of lines in an SVG layer", { type: "svg", svg: TANGLE }],
    ["a tangle of lines in an image", { type: "image", image_url: uriOf(TANGLE) }],
    ["a tangle of lines in an image of another type", { type: "image", image_url: uriOf(TANGLE, "image/png") }],
    ["a tangle of lines in a fallback image", { type: "image", fallback_image_url: uriOf(TANGLE) }],
    ["noise in an image", { type: "image", image_url: uriOf(NOISE) }],
  ])("%s is refused at 4,000 pixels, and named as its SVG", (_name, layer) => {
    const [issue] = costIssues(estimate(showing(4000, layer)));
    expect(issue?.path).toBe("layers.art");
    expect(issue?.message).toContain("(its SVG)");
  });

  test("a tangle of lines that is turned costs as much, although its lines were upright", () => {
    const upright = `<path d="M1 1${"v99v-99h.01".repeat(2000)}"/>`;
    const straight = estimate(showing(2000, { type: "image", image_url: uriOf(svg(upright)) }));
    const turned = svg(`<g transform="rotate(30)">${upright}</g>`);
    expect(costIssues(straight)).toEqual([]);
    expect(costIssues(estimate(showing(2000, { type: "image", image_url: uriOf(turned) })))).not.toEqual([]);
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

import { describe, expect, test } from "@jest/globals";
import type { SafeElement } from "../../src/document/svg/safe-element.js";
import { crowdedWork } from "../../src/html/crowded-paths.js";
import { withinView } from "../../src/html/within-view.js";
import { drawGenerated } from "./draw-generated.js";

const VIEW = { x: 0, y: 0, width: 90, height: 60 };
const shown = (elements: readonly SafeElement[]) => withinView(elements, VIEW);

/** Returns a letter of two contours, with a hole. With 60 points per contour, its path has about 1,500 characters. */
function letter(x: number, y: number, count = 60): string {
  const ring = (radius: number, turn: number) => {
    const points = Array.from({ length: count }, (_, index) => {
      const angle = (turn * index * 2 * Math.PI) / count;
      return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
    });
    return `M${points.join("L")}Z`;
  };
  return ring(4, 1) + ring(2, -1);
}

/** Letters in a line, a number of pixels from each other. */
const line = (count: number, step: number, y = 30, points = 60) =>
  Array.from({ length: count }, (_, index) => letter(5 + index * step, y, points)).join("");

const pathsIn = (file: string) => Array.from(file.matchAll(/ d="([^"]*)"/g), ([, data = ""]) => data);

function largestDifference(one: Buffer, other: Buffer): number {
  let most = 0;
  for (let at = 0; at < one.length; at++) most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
  return most;
}

describe("long texts in HTML", () => {
  test.each([
    ["plain", `<path fill="#123" d="${line(400, 9)}"/>`],
    ["faded", `<path fill="rgba(200,0,0,.4)" opacity=".5" d="${line(400, 9)}"/>`],
    ["stroked", `<path fill="#123" stroke="red" stroke-width="2" d="${line(400, 9)}"/>`],
    ["turned", `<path fill="#123" transform="matrix(.8,.3,-.3,.8,10,0)" d="${line(400, 9)}"/>`],
  ])(
    "a long text is drawn without the letters outside of the layer, with the same pixels: %s",
    async (_kind, drawing) => {
      const whole = await drawGenerated(drawing);
      const bounded = await drawGenerated(drawing, shown);
      expect(largestDifference(bounded.pixels, whole.pixels)).toBe(0);
      expect(bounded.file.length).toBeLessThan(whole.file.length / 10);
    },
  );

  test("a long text is divided between letters and never between a letter and its hole", async () => {
    // All letters touch those beside them, and those of the next line.
    const lines = Array.from({ length: 8 }, (_, index) => line(12, 7, 5 + 7 * index, 300)).join("");
    const drawing = `<path fill="#123" opacity=".5" d="${lines}"/>`;
    const whole = await drawGenerated(drawing);
    const bounded = await drawGenerated(drawing, shown);
    const paths = pathsIn(bounded.file);
    expect(paths.length).toBeGreaterThan(1);
    expect(Math.max(...paths.map((data) => data.length))).toBeLessThan(320_000);
    expect(paths.map((data) => (data.match(/M/g) ?? []).length % 2)).toEqual(paths.map(() => 0));
    // Only pixels at the edges of letters in different paths differ.
    expect(largestDifference(bounded.pixels, whole.pixels)).toBeLessThanOrEqual(16);
  });

  test("letters outside of the layer are kept if their shadow can be inside", async () => {
    const text = `<path fill="#123" d="${line(400, 9)}"/>`;
    const drawing = `<defs><filter id="s"><feOffset dx="-400"/></filter></defs><g filter="url(#s)">${text}</g>`;
    const whole = await drawGenerated(drawing);
    const bounded = await drawGenerated(drawing, shown);
    expect(largestDifference(bounded.pixels, whole.pixels)).toBeLessThanOrEqual(1);
  });

  test("a long text counts as costly only where many letters are in one place", () => {
    const pathOf = (data: string): SafeElement => ({ name: "path", attributes: new Map([["d", data]]), children: [] });
    const seconds = (data: string) => crowdedWork([pathOf(data)]) / 1e6;
    expect(seconds(line(150, 9))).toBeLessThan(0.05);
    expect(seconds(line(1_300, 0.05))).toBeGreaterThan(1.5);
  });

  test("an image outside of the layer is left out", () => {
    const imageAt = (x: string): SafeElement => ({
      name: "image",
      attributes: new Map([...Object.entries({ x, y: "5", width: "20", height: "20", href: "data:," })]),
      children: [],
    });
    expect(shown([imageAt("-10"), imageAt("-30"), imageAt("100")])).toEqual([imageAt("-10")]);
  });
});

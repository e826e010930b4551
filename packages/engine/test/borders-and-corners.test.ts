import { describe, expect, test } from "@jest/globals";
import { dashedBorder } from "../src/paint/dashed-border.js";
import { RECTANGLE } from "../src/paint/outline.js";
import { renderLayers, type Rgba } from "./support.js";

const RED: Rgba = [255, 0, 0, 255];
const BLUE: Rgba = [0, 0, 255, 255];
const WHITE: Rgba = [255, 255, 255, 255];

const box = { id: "shape", name: "shape", type: "rectangle", x: 20, y: 20, width: 60, height: 60 } as const;

describe("corners", () => {
  test("a corner with a radius of its own is rounded, and the others have the common radius", async () => {
    const pixels = await renderLayers([{ ...box, background_color: "#f00", border_top_left_radius: 30 }]);
    expect([pixels.at(21, 21), pixels.at(78, 21), pixels.at(78, 78), pixels.at(21, 78)]).toEqual([
      WHITE,
      RED,
      RED,
      RED,
    ]);
  });

  test("radii that overlap shrink by the same factor, so that one corner can be a quarter of a circle", async () => {
    const pixels = await renderLayers([{ ...box, background_color: "#f00", border_bottom_right_radius: 1000 }]);
    // The circle has its center at (20, 20) and a radius of 60.
    const onDiagonal = (distance: number) =>
      pixels.at(20 + Math.floor(distance * 0.7071), 20 + Math.floor(distance * 0.7071));
    expect([onDiagonal(57), onDiagonal(64), pixels.at(78, 21)]).toEqual([RED, WHITE, RED]);
  });

  test("a request that sets the common radius removes the radii of single corners", async () => {
    const layer = { ...box, background_color: "#f00", border_top_left_radius: 30 } as const;
    const pixels = await renderLayers([layer], { layers: { shape: { border_radius: 0 } } });
    expect(pixels.at(21, 21)).toEqual(RED);
  });
});

describe("dashed and dotted borders", () => {
  const bordered = { ...box, border_width: 4, border_color: "#00f", background_color: "#f00" } as const;

  test("every corner of a dashed border is in the middle of a dash, and the fill shows in the gaps", async () => {
    const pixels = await renderLayers([{ ...bordered, border_style: "dashed" }]);
    const top = Array.from({ length: 60 }, (_, x) => pixels.at(20 + x, 21));
    expect([top[0], top[59], pixels.at(21, 78), pixels.at(78, 78)]).toEqual([BLUE, BLUE, BLUE, BLUE]);
    expect(top.filter((pixel) => pixel.join() === RED.join()).length).toBeGreaterThan(15);
    expect(top).toEqual([...top].reverse());
  });

  test("dashes around a circle have no corner outside of the border", async () => {
    const ring = { ...bordered, type: "ellipse", background_color: "transparent", border_style: "dashed" } as const;
    const pixels = await renderLayers([ring]);
    const { left, top, right, bottom } = pixels.paintedBox();
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(20);
    expect(Math.max(right, bottom)).toBeLessThanOrEqual(79);
    const inside = Array.from(
      { length: 60 * 60 },
      (_, index) => [20 + (index % 60), 20 + Math.floor(index / 60)] as const,
    );
    // The border is 4 pixels wide, and one more pixel is for smooth edges.
    const deep = inside.filter(([x, y]) => Math.hypot(x - 49.5, y - 49.5) < 25);
    expect(deep.every(([x, y]) => pixels.at(x, y).join() === WHITE.join())).toBe(true);
  });

  test("dots have the width of the border, and none is outside of the box", async () => {
    const pixels = await renderLayers([{ ...bordered, background_color: "transparent", border_style: "dotted" }]);
    expect(pixels.paintedBox()).toEqual({ left: 20, top: 20, right: 79, bottom: 79 });
    expect([pixels.at(21, 21), pixels.at(50, 50)]).toEqual([BLUE, WHITE]);
  });

  test("a very thin border of a large box has at most 2,000 marks", () => {
    const large = { x: -8000, y: 50, width: 16_000, height: 16_000 };
    const marks = { width: 0.01, style: "dotted", fill: "" } as const;
    const dots = dashedBorder(large, RECTANGLE, marks) ?? "";
    const dashes = dashedBorder(large, RECTANGLE, { ...marks, style: "dashed" }) ?? "";
    expect(dots.split("M").length - 1).toBeLessThanOrEqual(2000);
    expect(dashes.split("M").length - 1).toBeLessThanOrEqual(2000);
  });
});

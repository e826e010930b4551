import { describe, expect, test } from "@jest/globals";
import { renderPicture } from "../src/renderer/render-picture.js";
import { decode, renderLayers, type Rgba, testContext } from "./support.js";

const RED: Rgba = [255, 0, 0, 255];
const BLUE: Rgba = [0, 0, 255, 255];
const WHITE: Rgba = [255, 255, 255, 255];

const box = { id: "shape", x: 20, y: 20, width: 60, height: 60 } as const;

describe("shapes", () => {
  test("a rectangle covers exactly its box", async () => {
    const pixels = await renderLayers([{ ...box, type: "rectangle", background_color: "#f00" }]);
    expect(pixels.paintedBox()).toEqual({ left: 20, top: 20, right: 79, bottom: 79 });
    expect(pixels.at(20, 20)).toEqual(RED);
  });

  test("an ellipse leaves the corners of its box free", async () => {
    const pixels = await renderLayers([{ ...box, type: "ellipse", background_color: "#f00" }]);
    expect([pixels.at(22, 22), pixels.at(77, 22), pixels.at(50, 50), pixels.at(50, 21)]).toEqual([
      WHITE,
      WHITE,
      RED,
      RED,
    ]);
  });

  test("a line is as thick as its box is high, and dashes leave gaps", async () => {
    const line = { ...box, type: "line", y: 48, height: 4, color: "#f00" } as const;
    const solid = await renderLayers([line]);
    expect(solid.paintedBox()).toEqual({ left: 20, top: 48, right: 79, bottom: 51 });
    const dashed = await renderLayers([{ ...line, line_style: "dashed" }]);
    expect(dashed.paintedPixels()).toBeLessThan(solid.paintedPixels());
    expect(dashed.paintedPixels()).toBeGreaterThan(solid.paintedPixels() / 3);
  });

  test("the border of a rectangle is inside its box", async () => {
    const pixels = await renderLayers([
      { ...box, type: "rectangle", background_color: "#f00", border_width: 10, border_color: "#00f" },
    ]);
    expect(pixels.paintedBox()).toEqual({ left: 20, top: 20, right: 79, bottom: 79 });
    expect([pixels.at(25, 50), pixels.at(50, 50)]).toEqual([BLUE, RED]);
  });

  test("a corner radius rounds the corners of a rectangle", async () => {
    const pixels = await renderLayers([{ ...box, type: "rectangle", background_color: "#f00", border_radius: 20 }]);
    expect([pixels.at(21, 21), pixels.at(50, 21)]).toEqual([WHITE, RED]);
  });

  test("a gradient goes from its first to its last stop in the direction of its angle", async () => {
    const stops = [
      { color: "#f00", position: 0 },
      { color: "#00f", position: 1 },
    ];
    const background_gradient = { type: "linear-gradient", angle: 90, stops } as const;
    const pixels = await renderLayers([{ ...box, type: "rectangle", background_gradient }]);
    const [left, right] = [pixels.at(21, 50), pixels.at(78, 50)];
    expect(left[0] > 240 && left[2] < 15).toBe(true);
    expect(right[0] < 15 && right[2] > 240).toBe(true);
    expect(pixels.at(50, 25)).toEqual(pixels.at(50, 75));
  });

  test("a translucent layer mixes with what lies beneath", async () => {
    const pixels = await renderLayers([{ ...box, type: "rectangle", background_color: "#f00", opacity: 0.5 }]);
    const [red, green, blue, alpha] = pixels.at(50, 50);
    expect([red, alpha]).toEqual([255, 255]);
    expect(Math.abs(green - 128) <= 1 && Math.abs(blue - 128) <= 1).toBe(true);
  });

  test("a layer rotates around its center", async () => {
    const pixels = await renderLayers([
      { ...box, y: 45, height: 10, type: "rectangle", background_color: "#f00", rotation: 90 },
    ]);
    expect([pixels.at(50, 25), pixels.at(25, 50), pixels.at(50, 50)]).toEqual([RED, WHITE, RED]);
  });

  test("a shadow is at its offset, and its blur softens it", async () => {
    const shape = { ...box, width: 20, height: 20, type: "rectangle", background_color: "#f00" } as const;
    const hard = await renderLayers([{ ...shape, shadow_color: "#00f", shadow_x: 40, shadow_y: 40 }]);
    expect([hard.at(70, 70), hard.at(30, 30)]).toEqual([BLUE, RED]);
    const soft = await renderLayers([{ ...shape, shadow_color: "#00f", shadow_x: 40, shadow_y: 40, shadow_blur: 10 }]);
    const [red] = soft.at(81, 70);
    expect(red > 0 && red < 255).toBe(true);
  });

  test("later layers lie over earlier ones", async () => {
    const below = { ...box, type: "rectangle", background_color: "#f00" } as const;
    const pixels = await renderLayers([below, { ...below, id: "above", background_color: "#00f" }]);
    expect(pixels.at(50, 50)).toEqual(BLUE);
  });

  test("hidden layers and those without opacity are not drawn", async () => {
    const shape = { ...box, type: "rectangle", background_color: "#f00" } as const;
    const pixels = await renderLayers([
      { ...shape, hide: true },
      { ...shape, id: "clear", opacity: 0 },
    ]);
    expect(pixels.paintedPixels()).toBe(0);
  });

  test("layers that are outside the document or larger than it do no harm", async () => {
    const pixels = await renderLayers([
      { id: "far", type: "rectangle", x: 5000, y: -5000, width: 10, height: 10, background_color: "#00f" },
      { id: "large", type: "rectangle", x: -8000, y: -8000, width: 16_000, height: 16_000, background_color: "#f00" },
    ]);
    expect([pixels.at(0, 0), pixels.at(99, 99)]).toEqual([RED, RED]);
    expect([pixels.width, pixels.height]).toEqual([100, 100]);
  });

  test("a document without layers shows its background", async () => {
    const picture = await renderPicture({ width: 30, height: 20, background: "#f00", layers: [] }, {}, testContext());
    const pixels = await decode(picture);
    expect([pixels.at(0, 0), pixels.at(29, 19)]).toEqual([RED, RED]);
  });
});

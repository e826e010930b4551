/** The expectations come from geometry: known sides and areas, and distances that are measured on the pixels. */
import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../../src/document/document.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { decode, type Pixels, renderLayers, type Rgba, testContext } from "../support.js";

type LayerSource = TemplateSource["layers"][number];

const RED: Rgba = [255, 0, 0, 255];
const WHITE: Rgba = [255, 255, 255, 255];

const polygon = (more: object = {}) =>
  ({ id: "p", type: "polygon", x: 20, y: 20, width: 60, height: 60, background_color: "#f00", ...more }) as LayerSource;

/** Renders at four times the size, in a document of 100 × 100, so that pixels are small. */
async function renderLarge(layer: LayerSource): Promise<Pixels> {
  return await decode(await renderPicture({ width: 100, height: 100, layers: [layer] }, { scale: 4 }, testContext()));
}

/** The area of everything that is not white, in document pixels of 100 × 100. Edges count by their coverage. */
function areaOf(pixels: Pixels): number {
  let area = 0;
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) area += (255 - pixels.at(x, y)[1]) / 255;
  }
  return (area / (pixels.width * pixels.height)) * 10_000;
}

describe("the size of a polygon", () => {
  test("a hexagon is as high as its box, with a corner at the top, and stays regular", async () => {
    const pixels = await renderLayers([polygon({ sides: 6 })]);
    // A hexagon of height 60 is 60 × √3/2 = 51.96 wide.
    expect(pixels.paintedBox()).toEqual({ left: 24, top: 20, right: 75, bottom: 79 });
    expect([pixels.at(50, 22), pixels.at(26, 22), pixels.at(50, 50)]).toEqual([RED, WHITE, RED]);
  });

  test("a triangle is as wide as its box, in the middle of it", async () => {
    const pixels = await renderLayers([polygon({ sides: 3 })]);
    // A triangle of width 60 is 60 × √3/2 = 51.96 high.
    expect(pixels.paintedBox()).toEqual({ left: 20, top: 24, right: 79, bottom: 75 });
  });

  test("a polygon in a wide box is as high as the box, in the middle of it", async () => {
    const pixels = await renderLayers([polygon({ sides: 4, x: 0, width: 100, y: 30, height: 40 })]);
    expect(pixels.paintedBox()).toEqual({ left: 30, top: 30, right: 69, bottom: 69 });
  });

  test.each([3, 4, 5, 7, 60])("a polygon with %i sides has the area of a regular polygon", async (sides) => {
    const pixels = await renderLarge(polygon({ sides }));
    const angles = Array.from({ length: sides }, (_, index) => (2 * Math.PI * index) / sides);
    const width = 2 * Math.max(...angles.map((angle) => Math.abs(Math.sin(angle))));
    const height = 1 + Math.max(...angles.map((angle) => -Math.cos(angle)));
    const radius = Math.min(60 / width, 60 / height);
    const area = (sides / 2) * radius ** 2 * Math.sin((2 * Math.PI) / sides);
    expect(Math.abs(areaOf(pixels) - area)).toBeLessThan(area * 0.005);
  });

  test("a polygon that fills a row takes the rest of the row, as a rectangle does", async () => {
    const fixed = { id: "r", type: "rectangle", width: 40, height: 60, background_color: "#00f" } as const;
    const filling = polygon({ sides: 4, width: "fill", height: "fill" });
    const row = { id: "g", type: "group", layout: "row", width: 100, height: 60, children: [fixed, filling] } as const;
    const pixels = await renderLayers([row]);
    expect([pixels.at(20, 30), pixels.at(70, 30), pixels.at(41, 1)]).toEqual([[0, 0, 255, 255], RED, WHITE]);
    expect(pixels.paintedBox()).toEqual({ left: 0, top: 0, right: 99, bottom: 59 });
  });
});

describe("a star", () => {
  test("a star has as many points as sides, with gaps between them", async () => {
    const pixels = await renderLayers([polygon({ sides: 4, inner_radius: 0.3 })]);
    expect([pixels.at(50, 30), pixels.at(70, 50), pixels.at(50, 50)]).toEqual([RED, RED, RED]);
    expect([pixels.at(30, 30), pixels.at(70, 70)]).toEqual([WHITE, WHITE]);
  });

  test.each([0.2, 0.5, 0.9])("a star with the inner radius %d has the area of its triangles", async (inner) => {
    const pixels = await renderLarge(polygon({ sides: 4, inner_radius: inner }));
    // The star has eight triangles between the center, an outer corner at 30 px and an inner corner at an angle of 45
    // degrees.
    const area = 4 * 30 * 30 * inner * Math.sin(Math.PI / 4);
    expect(Math.abs(areaOf(pixels) - area)).toBeLessThan(area * 0.006);
  });

  test("a star with the inner radius 0 has no area and draws nothing", async () => {
    const style = { border_width: 4, shadow_color: "#000", shadow_x: 9, corner_radius: 5 };
    const pixels = await renderLayers([polygon({ inner_radius: 0, ...style })]);
    expect(pixels.paintedPixels()).toBe(0);
  });
});

describe("rounded corners of a polygon", () => {
  test("a radius that is too large is reduced until the arcs meet: a hexagon becomes its inscribed circle", async () => {
    const pixels = await renderLarge(polygon({ sides: 6, corner_radius: 1000 }));
    // The inscribed circle of a hexagon with the outer radius 30.
    const area = Math.PI * (30 * Math.cos(Math.PI / 6)) ** 2;
    expect(Math.abs(areaOf(pixels) - area)).toBeLessThan(area * 0.005);
  });

  test("a rounded corner cuts off as much as an arc of its radius does", async () => {
    const pixels = await renderLarge(polygon({ sides: 4, corner_radius: 10 }));
    // A square stands on its corner, and its diagonals are 60. Each of its right angles loses (1 - π/4) r².
    const area = (60 * 60) / 2 - 4 * (1 - Math.PI / 4) * 100;
    expect(Math.abs(areaOf(pixels) - area)).toBeLessThan(area * 0.005);
  });

  test("outer and inner corners of a star are rounded, and the star keeps its symmetry", async () => {
    const pixels = await renderLarge(polygon({ sides: 5, inner_radius: 0.4, corner_radius: 1000 }));
    let difference = 0;
    for (let y = 0; y < 400; y++) {
      for (let x = 0; x < 200; x++) difference += Math.abs(pixels.at(x, y)[1] - pixels.at(399 - x, y)[1]) / 255;
    }
    // The star has about 20,000 pixels. Only pixels at its edges differ, because the rasterizer rounds their coverage.
    expect(difference).toBeLessThan(20);
    const sharp = await renderLarge(polygon({ sides: 5, inner_radius: 0.4 }));
    expect(pixels.paintedBox().top).toBeGreaterThan(sharp.paintedBox().top + 8);
  });
});

describe("the border of a polygon", () => {
  const isOutside = (pixel: Rgba) => pixel[1] > 127 && pixel[2] > 127;
  const isFill = (pixel: Rgba) => pixel[0] > 127 && pixel[2] < 128;

  /** The distances from the pixels of the inner edge of the border to the nearest pixel outside, in document pixels. */
  function borderWidths(pixels: Pixels): number[] {
    const outside: [number, number][] = [];
    const inner: [number, number][] = [];
    for (let y = 1; y < pixels.height - 1; y++) {
      for (let x = 1; x < pixels.width - 1; x++) {
        const around = [pixels.at(x - 1, y), pixels.at(x + 1, y), pixels.at(x, y - 1), pixels.at(x, y + 1)];
        const own = pixels.at(x, y);
        if (isOutside(own) && around.some((pixel) => !isOutside(pixel))) outside.push([x, y]);
        if (isFill(own) && around.some((pixel) => !isFill(pixel))) inner.push([x, y]);
      }
    }
    return inner.map(([x, y]) => Math.min(...outside.map(([atX, atY]) => Math.hypot(atX - x, atY - y))) / 4);
  }

  test.each([
    ["a hexagon", { sides: 6 }, 6],
    ["a triangle with rounded corners", { sides: 3, corner_radius: 8 }, 5],
    ["a pentagon whose border is wider than its corner radius", { sides: 5, corner_radius: 3 }, 9],
    ["a star with rounded corners", { sides: 5, inner_radius: 0.5, corner_radius: 6 }, 4],
    ["a star whose border is wider than its corner radius", { sides: 5, inner_radius: 0.6, corner_radius: 2 }, 6],
    ["a star whose border covers its points", { sides: 6, inner_radius: 0.5, corner_radius: 3 }, 11],
  ])("the border of %s has the same width everywhere, inside the outline", async (_what, shape, border_width) => {
    const pixels = await renderLarge(polygon({ ...shape, border_width, border_color: "#00f" }));
    const widths = borderWidths(pixels);
    expect(widths.length).toBeGreaterThan(40);
    // The tolerance is half a device pixel on both edges, and the diagonal of a pixel.
    expect(Math.min(...widths)).toBeGreaterThan(border_width - 0.45);
    expect(Math.max(...widths)).toBeLessThan(border_width + 0.55);
    const plain = await renderLarge(polygon(shape));
    expect(Math.abs(areaOf(pixels) - areaOf(plain))).toBeLessThan(areaOf(plain) * 0.01);
  });

  test("a border follows the sharp corners of a star with sharp corners", async () => {
    const star = { sides: 4, inner_radius: 0.5 };
    const pixels = await renderLarge(polygon({ ...star, border_width: 5, border_color: "#00f" }));
    // The inner outline is the star, scaled so that its sides are 5 px nearer to the center.
    const side = Math.hypot(1 - 0.5 * Math.SQRT1_2, 0.5 * Math.SQRT1_2);
    const apothem = (30 * 0.5 * Math.SQRT1_2) / side;
    const area = 4 * 30 * 30 * 0.5 * Math.SQRT1_2 * (1 - 5 / apothem) ** 2;
    const fill = borderless(pixels);
    expect(Math.abs(fill - area)).toBeLessThan(area * 0.03);
  });

  function borderless(pixels: Pixels): number {
    let count = 0;
    for (let y = 0; y < 400; y++) for (let x = 0; x < 400; x++) if (isFill(pixels.at(x, y))) count += 1;
    return count / 16;
  }

  test.each([{ sides: 5 }, { sides: 5, inner_radius: 0.4 }, { sides: 5, inner_radius: 0.4, corner_radius: 4 }])(
    "a border that is wider than the shape fills it: %j",
    async (shape) => {
      const pixels = await renderLarge(polygon({ ...shape, border_width: 1000, border_color: "#00f" }));
      expect(borderless(pixels)).toBe(0);
      expect(pixels.at(200, 200)).toEqual([0, 0, 255, 255]);
    },
  );
});

describe("the style of a polygon", () => {
  test("a gradient, a shadow and a rotation apply as to other shapes", async () => {
    const stops = [
      { color: "#f00", position: 0 },
      { color: "#00f", position: 1 },
    ];
    const pixels = await renderLayers([
      polygon({
        sides: 4,
        rotation: 45,
        background_color: "transparent",
        background_gradient: { type: "linear-gradient", angle: 90, stops },
        shadow_color: "#0f0",
        shadow_x: 30,
      }),
    ]);
    // After a rotation by 45 degrees, the sides of the square are 30/√2 from the center.
    expect(pixels.at(31, 31)[0]).toBeGreaterThan(100);
    expect(pixels.at(26, 26)).toEqual(WHITE);
    expect(pixels.at(85, 65)).toEqual([0, 255, 0, 255]);
  });

  test("a request can change the sides, the inner radius and the corner radius", async () => {
    const layer = polygon({ name: "shape", sides: 4 });
    const star = await renderLayers([layer], { layers: { shape: { sides: 8, inner_radius: 0.3, corner_radius: 2 } } });
    expect([star.at(50, 50), star.at(44, 26)]).toEqual([RED, WHITE]);
  });

  test.each([
    ["sides", 2],
    ["sides", 61],
    ["sides", 4.5],
    ["inner_radius", 1.1],
    ["inner_radius", -0.1],
    ["corner_radius", -1],
  ])("the attribute %s cannot be %d", async (attribute, value) => {
    const drawing = renderLayers([polygon({ [attribute]: value })]);
    await expect(drawing).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: `layers[0].${attribute}` }] },
    });
  });
});

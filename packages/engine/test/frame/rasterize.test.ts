import { describe, expect, test } from "@jest/globals";
import { cropTo } from "../../src/frame/blend.js";
import { type DeviceGrid, type DeviceRect, deviceGrid } from "../../src/frame/device-grid.js";
import { drawSvg, rasterize, rasterizeClip, rasterizeWhole } from "../../src/frame/rasterize.js";
import type { Tile } from "../../src/frame/tile.js";
import type { Box, Fragment } from "../../src/paint/fragment.js";
import { roundedRectangle } from "../../src/paint/outline.js";
import { UNLIMITED } from "../../src/shared/work.js";

const RADII = [1, 2, 5, 7, 12, 19];

function rounded(box: Box, radius: number): Fragment {
  return {
    svg: `<path d="${roundedRectangle([radius, radius, radius, radius]).path(box)}" fill="#fff"/>`,
    bounds: box,
  };
}

/** The alpha of the pixels of an area. */
function alphaOf(tile: Tile | undefined, area: DeviceRect): number[] {
  const cropped = tile && cropTo(tile, area);
  return Array.from(cropped?.pixels ?? [], (pixel) => pixel >>> 24);
}

describe("a rounded shape on its own area", () => {
  const size = { width: 60, height: 44 };
  const odd = { width: 75, height: 85 };
  const boxes: [string, Box, { width: number; height: number }?][] = [
    ["in the middle", { x: 11, y: 7, width: 38, height: 30 }],
    ["at the left and the top edge", { x: 0, y: 0, width: 38, height: 30 }],
    ["at the right and the bottom edge", { x: 22, y: 14, width: 38, height: 30 }],
    ["as large as the picture", { x: 0, y: 0, ...size }],
    ["as wide as the picture and two pixels high", { x: 0, y: 83, width: 75, height: 2 }, odd],
  ];

  test.each(boxes)(
    "a rounded shape on its own area has the same pixels as on the whole picture: %s",
    async (_, box, picture = size) => {
      for (const scale of [0.5, 1, 2, 4]) {
        const grid = deviceGrid(picture, scale);
        for (const radius of RADII) {
          const own = await rasterize(rounded(box, radius), grid, UNLIMITED);
          const whole = await rasterizeWhole(rounded(box, radius), grid);
          const area = own ?? { left: 0, top: 0, width: 0, height: 0 };
          expect(alphaOf(own, area).some((alpha) => alpha === 255)).toBe(true);
          expect(alphaOf(own, area)).toEqual(alphaOf(whole, area));
        }
      }
    },
  );

  test("a rounded shape on its own area has the same pixels as on a picture that the rasterizer draws in parts", async () => {
    const grid = deviceGrid({ width: 9, height: 8192 }, 2);
    // The first box ends before the edge of a part. The other boxes cross such an edge.
    for (const y of [4060, 4080, 8150]) {
      const shape = rounded({ x: 0, y, width: 9, height: 30 }, 4);
      const own = await rasterize(shape, grid, UNLIMITED);
      expect(own).toMatchObject({ left: 0, top: 2 * y, width: 18, height: 60 });
      const area = own ?? { left: 0, top: 0, width: 0, height: 0 };
      expect(alphaOf(own, area)).toEqual(alphaOf(await rasterizeWhole(shape, grid), area));
    }
  });
});

describe("a rounded shape that pixels are clipped to", () => {
  /** The alpha of a white area that the rasterizer clips. */
  async function clippedByRasterizer(box: Box, radius: number, grid: DeviceGrid): Promise<Tile> {
    const path = `<path d="${roundedRectangle([radius, radius, radius, radius]).path(box)}"/>`;
    const white = `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="#fff"/>`;
    const svg = `<defs><clipPath id="c">${path}</clipPath></defs><g clip-path="url(#c)">${white}</g>`;
    const scaled = `<g transform="scale(${grid.scaleX} ${grid.scaleY})">${svg}</g>`;
    return { left: 0, top: 0, width: grid.width, height: grid.height, pixels: await drawSvg(scaled, grid) };
  }

  test.each<[string, { width: number; height: number }, Box]>([
    ["in the middle", { width: 60, height: 44 }, { x: 11, y: 7, width: 38, height: 30 }],
    ["as large as the picture", { width: 60, height: 44 }, { x: 0, y: 0, width: 60, height: 44 }],
    ["two pixels wide at the left edge", { width: 2, height: 44 }, { x: 0, y: 0, width: 2, height: 40 }],
    ["across the parts of a long picture", { width: 4, height: 8192 }, { x: 0, y: 0, width: 4, height: 2048 }],
  ])("a rounded clip shape has the alpha that the rasterizer clips to: %s", async (_, size, box) => {
    for (const scale of [1, 2, 4]) {
      const grid = deviceGrid(size, scale);
      const place = { left: box.x * scale, top: box.y * scale, width: box.width * scale, height: box.height * scale };
      for (const radius of RADII) {
        const mask = await rasterizeClip(rounded(box, radius), place, grid, UNLIMITED);
        expect(alphaOf(mask, place)).toEqual(alphaOf(await clippedByRasterizer(box, radius, grid), place));
      }
    }
  });
});

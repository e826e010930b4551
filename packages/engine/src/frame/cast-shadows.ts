/** Draws the shadows of a tile. They follow its alpha. */
import { parseColor } from "../document/attributes/color.js";
import type { Meter } from "../shared/work.js";
import { blurCoverage, FULL, reachOfBlur } from "./blur-coverage.js";
import { alphaOf, type Coverage } from "./coverage.js";
import { areaOf, type DeviceRect, overlap } from "./device-grid.js";
import type { DeviceShadow } from "./device-shadow.js";
import { paintShadows, type Shade } from "./paint-shadows.js";
import { spreadCoverage } from "./spread-coverage.js";
import type { Tile } from "./tile.js";

/** The cost of each pixel of a shadow, in microseconds. */
const US_PER_PIXEL = 0.05;

/**
 * Returns a tile with its shadows, on the pixels of an area. Inner shadows are over the tile and inside of it, and the
 * others are beneath it. The first shadow is on top.
 */
export function castShadows(tile: Tile, shadows: readonly DeviceShadow[], area: DeviceRect, spend: Meter): Tile {
  const alpha = alphaOf(tile);
  const seen = overlap(tile, area);
  const inner = seen === undefined ? [] : innerShades(alpha, shadows, seen, spend);
  return paintShadows(area, outerShades(alpha, shadows, area, spend), seen && { tile, seen, shades: inner });
}

/** Returns the shadows beneath a tile without the tile, on the pixels of an area. */
export function castOuterShadows(tile: Tile, shadows: readonly DeviceShadow[], area: DeviceRect, spend: Meter): Tile {
  return paintShadows(area, outerShades(alphaOf(tile), shadows, area, spend));
}

function outerShades(alpha: Coverage, shadows: readonly DeviceShadow[], area: DeviceRect, spend: Meter): Shade[] {
  return visibleShadows(shadows, false).map((shadow) => shadeOf(shadow, coverageOf(shadow, alpha, area, spend)));
}

function innerShades(alpha: Coverage, shadows: readonly DeviceShadow[], seen: DeviceRect, spend: Meter): Shade[] {
  return visibleShadows(shadows, true).map((shadow) => {
    // An inner shadow is the shadow of everything around the tile. It grows as far as the tile shrinks.
    const coverage = coverageOf({ ...shadow, spread: -shadow.spread }, alpha, seen, spend);
    for (let index = 0; index < coverage.length; index++) coverage[index] = FULL - (coverage[index] ?? 0);
    return shadeOf(shadow, coverage);
  });
}

function shadeOf({ color }: DeviceShadow, coverage: Uint16Array): Shade {
  return { color: parseColor(color) ?? { red: 0, green: 0, blue: 0, alpha: 0 }, coverage };
}

/** Returns the shadows with a color, from the bottom to the top. */
function visibleShadows(shadows: readonly DeviceShadow[], isInner: boolean): DeviceShadow[] {
  return shadows.filter((shadow) => shadow.isInner === isInner && (parseColor(shadow.color)?.alpha ?? 0) > 0).reverse();
}

/** Returns the coverage of a shadow on the pixels of an area. */
function coverageOf(shadow: DeviceShadow, alpha: Coverage, area: DeviceRect, spend: Meter): Uint16Array {
  const across = { offset: shadow.x, deviation: shadow.deviationX };
  const down = { offset: shadow.y, deviation: shadow.deviationY };
  const [x, y] = [reachOfBlur(across), reachOfBlur(down)];
  const needed = {
    left: area.left - x.last,
    top: area.top - y.last,
    width: area.width + x.last - x.first,
    height: area.height + y.last - y.first,
  };
  const source = spreadCoverage(alpha, shadow.spread, needed, spend);
  spend((areaOf(source) + areaOf(area)) * US_PER_PIXEL);
  return blurCoverage(source, across, down, area);
}

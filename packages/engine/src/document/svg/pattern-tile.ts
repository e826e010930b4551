/**
 * The tile of a pattern. Rasterizers draw it into a buffer of its own, which is as large as the tile, not the picture.
 * A pattern of 10,000 units on a shape of 10 units needs 400 MB.
 */
import { firstNumber } from "./number-scanner.js";
import type { SafeElement } from "./safe-element.js";
import { enlargementOf } from "./svg-transform.js";

/** The maximum length of a chain of patterns that inherit attributes from each other. */
const MAX_CHAIN = 32;

/** The area of a pattern's tile, in square user units or as a share of the box of its shape. */
export interface Tile {
  readonly area: number;
  readonly isShare: boolean;
}

/**
 * Returns the tile of a pattern. A pattern can inherit missing attributes from other patterns, which `elementOf` finds
 * by their ID. `viewSide` is the larger side of the view box, because percentages are shares of its sides.
 */
export function tileOf(
  pattern: SafeElement,
  elementOf: (id: string) => SafeElement | undefined,
  viewSide: number,
): Tile {
  const valueOf = (key: string) => inherited(pattern, key, elementOf);
  const [width, height] = [sideOf(valueOf("width")), sideOf(valueOf("height"))];
  const isShare = valueOf("patternUnits") !== "userSpaceOnUse";
  const unit = (side: Side) => (side.isShare && !isShare ? viewSide : 1);
  const area = width.size * unit(width) * height.size * unit(height);
  return { area: area * enlargementOf(pattern.attributes) ** 2, isShare };
}

interface Side {
  readonly size: number;
  readonly isShare: boolean;
}

function sideOf(text = ""): Side {
  const size = Math.abs(firstNumber(text) ?? 0);
  const isShare = text.includes("%");
  return { size: isShare ? size / 100 : size, isShare };
}

function inherited(
  pattern: SafeElement,
  key: string,
  elementOf: (id: string) => SafeElement | undefined,
): string | undefined {
  let current: SafeElement | undefined = pattern;
  for (let step = 0; step < MAX_CHAIN && current !== undefined; step++) {
    const own = current.attributes.get(key);
    if (own !== undefined) return own.trim();
    current = elementOf((current.attributes.get("href") ?? "").slice(1));
  }
  return undefined;
}

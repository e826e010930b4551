/**
 * The tile of a pattern. Rasterizers draw it into a buffer of its own, which is as large as the tile and not as the picture:
 * a pattern of 10,000 units on a shape of 10 needs 400 MB.
 */
import type { SafeElement } from "./safe-element.js";
import { numbersIn } from "./svg-bounds.js";
import { enlargementOf } from "./svg-transform.js";

/** Patterns that take what they do not say from each other. */
const MAX_CHAIN = 32;

export interface TileSurroundings {
  readonly byId: ReadonlyMap<string, SafeElement>;
  /** The larger side of the view box. Percentages are shares of its sides. */
  readonly viewSide: number;
}

/** The area of a pattern's tile in square user units, for a shape with a box of that area. */
export function tileArea(pattern: SafeElement, shapeArea: number, { byId, viewSide }: TileSurroundings): number {
  const valueOf = (key: string) => inherited(pattern, key, byId);
  const [width, height] = [sideOf(valueOf("width")), sideOf(valueOf("height"))];
  const isOfShape = valueOf("patternUnits") !== "userSpaceOnUse";
  const unit = (side: Side) => (side.isShare && !isOfShape ? viewSide : 1);
  const area = width.size * unit(width) * height.size * unit(height) * (isOfShape ? shapeArea : 1);
  return area * enlargementOf(pattern.attributes) ** 2;
}

interface Side {
  readonly size: number;
  readonly isShare: boolean;
}

function sideOf(text = ""): Side {
  const size = Math.abs(numbersIn(text)[0] ?? 0);
  const isShare = text.includes("%");
  return { size: isShare ? size / 100 : size, isShare };
}

function inherited(pattern: SafeElement, key: string, byId: ReadonlyMap<string, SafeElement>): string | undefined {
  let current: SafeElement | undefined = pattern;
  for (let step = 0; step < MAX_CHAIN && current !== undefined; step++) {
    const own = current.attributes.get(key);
    if (own !== undefined) return own.trim();
    current = byId.get((current.attributes.get("href") ?? "").slice(1));
  }
  return undefined;
}

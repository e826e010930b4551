/** Parts of a page that are drawn as images: shadows that follow alpha, and content that an image masks. */
import type { Layer } from "../document/layer-types/define-layer.js";
import { partDensity } from "../limits/print-pixels.js";
import type { Picture, PlacedBox } from "./cost.js";
import { alphaShadows, type EffectsLook, hasMaskImage, reachOfShadows } from "./effects-look.js";

/** A part of a page that is drawn as an image. */
export interface PrintedPart {
  /** The box of the layer in the image, which is a picture of its own. */
  readonly box: PlacedBox;
  /** Whether the image shows only shadows, so that the content is also written in vectors. */
  readonly isTraced: boolean;
}

/** Returns the image that a layer becomes on a page. Returns undefined if it becomes none, or is part of another one. */
export function printedPart(layer: Layer & EffectsLook, box: PlacedBox): PrintedPart | undefined {
  const { picture, at } = box;
  const { printDensity, scale } = picture;
  const shadows = alphaShadows(layer, picture);
  if (printDensity === undefined || (shadows.length === 0 && !hasMaskImage(layer))) return undefined;
  const hasContent = hasMaskImage(layer) || shadows.some(({ inset }) => inset);
  // The layers of a group can extend beyond its box.
  const isBox = layer.children === undefined || hasMaskImage(layer) || layer.mask !== undefined;
  const reach = reachOfShadows(shadows) + 1;
  const [across, down] = [spanOf(box, "x", reach, isBox), spanOf(box, "y", reach, isBox)];
  const size = { width: across.length, height: down.length };
  const density = partDensity({ ...size, shadows, hasContent }, printDensity, scale);
  const pixels = size.width * size.height * density ** 2;
  return {
    box: {
      ...box,
      picture: { ...picture, ...size, scale: density, pixels, printDensity: undefined },
      at: at && { x: at.x - across.start, y: at.y - down.start },
    },
    isTraced: !hasContent,
  };
}

/** Returns the visible part of an axis of a layer with its shadows, in document pixels. */
function spanOf({ picture, width, height, at, isRotated }: PlacedBox, axis: "x" | "y", reach: number, isBox: boolean) {
  const whole = axis === "x" ? picture.width : picture.height;
  if (!isBox) return { start: 0, length: whole };
  const own = isRotated ? Math.hypot(width, height) : axis === "x" ? width : height;
  if (at === undefined || isRotated) return { start: 0, length: Math.min(whole, own + 2 * reach) };
  const start = Math.max(0, at[axis] - reach);
  return { start, length: Math.max(0, Math.min(whole, at[axis] + own + reach) - start) };
}

/** Returns whether a layer, or one inside of it, becomes an image on a page. */
export function hasPrintedParts(layer: Layer & EffectsLook, picture: Picture): boolean {
  if (hasMaskImage(layer) || alphaShadows(layer, picture).length > 0) return true;
  return layer.children?.some((child) => hasPrintedParts(child, picture)) ?? false;
}

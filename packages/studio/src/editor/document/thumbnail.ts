/** A layer by itself, as a document of its own whose picture is a thumbnail. */
import type { EditedDocument, EditedLayer } from "./edited-document.js";
import type { PlacedLayer } from "./layer-tree.js";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Attributes that affect how a layer appears in the picture, but not the look of the layer itself. */
const NOT_LOOK: ReadonlySet<string> = new Set(["name", "x", "y", "rotation", "hide", "visible_if", "opacity"]);
/** The sides of a thumbnail in document pixels. Smaller ones show nothing, and larger ones exceed the limits. */
const SIDES = { min: 1, max: 8_000 };

/**
 * Returns a document that shows a layer alone, on transparency.
 * The result is the same for layers that look the same, so its JSON is a key for pictures.
 *
 * @param size the size of the layer after layout, in document pixels
 * @returns undefined if the layer has no picture of its own: it has no size, a repeat draws it, or
 *   it is a text, whose letters would be too small to read
 */
export function thumbnailDocument(
  document: EditedDocument,
  { layer, ancestors }: Pick<PlacedLayer, "layer" | "ancestors">,
  size: Size,
): EditedDocument | undefined {
  if ([layer, ...ancestors].some((one) => one["repeat"] !== undefined) || hasRepeat(layer)) return undefined;
  if (layer.type === "text") return undefined;
  const width = Math.ceil(size.width);
  const height = Math.ceil(size.height);
  if (Math.min(width, height) < SIDES.min || Math.max(width, height) > SIDES.max) return undefined;
  const look = Object.entries(layer).filter(([name]) => !NOT_LOOK.has(name));
  const alone = { ...(Object.fromEntries(look) as EditedLayer), x: 0, y: 0, width, height };
  // What belongs to the canvas, such as its largest height, does not belong to the layer.
  const { edition, fonts, variables } = document;
  return {
    ...(edition !== undefined && { edition }),
    width,
    height,
    background: "transparent",
    ...(fonts !== undefined && { fonts }),
    ...(variables !== undefined && { variables }),
    layers: [alone],
  };
}

/** Expressions inside of a repeat name its items, which exist on the picture only. */
function hasRepeat({ children = [] }: EditedLayer): boolean {
  return children.some((child) => child["repeat"] !== undefined || hasRepeat(child));
}

/** The background of a thumbnail, on which it can be seen. */
export type Backing = "light" | "dark";

/**
 * Chooses the background of a picture.
 * @param rgba the pixels, four bytes each, not premultiplied
 */
export function backingOf(rgba: Uint8ClampedArray | Uint8Array): Backing {
  let light = 0;
  let alphas = 0;
  for (let index = 0; index + 3 < rgba.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(index, index + 4);
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha;
    alphas += alpha;
  }
  return alphas > 0 && light / alphas > LIGHT_FROM ? "dark" : "light";
}

/** Pictures that are brighter than this, of 255, are hard to see on a light background. */
const LIGHT_FROM = 190;

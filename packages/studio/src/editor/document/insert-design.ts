/** Puts a whole design, for example one that was imported, into a document. */
import type { Point } from "../geometry/box.js";
import { canvasHeight, type EditedDocument, type EditedLayer } from "./edited-document.js";
import { insertLayers, type Outcome, rounded, setDocument, shifted } from "./operations.js";
import { variablesOf } from "./variables.js";

/**
 * Adds the layers, the background and the variables of a design, above everything. A design of the same size covers the
 * document, and its background becomes the background of a document without layers. Any other design is around
 * `center`. An icon, which is one small drawing, is enlarged.
 *
 * @param ground the name of the background, if it becomes a layer
 */
export function insertDesign(
  document: EditedDocument,
  given: EditedDocument,
  center: Point,
  ground = "Background",
): Outcome {
  const design = enlargedIcon(given);
  const [width, height] = [design.width, canvasHeight(design)];
  const isSameSize = width === document.width && height === canvasHeight(document);
  const corner = isSameSize ? { x: 0, y: 0 } : cornerOf(document, { width, height }, center);
  const becomesBackground = isSameSize && document.layers.length === 0;
  const below = becomesBackground ? [] : groundOf(design, height, ground);
  const layers = [...below, ...design.layers].map((layer): EditedLayer => {
    return { ...layer, ...shifted(layer, corner.x, corner.y) };
  });
  const known = new Set(variablesOf(document).map(({ name }) => name));
  const added = variablesOf(design).filter(({ name }) => !known.has(name));
  const prepared = setDocument(document, {
    ...(becomesBackground && { background: design["background"] }),
    ...(added.length > 0 && { variables: [...variablesOf(document), ...added] }),
  });
  return insertLayers(prepared, layers);
}

/** The longest side of an icon. A drawing looks the same at every size, and icons are drawn for small ones. */
const ICON_PX = 240;

function enlargedIcon(design: EditedDocument): EditedDocument {
  const [only, ...others] = design.layers;
  const [width, height] = [only?.["width"], only?.["height"]];
  if (only?.type !== "svg" || others.length > 0 || hasGround(design)) return design;
  if (typeof width !== "number" || typeof height !== "number") return design;
  const factor = ICON_PX / Math.max(width, height);
  if (factor <= 1) return design;
  const size = { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
  return { ...design, ...size, layers: [{ ...only, x: 0, y: 0, ...size }] };
}

/** Returns where the upper left corner of a design is. A larger one begins at the corner of the document. */
function cornerOf(
  document: EditedDocument,
  size: { readonly width: number; readonly height: number },
  center: Point,
): Point {
  const along = (middle: number, side: number, room: number): number =>
    side >= room ? 0 : rounded(Math.round(Math.min(room - side, Math.max(0, middle - side / 2))));
  return {
    x: along(center.x, size.width, document.width),
    y: along(center.y, size.height, canvasHeight(document)),
  };
}

function hasGround({ background }: EditedDocument): boolean {
  return background !== undefined && background !== "transparent";
}

/** Returns the background of a design as a layer, if it can be seen. */
function groundOf(design: EditedDocument, height: number, name: string): readonly EditedLayer[] {
  if (!hasGround(design)) return [];
  const { background } = design;
  const paint = typeof background === "string" ? { background_color: background } : { background_gradient: background };
  const place = { x: 0, y: 0, width: design.width, height };
  return [{ id: "background", name, type: "rectangle", ...place, ...paint }];
}

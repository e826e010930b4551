/** Turns images, and shapes that Figma fills with an image, into layers. */
import type { XmlElement } from "@image-render/engine/svg";
import type { ImageFiles } from "./image-files.js";
import { type LayerPiece, placeOf, round } from "./layer.js";
import {
  type Box,
  IDENTITY,
  type Matrix,
  multiply,
  placeBox,
  type PlacedBox,
  scaleOf,
  transformBox,
  translation,
} from "./matrix.js";
import type { Outline } from "./outlines.js";
import { lengthOf, referenceOf, transformOf } from "./read-values.js";
import { piece, type Shape } from "./shape-layer.js";
import type { Source } from "./source.js";
import type { Style } from "./style.js";

/** Returns the layer of an `<image>`. Returns undefined if a layer cannot show it, and then adds a note. */
export function imageLayer(
  element: XmlElement,
  { style, matrix, label }: { readonly style: Style; readonly matrix: Matrix; readonly label: string | undefined },
  size: { readonly width: number; readonly height: number },
  files: ImageFiles,
  source: Source,
): LayerPiece | undefined {
  const of = (key: string, whole: number) => lengthOf(style.get(key), { whole }) ?? 0;
  const box = {
    x: of("x", size.width),
    y: of("y", size.height),
    width: of("width", size.width),
    height: of("height", size.height),
  };
  const placed = box.width > 0 && box.height > 0 ? placeBox(matrix, box) : undefined;
  const name = label ?? "image";
  const href = element.attributes.get("href") ?? "";
  const address = href === "" || placed === undefined ? undefined : files.addressOf(href, name, flipsOf(placed));
  if (placed === undefined || address === undefined) {
    source.notes.add("An image is left out: it is skewed, has no size, or its content is not an image.", element);
    return undefined;
  }
  const ratio = element.attributes.get("preserveAspectRatio") ?? "";
  const fit = ratio.includes("none") ? "fill" : ratio.includes("slice") ? "cover" : "contain";
  return piece({ type: "image", label: name, ...placeOf(placed), image_url: address, fit });
}

function flipsOf({ flipX, flipY }: PlacedBox) {
  return { ...(flipX && { flipX }), ...(flipY && { flipY }) };
}

/** An image inside of a pattern, and its place in shares of the filled box. */
interface PatternImage {
  readonly href: string;
  readonly at: Box;
}

/** Returns the image that fills a box as Figma writes it: a pattern that is as large as the box and has one image. */
function imageOfPattern(pattern: XmlElement, source: Source): PatternImage | undefined {
  const { attributes, children } = pattern;
  const isWhole = attributes.get("width") === "1" && attributes.get("height") === "1";
  const [only, ...others] = children.filter(({ isSvg }) => isSvg);
  if (!isWhole || attributes.get("patternContentUnits") !== "objectBoundingBox" || only === undefined) return undefined;
  if (others.length > 0 || attributes.has("patternTransform")) return undefined;
  const offset = translation(lengthOf(only.attributes.get("x")) ?? 0, lengthOf(only.attributes.get("y")) ?? 0);
  const isUse = only.name === "use";
  const image = isUse ? source.byId.get(referenceOf(only.attributes.get("href")) ?? "") : only;
  if (image?.name !== "image") return undefined;
  const outer = multiply(transformOf(only.attributes.get("transform")), isUse ? offset : IDENTITY);
  const matrix = isUse ? multiply(outer, transformOf(image.attributes.get("transform"))) : outer;
  const [a, b, c, d] = matrix;
  if (Math.abs(b) + Math.abs(c) > 1e-9 || a <= 0 || d <= 0) return undefined;
  const of = (key: string) => lengthOf(image.attributes.get(key)) ?? 0;
  const at = transformBox(matrix, { x: of("x"), y: of("y"), width: of("width"), height: of("height") });
  const href = image.attributes.get("href") ?? "";
  return href === "" || !(at.width > 0 && at.height > 0) ? undefined : { href, at };
}

/** The share of a side by which an image can miss the edge of its box. Figma rounds to few digits. */
const TOLERANCE = 0.004;

/** Returns the layer of a shape that an image fills, or undefined if no image layer looks like it. */
export function imageOfShape(
  shape: Shape,
  pattern: XmlElement,
  opacity: number,
  files: ImageFiles,
  source: Source,
): LayerPiece | undefined {
  const { outline, matrix } = shape;
  const image = imageOfPattern(pattern, source);
  const radius = radiusOf(outline);
  const placed = placeBox(matrix, outline.box);
  if (image === undefined || radius === undefined || placed === undefined) return undefined;
  const { at, href } = image;
  const name = shape.label ?? "image";
  const covers =
    at.x <= TOLERANCE && at.y <= TOLERANCE && at.x + at.width >= 1 - TOLERANCE && at.y + at.height >= 1 - TOLERANCE;
  if (!covers) return undefined;
  const [isWide, isHigh] = [at.width > 1 + 2 * TOLERANCE, at.height > 1 + 2 * TOLERANCE];
  // An image that is larger than its box in both directions was zoomed. Only the visible part is kept.
  const crop = isWide &&
    isHigh && { crop: { x: -at.x / at.width, y: -at.y / at.height, width: 1 / at.width, height: 1 / at.height } };
  const address = files.addressOf(href, name, { ...crop, ...flipsOf(placed) });
  if (address === undefined) return undefined;
  const focus = {
    ...(isWide && !isHigh && { focus_x: round((0.5 - at.x) / at.width) }),
    ...(isHigh && !isWide && { focus_y: round((0.5 - at.y) / at.height) }),
  };
  return piece({
    type: "image",
    label: name,
    ...placeOf(placed),
    image_url: address,
    fit: isWide || isHigh ? "cover" : "fill",
    ...focus,
    ...(radius > 0 && { border_radius: round(radius * scaleOf(matrix)) }),
    ...(opacity < 1 && { opacity: round(opacity) }),
  });
}

/** Returns the corner radius that gives a layer the outline, or undefined if there is none. */
function radiusOf(outline: Outline): number | undefined {
  if (outline.kind === "box" && Math.abs(outline.radiusX - outline.radiusY) < 0.01) return outline.radiusX;
  const { width, height } = outline.box;
  if (outline.kind === "ellipse" && Math.abs(width / height - 1) < 0.01) return width / 2;
  return undefined;
}

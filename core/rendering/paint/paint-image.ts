import { type ImageLayer } from "../../contract/template/layers.js";
import { paintBox } from "./box-ink.js";
import { type Box, type Fragment, inflate, NO_INK, unite } from "./fragment.js";
import { insetOutline, insetPath, type Outline } from "./outline.js";
import { define, escapeAttribute } from "./svg.js";
import { APART, isSeen, turn } from "./turn.js";

/** A picture that is already cut and sized, and where it lies, in document pixels. */
export interface PlacedPicture {
  /** A data URI. */
  readonly href: string;
  readonly place: Box;
  /** One pixel of it is one of the picture that is drawn: it needs no smoothing. */
  readonly isPixelExact: boolean;
}

/** The parts of an image layer, in paint order, for a path that puts the picture's pixels in by itself. */
export interface ImageInk {
  readonly beneath: Fragment;
  readonly above: Fragment;
  readonly bounds: Box;
}

/** An image in its box; only the box, in its fallback colour, where there is none. */
export function paintImage(layer: ImageLayer, picture: PlacedPicture | undefined, view: Box): Fragment {
  const { beneath, above, ink } = paintFrame(layer, picture !== undefined, view);
  const isPictureSeen = picture !== undefined && isSeen(picture.place, layer, view);
  const content = isPictureSeen ? clipped(layer, pictureElement(picture)) : "";
  return turn(beneath + content + above, unite([ink, ...(picture ? [boxOf(layer)] : [])]), layer);
}

/** The parts of an image layer apart from its picture. Only for a layer that is neither turned nor translucent. */
export function paintAroundImage(layer: ImageLayer, view: Box): ImageInk {
  const { beneath, above, ink } = paintFrame(layer, true, view);
  return {
    beneath: beneath === "" ? NO_INK : { svg: beneath, bounds: ink },
    above: above === "" ? NO_INK : { svg: above, bounds: boxOf(layer) },
    bounds: unite([ink, boxOf(layer)]),
  };
}

/** Whether the picture must be cut to a shape: a square box is never overhung, since the image was cut to fit. */
export function isCutToShape(layer: ImageLayer): boolean {
  return innerOutline(layer).radius > 0;
}

/** The area that the picture is cut to, as ink. */
export function paintImageMask(layer: ImageLayer): Fragment {
  const path = insetPath(outlineOf(layer), layer, layer.border_width);
  return { svg: `<path d="${path}" fill="#fff"/>`, bounds: innerBox(layer) };
}

function paintFrame(layer: ImageLayer, hasPicture: boolean, view: Box) {
  const background_color = hasPicture ? layer.background_color : layer.fallback_color;
  return paintBox({ ...layer, background_color }, outlineOf(layer), view);
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

/** The box inside the border. */
export function innerBox(layer: ImageLayer): Box {
  return inflate(boxOf(layer), -layer.border_width);
}

function outlineOf(layer: ImageLayer): Outline {
  return { kind: "rectangle", radius: layer.border_radius };
}

function innerOutline(layer: ImageLayer): { radius: number } {
  const inner = insetOutline(outlineOf(layer), layer, layer.border_width);
  return inner.kind === "rectangle" ? inner : { radius: 0 };
}

function clipped(layer: ImageLayer, svg: string): string {
  if (!isCutToShape(layer)) return svg;
  const path = insetPath(outlineOf(layer), layer, layer.border_width);
  const { id, definition } = define("c", (name) => `<clipPath id="${name}"><path d="${path}"/></clipPath>`);
  return `${definition}<g clip-path="url(#${id})">${svg}</g>`;
}

function pictureElement({ href, place, isPixelExact }: PlacedPicture): string {
  // Not by num(): a thousandth of a pixel off the grid would smear every pixel into its neighbours.
  const coordinate = (value: number) => String(Number(value.toFixed(9)));
  const element =
    `<image x="${coordinate(place.x)}" y="${coordinate(place.y)}" width="${coordinate(place.width)}" ` +
    `height="${coordinate(place.height)}" preserveAspectRatio="none"` +
    `${isPixelExact ? ' image-rendering="optimizeSpeed"' : ""} href="${escapeAttribute(href)}"/>`;
  // A picture that is resampled overshoots at sharp edges; drawn on a ground of its own it is held to its range alike.
  return isPixelExact ? element : `${APART}${element}</g>`;
}

import { cornerRadii } from "../document/attributes/corner-radii.js";
import type { ImageSpec } from "./image-spec.js";
import { type Box, EMPTY_FRAGMENT, type Fragment, inflate, unite } from "./fragment.js";
import { insetRadii, roundedRectangle } from "./outline.js";
import { boxOf, paintBox } from "./paint-box.js";
import { define, escapeAttribute } from "./svg.js";
import { sightOf } from "./sight.js";
import { ISOLATED, rotate } from "./rotate.js";

/** A light gray. In most designs, it shows that something is missing. */
const NO_IMAGE_COLOR = "#e2e8f0";

/** An image that is already cropped and resized, with its place in document pixels. */
export interface PlacedImage {
  /** A data URI. */
  readonly href: string;
  readonly place: Box;
  /** Whether each pixel of the image is one pixel of the picture. If so, it needs no smoothing. */
  readonly isPixelExact: boolean;
}

/** The drawings beneath and above the pixels of an image. */
export interface PaintedImageBox {
  readonly beneath: Fragment;
  readonly above: Fragment;
  readonly bounds: Box;
}

/** Paints an image in its box. Without an image, it paints only the box in its fallback color. */
export function paintImage(layer: ImageSpec, image: PlacedImage | undefined, view: Box): Fragment {
  const { beneath, above, bounds } = paintImageBox(layer, image !== undefined, view);
  const isImageSeen = image !== undefined && sightOf(layer, view).isSeen(image.place);
  const content = isImageSeen ? paintPixels(layer, image) : "";
  // An image in a box thinner than a pixel covers a whole pixel, which can be beside the box.
  return rotate(beneath + content + above, unite([bounds, ...(isImageSeen ? [boxOf(layer), image.place] : [])]), layer);
}

/**
 * Paints the box of an image layer without the image. Use it only for a layer that is neither rotated nor translucent.
 */
export function paintAroundImage(layer: ImageSpec, view: Box): PaintedImageBox {
  const { beneath, above, bounds } = paintImageBox(layer, true, view);
  return {
    beneath: beneath === "" ? EMPTY_FRAGMENT : { svg: beneath, bounds },
    above: above === "" ? EMPTY_FRAGMENT : { svg: above, bounds: boxOf(layer) },
    bounds: unite([bounds, ...(sightOf(layer, view).isSeen(boxOf(layer)) ? [boxOf(layer)] : [])]),
  };
}

/**
 * Returns whether the image must be clipped to rounded corners. Without rounded corners, the cropped image never
 * exceeds the box.
 */
export function isClippedToShape(layer: ImageSpec): boolean {
  return insetRadii(cornerRadii(layer), layer, layer.border_width).some((radius) => radius > 0);
}

/** Returns the area that the image is clipped to, as a filled shape. */
export function paintImageMask(layer: ImageSpec): Fragment {
  return { svg: `<path d="${innerPath(layer)}" fill="#fff"/>`, bounds: innerBox(layer) };
}

function paintImageBox(layer: ImageSpec, hasImage: boolean, view: Box) {
  const background_color = hasImage ? layer.background_color : (layer.fallback_color ?? NO_IMAGE_COLOR);
  return paintBox({ ...layer, background_color }, roundedRectangle(cornerRadii(layer)), view);
}

/** Returns the box inside the border. */
export function innerBox(layer: ImageSpec): Box {
  return inflate(boxOf(layer), -layer.border_width);
}

/** Returns the outline inside the border. */
function innerPath(layer: ImageSpec): string {
  return roundedRectangle(cornerRadii(layer)).path(layer, layer.border_width);
}

/**
 * Paints the image, clipped to rounded corners. It has at most one group around it: resvg cuts off a group inside a
 * group if the outer one starts far away.
 */
function paintPixels(layer: ImageSpec, image: PlacedImage): string {
  const element = imageElement(image);
  // Resampling overshoots at sharp edges. In an isolated group, the result is clamped as in the fast path.
  const ground = image.isPixelExact ? "" : ` ${ISOLATED}`;
  if (!isClippedToShape(layer)) return ground === "" ? element : `<g${ground}>${element}</g>`;
  const { id, definition } = define("c", (name) => `<clipPath id="${name}"><path d="${innerPath(layer)}"/></clipPath>`);
  return `${definition}<g${ground} clip-path="url(#${id})">${element}</g>`;
}

function imageElement({ href, place, isPixelExact }: PlacedImage): string {
  // `num` is not exact enough: a place that is a thousandth of a pixel off the grid would blur every pixel into its
  // neighbors.
  const coordinate = (value: number) => String(Number(value.toFixed(9)));
  return (
    `<image x="${coordinate(place.x)}" y="${coordinate(place.y)}" width="${coordinate(place.width)}" ` +
    `height="${coordinate(place.height)}" preserveAspectRatio="none"` +
    `${isPixelExact ? ' image-rendering="optimizeSpeed"' : ""} href="${escapeAttribute(href)}"/>`
  );
}

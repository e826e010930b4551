/** Writes pieces of the reference path as SVG, so that the rasterizer clips, fades and blends them. */
import type { Piece } from "../items/item.js";
import { type Fragment, unite } from "../paint/fragment.js";
import { define } from "../paint/svg.js";
import { withOpacity } from "../paint/rotate.js";

/** Returns a piece with its opacity as one fragment. The bounds contain everything that is drawn before clipping. */
export function asOneDrawing(piece: Piece): Fragment {
  if ("svg" in piece) return { svg: withOpacity(piece), bounds: piece.bounds };
  const inner = piece.pieces.map(asOneDrawing);
  const bounds = unite(inner.map((part) => part.bounds));
  const svg = piece.clips.reduce(clipped, inner.map((part) => part.svg).join(""));
  return { svg: withOpacity({ svg, bounds, opacity: piece.opacity }), bounds };
}

/** Returns whether the rasterizer can draw a piece. Its filters differ from our shadows, and masks can be images. */
export function isOneDrawing(piece: Piece): boolean {
  if ("svg" in piece) return true;
  const { pieces, mask, shadows = [] } = piece;
  return mask === undefined && shadows.length === 0 && pieces.every(isOneDrawing);
}

function clipped(svg: string, clip: Fragment): string {
  if (svg === "") return svg;
  const { id, definition } = define("c", (name) => `<clipPath id="${name}">${clipPathOf(clip)}</clipPath>`);
  return `${definition}<g clip-path="url(#${id})">${svg}</g>`;
}

/** Writes the content of a clip path. It can contain shapes but no groups, so the rotation moves to the shape. */
function clipPathOf({ svg }: Fragment): string {
  return svg.replace(/^<g( transform="[^"]*")><path/, "<path$1").replace(/<\/g>$/, "");
}

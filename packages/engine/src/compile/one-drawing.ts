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
  const svg = clipped(inner.map((part) => part.svg).join(""), piece.clip);
  return { svg: withOpacity({ svg, bounds, opacity: piece.opacity }), bounds };
}

function clipped(svg: string, clip: Fragment | undefined): string {
  if (svg === "" || clip === undefined) return svg;
  const { id, definition } = define("c", (name) => `<clipPath id="${name}">${clipPathOf(clip)}</clipPath>`);
  return `${definition}<g clip-path="url(#${id})">${svg}</g>`;
}

/** Writes the content of a clip path. It can contain shapes but no groups, so the rotation moves to the shape. */
function clipPathOf({ svg }: Fragment): string {
  return svg.replace(/^<g( transform="[^"]*")><path/, "<path$1").replace(/<\/g>$/, "");
}

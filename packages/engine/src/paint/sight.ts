/**
 * What of a layer can be seen. Parts that cannot be seen must not be written at all: resvg 0.45 aborts, with the whole
 * process, on a group, clip or filter that is two or more pictures away from the picture.
 */
import { type Box, centerOf, intersection, inflate, overlaps, turnedBounds } from "./fragment.js";

/** The place of a layer: its box, and its rotation around the center of the box. */
export interface Pose extends Box {
  readonly rotation: number;
}

/** The view, the area of the document, as a layer sees it. All boxes are in the layer's own unturned coordinates. */
export interface Sight {
  /** Whether a part of the layer is in the view. This is exact: a turned part is not judged by the box around it. */
  readonly isSeen: (part: Box) => boolean;
  /** The part of a box that can matter for the view: what is farther than `margin` from it is cut off. */
  readonly clip: (part: Box, margin?: number) => Box;
}

/** A view without edges. */
export const UNLIMITED_SIGHT: Sight = { isSeen: () => true, clip: (part) => part };

/** How a layer sees the view. */
export function sightOf(layer: Pose, view: Box): Sight {
  const middle = centerOf(layer);
  // The view turned back, in the box around it. Two boxes of which one is turned share an area exactly if each of them
  // overlaps the box around the other one (the separating axis theorem).
  const turnedBack = turnedBounds(view, -layer.rotation, middle);
  return {
    isSeen: (part) => overlaps(part, turnedBack) && overlaps(turnedBounds(part, layer.rotation, middle), view),
    clip: (part, margin = 0) => intersection(part, inflate(turnedBack, margin + CLIP_MARGIN)),
  };
}

/** Cutting exactly at the edge of the view would let its antialiasing show. */
const CLIP_MARGIN = 8;

import type { SafeElement } from "@image-render/engine/svg";
import type { Box } from "./matrix.js";

/** A layer of the template, before it has its ID. */
export interface Layer extends Box {
  readonly type: string;
  /** The preferred name. */
  readonly label: string;
  readonly rotation?: number;
  readonly opacity?: number;
  readonly children?: readonly Layer[];
  readonly [attribute: string]: unknown;
}

/** A layer with the area that it draws on. */
export interface LayerPiece {
  readonly kind: "layer";
  readonly layer: Layer;
  readonly bounds: Box;
}

/** A part that only SVG can draw. Neighboring drawings become one layer. */
export interface Drawing {
  readonly kind: "drawing";
  readonly nodes: readonly SafeElement[];
  readonly bounds: Box;
  readonly label: string | undefined;
  /** Whether it needs filters or images, which an `svg` layer cannot draw. An SVG file in an image layer can. */
  readonly needsFile: boolean;
}

/** A converted part of the SVG, in paint order. */
export type Piece = LayerPiece | Drawing;

/** Rounds a length so that files stay readable. A thousandth of a pixel is not visible. */
export function round(value: number, digits = 3): number {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? 0 : rounded;
}

/** Returns the place of a layer with rounded numbers. */
export function placeOf({ x, y, width, height, rotation = 0 }: Box & { readonly rotation?: number }) {
  return {
    x: round(x),
    y: round(y),
    width: Math.max(0.001, round(width)),
    height: Math.max(0.001, round(height)),
    ...(rotation !== 0 && { rotation: round(rotation) }),
  };
}

import { type Layer, type SourceGroup } from "../../contract/template/layers.js";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A layer with its size, and its place in the group around. */
export interface LaidOut extends Size {
  readonly layer: Layer;
  readonly x: number;
  readonly y: number;
  readonly children: readonly LaidOut[];
}

/** What a parent says of a layer's sides. */
export interface Constraint {
  /** The room there is, for what wraps; undefined is without end. */
  readonly room: Partial<Size>;
  /** Sides that the parent has decided. */
  readonly given: Partial<Size>;
}

/** A layer's size and what is inside of it. */
export type Sizing = Size & { readonly children: readonly LaidOut[] };

export type SizeLayer = (layer: Layer, constraint: Constraint) => Sizing;

export type SourceText = Extract<Layer, { type: "text" }>;

/**
 * The size of a text's lines without padding and border; lines wrap at `maxWidth`, and only at line breaks if it is
 * undefined.
 */
export type MeasureText = (layer: SourceText, maxWidth: number | undefined) => Size;

export type Side = "width" | "height";

/** What stands between a group's edge and its content on one side of an axis. */
export function insetOf({ border_width, padding, padding_x, padding_y }: SourceGroup, side: Side): number {
  return border_width + ((side === "width" ? padding_x : padding_y) ?? padding);
}

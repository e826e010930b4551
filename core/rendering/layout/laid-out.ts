import type { Layer } from "../../contract/template/define-layer.js";
import type { TextSpec } from "../text/spec.js";
import type { Labeled } from "../warnings.js";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Side = keyof Size;

/** A layer with its size, and its place in the group around. */
export interface LaidOut extends Size {
  readonly layer: Layer;
  readonly x: number;
  readonly y: number;
  readonly children: readonly LaidOut[];
}

/** What a parent decides about the sides of a layer. */
export interface Constraint {
  /** The room for content that wraps; a missing side is unlimited. */
  readonly room: Partial<Size>;
  /** The sides that the parent has decided. */
  readonly given: Partial<Size>;
}

/** The size of a layer, with the layers inside. */
export type Sizing = Size & { readonly children: readonly LaidOut[] };

export type SizeLayer = (layer: Layer, constraint: Constraint) => Sizing;

/** The size of a text's lines. They wrap at `maxWidth`, or only at line breaks if it is undefined. */
export type MeasureText = (text: TextSpec & Labeled, maxWidth: number | undefined) => Size;

/** What a layer type needs to find the size of a layer. */
export interface SizingTools {
  readonly sizeLayer: SizeLayer;
  readonly measureText: MeasureText;
  /** Whether a layer in a row can become narrower than its content. */
  readonly canShrink: (layer: Layer) => boolean;
}

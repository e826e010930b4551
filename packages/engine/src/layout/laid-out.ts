import type { Layer } from "../document/layer-types/define-layer.js";
import type { TextSpec } from "../text/spec.js";
import type { Labeled } from "../shared/warnings.js";
import type { ResolvedLayer } from "./resolved-layer.js";

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

/** What a layer type needs to resolve a layer. */
export interface ResolveTools {
  /** The language of the document (BCP 47). */
  readonly language: string;
  /** The layers inside a layer, with the absolute place of its left top corner. */
  readonly resolveAll: (layers: readonly LaidOut[], origin: { x: number; y: number }) => ResolvedLayer[];
}

/** What a layout needs to know about a layer type. */
export interface LayerLayout {
  /**
   * The size of a layer. `sides` has the sides that are known already.
   * @default the known sides; 0 for the others
   */
  readonly size?: (layer: Layer, sides: Partial<Size>, room: Partial<Size>, tools: SizingTools) => Sizing;
  /** In a row with too little room, a layer that hugs becomes narrower. @default false */
  readonly shrinksInRow?: boolean;
  /** The layers to paint for a layer that has been laid out at an absolute place. */
  readonly resolve: (layer: Layer, laid: LaidOut, tools: ResolveTools) => readonly ResolvedLayer[];
}

/** Finds the layout of a layer type. */
export interface LayerLayouts {
  readonly get: (type: string) => LayerLayout;
}

import type { Layer, LayerDefinition } from "../document/layer-types/define-layer.js";
import type { TextSpec } from "../text/spec.js";
import type { Labeled } from "../shared/warnings.js";
import type { ResolvedLayer } from "./resolved-layer.js";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Side = keyof Size;

/** A layer with its size, and its place in its group. */
export interface LaidOut extends Size {
  readonly layer: Layer;
  readonly x: number;
  readonly y: number;
  readonly children: readonly LaidOut[];
}

/** The decisions of a parent about the sides of a layer. */
export interface Constraint {
  /** The room for content that wraps. A missing side is unlimited. */
  readonly room: Partial<Size>;
  /** The sides that the parent has decided. */
  readonly given: Partial<Size>;
}

/** The size of a layer, with the layers inside. */
export type Sizing = Size & { readonly children: readonly LaidOut[] };

/** A layer with its size. */
export interface Sized extends Size {
  readonly layer: Layer;
  readonly children: readonly LaidOut[];
}

export type SizeLayer = (layer: Layer, constraint: Constraint) => Sizing;

/** The size of a text's lines. They wrap at `maxWidth`, or only at line breaks if it is undefined. */
export type MeasureText = (text: TextSpec & Labeled, maxWidth: number | undefined) => Size;

/**
 * The distance from the top of a text's room to the baseline of its first line, in pixels. Undefined if the text has no
 * line.
 */
export type BaselineOfText = (text: TextSpec & Labeled, room: Size) => number | undefined;

/** The functions that measure texts. */
export interface TextMeasures {
  readonly measureText: MeasureText;
  readonly baselineOfText: BaselineOfText;
}

/** Everything a layer type needs to find the size of a layer. */
export interface SizingTools extends TextMeasures {
  readonly sizeLayer: SizeLayer;
  /**
   * Returns the distance from the top of a layer to its baseline, in pixels. A layer without a text has its baseline at
   * its bottom edge.
   */
  readonly baselineOf: (laid: Sized) => number;
  /** Returns whether a layer in a row can become narrower than its content. */
  readonly canShrink: (layer: Layer) => boolean;
}

/** Everything a layer type needs to resolve a layer. */
export interface ResolveTools {
  /** The language of the document (BCP 47). */
  readonly language: string;
  /** Whether shadows follow the alpha of their layer. */
  readonly shadowsFollowAlpha: boolean;
  /** Resolves the layers inside a layer. `origin` is the absolute place of the top left corner of that layer. */
  readonly resolveAll: (layers: readonly LaidOut[], origin: { x: number; y: number }) => ResolvedLayer[];
}

/** Everything a layout needs to know about a layer type. */
export interface LayerLayout {
  /**
   * Returns the size of a layer. `sides` has the sides that are known already.
   * @default the known sides; 0 for the others
   */
  readonly size?: (layer: Layer, sides: Partial<Size>, room: Partial<Size>, tools: SizingTools) => Sizing;
  /** Whether a layer that hugs becomes narrower in a row with too little room. @default false */
  readonly shrinksInRow?: boolean;
  /** Whether `resolve` applies masks and shadows itself, as a group does to everything inside. @default false */
  readonly resolvesEffects?: boolean;
  readonly definition: Pick<LayerDefinition, "shadowOf">;
  /**
   * Returns the distance from the top of a layer to the baseline of its first line, in pixels, or undefined if it has no
   * text.
   * @default undefined
   */
  readonly baseline?: (layer: Layer, laid: Sized, tools: SizingTools) => number | undefined;
  /** Returns the layers to paint for a layer that has been laid out at an absolute place. */
  readonly resolve: (layer: Layer, laid: LaidOut, tools: ResolveTools) => readonly ResolvedLayer[];
}

/** Finds the layout of a layer type. */
export interface LayerLayouts {
  readonly get: (type: string) => LayerLayout;
}

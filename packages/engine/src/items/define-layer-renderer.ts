/** Defines how the engine handles a layer type. The engine handles all layers through these renderers. */
import type { Layer, LayerDefinition, LayerOf } from "../document/layer-types/define-layer.js";
import type { LaidOutTextFacts } from "../document/picture-layout.js";
import type { Item, LayerItemTools } from "./item.js";
import type { FontLibrary } from "../fonts/font-library.js";
import type { LaidOut, ResolveTools, Size, Sized as LaidOutSize, Sizing, SizingTools } from "../layout/laid-out.js";
import type { Box } from "../paint/fragment.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import type { RenderWarning } from "../shared/warnings.js";

/** A layer whose sides are numbers. */
export type Sized<Source> = Omit<Source, "width" | "height"> & { readonly width: number; readonly height: number };

/** The part of a layer that a viewer should see. */
export interface Ink {
  /** The box around the ink before the layer is rotated, in document pixels. */
  readonly box: Box;
  /**
   * The length that an edge can cut off unnoticed, in document pixels. It is infinite for content that often extends
   * beyond an edge on purpose, for example a photo that fills its box.
   */
  readonly tolerance: number;
}

/** The letters of a layer, which those of other layers should not overlap. */
export interface Letters {
  readonly text: string;
  readonly color: string;
  /** In document pixels. */
  readonly fontSize: number;
  /** The boxes of the lines of letters, before the layer is rotated, in document pixels. */
  readonly lines: readonly Box[];
}

interface Behavior<Source, Resolved> {
  /**
   * Returns the size of a layer. `sides` has the sides that are known already.
   * @default the known sides; 0 for the others
   */
  readonly size?: (layer: Source, sides: Partial<Size>, room: Partial<Size>, tools: SizingTools) => Sizing;
  /** Whether a layer that hugs becomes narrower in a row with too little room. @default false */
  readonly shrinksInRow?: boolean;
  /** Whether `resolve` applies masks and shadows itself. @default false */
  readonly resolvesEffects?: boolean;
  /**
   * Returns the distance from the top of a layer to the baseline of its first line, in pixels, or undefined if it has no
   * text.
   * @default undefined
   */
  readonly baseline?: (layer: Source, laid: LaidOutSize, tools: SizingTools) => number | undefined;
  /** Returns the URLs of the images that the layer shows. They are loaded before any item is created. @default none */
  readonly imageUrls?: (layer: Resolved) => readonly string[];
  /** Returns whether the pixels of the layer can change although the layer does not. @default never */
  readonly mayChange?: (layer: Resolved) => boolean;
  /** The attribute whose color can be `auto`. @default none */
  readonly autoColor?: TextKey<Resolved>;
  /**
   * Returns the warnings that follow from the layout and the data of the layer. Drawing the layer gives them too.
   * @default none
   */
  readonly check?: (
    layer: Resolved,
    fonts: FontLibrary,
  ) => readonly RenderWarning[] | Promise<readonly RenderWarning[]>;
  /**
   * Returns the part of the layer that a viewer should see. `view` is the area of the document. @default nothing:
   * shapes are decoration
   */
  readonly ink?: (layer: Resolved, fonts: FontLibrary, view: Box) => Ink | undefined | Promise<Ink | undefined>;
  /** Whether the layer covers its box, so that it hides texts beneath it. @default true */
  readonly coversBox?: boolean;
  /** Returns the letters of the layer. @default none */
  readonly letters?: (layer: Resolved, fonts: FontLibrary) => Promise<Letters | undefined>;
  /** Returns the lines of the layer's text, for an editor. @default the layer has no text to edit */
  readonly describeText?: (layer: Resolved, fonts: FontLibrary) => Promise<LaidOutTextFacts>;
  /** Creates the item of a layer. This determines everything about the item except for its pixels. */
  readonly item: (layer: Resolved, tools: LayerItemTools) => Item | Promise<Item>;
}

type TextKey<Resolved> = {
  [Key in keyof Resolved]: Resolved[Key] extends string ? Key : never;
}[keyof Resolved] &
  string;

/** Returns the layers to paint for a layer that has been laid out at an absolute place. They can be of any type. */
type Resolve<Source> = (layer: Source, laid: LaidOut, tools: ResolveTools) => readonly ResolvedLayer[];

/** The renderer of a layer type. The engine calls it only with layers of that type. */
export interface LayerRenderer extends Behavior<Layer, ResolvedLayer> {
  readonly definition: LayerDefinition;
  readonly resolve: Resolve<Layer>;
}

/** Defines the renderer of a layer type. By default, a layer resolves to itself, in its box. */
export function defineLayerRenderer<Definition extends LayerDefinition>(
  definition: Definition,
  behavior: Behavior<LayerOf<Definition>, Sized<LayerOf<Definition>>> & { readonly resolve?: undefined },
): LayerRenderer;
export function defineLayerRenderer<Definition extends LayerDefinition, Resolved extends ResolvedLayer>(
  definition: Definition,
  behavior: Behavior<LayerOf<Definition>, Resolved> & { readonly resolve: Resolve<LayerOf<Definition>> },
): LayerRenderer;
export function defineLayerRenderer(definition: LayerDefinition, behavior: object): LayerRenderer {
  // The overloads check a behavior against the layers of its own type. The engine handles layers of all types, and
  // looks up the renderer by the type of a layer. So this is the one place where a renderer loses the type of its
  // layers.
  return { resolve: inItsBox, ...behavior, definition } as unknown as LayerRenderer;
}

/**
 * Returns a layer in its box, or none if the box is empty. A layer that already has its final box stays the same
 * object, so that caches by object find it.
 */
export function inItsBox<Source extends Layer>(layer: Source, laid: Box): Sized<Source>[] {
  const { x, y, width, height } = laid;
  if (width <= 0 || height <= 0) return [];
  if (isIn(layer, laid)) return [layer];
  return [{ ...layer, x, y, width, height }];
}

function isIn<Source extends Layer>(layer: Source, box: Box): layer is Source & Box {
  return layer.x === box.x && layer.y === box.y && layer.width === box.width && layer.height === box.height;
}

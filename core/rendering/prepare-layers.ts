import {
  type EllipseLayer,
  type ImageLayer,
  type Layer,
  type LineLayer,
  type RectangleLayer,
  type TextLayer,
} from "../contract/template/layers.js";
import { type RenderContext } from "./context.js";
import { type LoadedImage, loadImages } from "./images/load-images.js";
import { prepareImage, type PreparedImage } from "./images/prepare-image.js";
import { type FittedText, fitText } from "./text/fit-text.js";
import { labelOf, type RenderWarning } from "./warnings.js";

/** A layer with all that must be found out before it can be drawn. */
export type PreparedLayer =
  | { readonly kind: "text"; readonly layer: TextLayer; readonly text: FittedText }
  | { readonly kind: "image"; readonly layer: ImageLayer; readonly image: PreparedImage | undefined }
  | { readonly kind: "shape"; readonly layer: RectangleLayer | EllipseLayer }
  | { readonly kind: "line"; readonly layer: LineLayer };

interface Preparation {
  readonly prepared: PreparedLayer;
  readonly warnings: readonly RenderWarning[];
}

/** Sizes the texts, loads and cuts the images. One layer's trouble becomes a warning; the others are none the worse. */
export async function prepareLayers(
  layers: readonly Layer[],
  scale: number,
  context: RenderContext,
): Promise<{ layers: PreparedLayer[]; warnings: RenderWarning[] }> {
  const loaded = await loadImages(layers, context);
  const preparations: Preparation[] = [];
  // One after the other: decoded images are large, and the codec library uses every core by itself.
  for (const layer of layers) preparations.push(await prepareLayer(layer, loaded, scale, context));
  return {
    layers: preparations.map(({ prepared }) => prepared),
    warnings: preparations.flatMap(({ warnings }) => warnings),
  };
}

async function prepareLayer(
  layer: Layer,
  loaded: ReadonlyMap<string, LoadedImage>,
  scale: number,
  context: RenderContext,
): Promise<Preparation> {
  switch (layer.type) {
    case "text": {
      const { text, warnings } = await fitText(layer, context.fonts);
      return { prepared: { kind: "text", layer, text }, warnings };
    }
    case "image":
      return prepareImageLayer(layer, loaded.get(layer.image_url), scale, context);
    case "rectangle":
    case "ellipse":
      return { prepared: { kind: "shape", layer }, warnings: [] };
    case "line":
      return { prepared: { kind: "line", layer }, warnings: [] };
  }
}

async function prepareImageLayer(
  layer: ImageLayer,
  loaded: LoadedImage | undefined,
  scale: number,
  context: RenderContext,
): Promise<Preparation> {
  const without = { kind: "image", layer, image: undefined } as const;
  if (loaded === undefined) return { prepared: without, warnings: [] };
  if ("fault" in loaded) return { prepared: without, warnings: [unavailable(layer, loaded.fault, loaded.retryable)] };
  try {
    const image = await prepareImage(loaded.bytes, layer, scale, context.limits);
    return { prepared: { kind: "image", layer, image }, warnings: [] };
  } catch {
    // The codec's words tell of its insides and are no help to an author.
    const reason = "it is no image that can be read, or it is too large";
    return { prepared: without, warnings: [unavailable(layer, reason, false)] };
  }
}

function unavailable(layer: ImageLayer, reason: string, retryable: boolean): RenderWarning {
  const message = `The image of the layer "${labelOf(layer)}" was replaced by its fallback colour: ${reason}.`;
  return { code: "IMAGE_UNAVAILABLE", layer: labelOf(layer), message, retryable };
}

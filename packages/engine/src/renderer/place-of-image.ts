import { allLayers, type Expansion } from "../document/expand-layers.js";
import type { Layer, LayerDefinition } from "../document/layer-types/define-layer.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import { quote } from "../suggestions/suggest.js";

/** Where a picture shows an image. */
export interface PlaceOfImage {
  /** As in `layers.photo.image_url`. */
  readonly path: string;
  /** The place in a sentence, such as `the layer "photo"`. */
  readonly label: string;
}

/** Returns the first place of a picture that shows the image at an address. */
export function placeOfImage(url: string, { layers, background }: Expansion, registry: LayerRegistry): PlaceOfImage {
  for (const layer of allLayers(layers)) {
    const attribute = attributeWith(url, layer, registry);
    if (attribute === undefined) continue;
    const name = layer.name ?? layer.id;
    return { path: `layers.${name}.${attribute}`, label: `the layer ${quote(name)}` };
  }
  return background === undefined
    ? { path: "layers", label: "a layer" }
    : { path: "background", label: "the background" };
}

function attributeWith(url: string, layer: Layer, registry: LayerRegistry): string | undefined {
  const { urls, definition } = registry.get(layer.type);
  const values = layer as unknown as Readonly<Record<string, unknown>>;
  return urls.find((attribute) => values[attribute] === url) ?? contentWith(url, values, definition);
}

/** Returns the attribute whose content mentions an image in a language of its own, such as HTML. */
function contentWith(
  url: string,
  values: Readonly<Record<string, unknown>>,
  { content, mentions }: LayerDefinition,
): string | undefined {
  const text = content === undefined ? undefined : values[content];
  if (typeof text !== "string") return undefined;
  return mentions?.(text, false).imageUrls.includes(url) === true ? content : undefined;
}

import { type TemplateDocument } from "../../contract/template/document.js";
import { type ImageLayer, type Layer } from "../../contract/template/layers.js";
import { loadImages } from "../images/load-images.js";
import { paintBackground } from "../paint/paint-background.js";
import { imageItem, isRemote } from "./image-item.js";
import { type Item, type ItemTools } from "./item.js";
import { layerKey } from "./layer-key.js";
import { itemOf, vectorItem } from "./vector-item.js";

/** The items of resolved layers, in paint order. Remote images are fetched first, all together. */
export async function makeItems(layers: readonly Layer[], tools: ItemTools): Promise<Item[]> {
  const remote = layers.filter((layer): layer is ImageLayer => layer.type === "image" && isRemote(layer));
  const loaded = remote.length === 0 ? undefined : await loadImages(remote, tools.resources);
  const items: Item[] = [];
  // One after the other: a text's fonts are read when the first text asks for them.
  for (const layer of layers) {
    const item =
      layer.type === "image" ? imageItem(layer, loaded?.get(layer.image_url), tools) : await vectorItem(layer, tools);
    items.push(item);
  }
  return items;
}

/** The ground that all other items lie on; none for a picture that is to be transparent. */
export function backgroundItem(document: TemplateDocument, transparent: boolean, tools: ItemTools): Item {
  const fragment = transparent ? { svg: "", bounds: { x: 0, y: 0, width: 0, height: 0 } } : paintBackground(document);
  return itemOf(
    `background ${layerKey({ background: document.background, transparent })}`,
    { fragment, warnings: [] },
    tools,
  );
}

import { type TemplateDocument } from "../../contract/template/document.js";
import { type ImageLayer } from "../../contract/template/layers.js";
import { svgAsImage } from "../images/svg-as-image.js";
import { type LoadedImage, loadImages } from "../images/load-images.js";
import { paintBackground } from "../paint/paint-background.js";
import { type ResolvedLayer } from "../resolve/resolved-layer.js";
import { groupItem } from "./group-item.js";
import { imageItem, isRemote } from "./image-item.js";
import { type Item, type ItemTools } from "./item.js";
import { layerKey } from "./layer-key.js";
import { itemOf, vectorItem } from "./vector-item.js";

/** The items of resolved layers, in paint order. Remote images are fetched first, all together. */
export async function makeItems(layers: readonly ResolvedLayer[], tools: ItemTools): Promise<Item[]> {
  const remote = imagesIn(layers).filter(isRemote);
  const loaded = remote.length === 0 ? new Map<string, LoadedImage>() : await loadImages(remote, tools.resources);
  return await itemsOf(layers, loaded, tools);
}

type Loaded = ReadonlyMap<string, LoadedImage>;

async function itemsOf(layers: readonly ResolvedLayer[], loaded: Loaded, tools: ItemTools): Promise<Item[]> {
  const items: Item[] = [];
  // One after the other: a text's fonts are read when the first text asks for them.
  for (const layer of layers) items.push(await itemFor(layer, loaded, tools));
  return items;
}

async function itemFor(layer: ResolvedLayer, loaded: Loaded, tools: ItemTools): Promise<Item> {
  if (layer.type === "image") return imageItem(layer, loaded.get(layer.image_url), tools);
  if (layer.type === "group") return groupItem(layer, await itemsOf(layer.children, loaded, tools), tools);
  if (layer.type === "svg") return imageItem(svgAsImage(layer), undefined, tools);
  return await vectorItem(layer, tools);
}

function imagesIn(layers: readonly ResolvedLayer[]): ImageLayer[] {
  return layers.flatMap((layer) => {
    if (layer.type === "group") return imagesIn(layer.children);
    return layer.type === "image" ? [layer] : [];
  });
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

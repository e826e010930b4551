import { type TemplateDocument } from "../../contract/template/document.js";
import { type ImageLayer } from "../../contract/template/layers.js";
import { decodeDataUri } from "../images/data-uri.js";
import { countPixels } from "../images/image-pixels.js";
import { svgAsImage } from "../images/svg-as-image.js";
import { type LoadedImage, loadImages } from "../images/load-images.js";
import { paintBackground } from "../paint/paint-background.js";
import { type ResolvedLayer } from "../resolve/resolved-layer.js";
import { groupItem } from "./group-item.js";
import { imageItem, isRemote } from "./image-item.js";
import { type Item, type ItemTools } from "./item.js";
import { contentKey, layerKey, urlKey } from "./layer-key.js";
import { itemOf, vectorItem } from "./vector-item.js";

/** The items of resolved layers, in paint order. Remote images are fetched first, all together, each once a render. */
export async function makeItems(layers: readonly ResolvedLayer[], tools: ItemTools): Promise<Item[]> {
  const images = imagesIn(layers);
  const missing = images.filter((layer) => isRemote(layer) && !tools.loads.has(layer.image_url));
  const fetched = missing.length === 0 ? [] : await loadImages(missing, tools.resources);
  for (const [url, image] of fetched) tools.loads.set(url, image);
  return await itemsOf(layers, await withinBudget(images, tools), tools);
}

type Loaded = ReadonlyMap<string, LoadedImage>;

const OVER_BUDGET: LoadedImage = {
  failure: "the images of this picture have too many pixels together",
  retryable: false,
};

/** What is loaded, and a refusal for each image that with those before it goes beyond what decoding may cost. */
async function withinBudget(images: readonly ImageLayer[], { loads, resources }: ItemTools): Promise<Loaded> {
  const allowed = new Map(loads);
  let left = resources.limits.maxTotalImagePixels;
  for (const layer of images) {
    left -= await pixelsOfImage(layer, loads.get(layer.image_url));
    if (left < 0) allowed.set(layer.image_url, OVER_BUDGET);
  }
  return allowed;
}

async function pixelsOfImage(layer: ImageLayer, loaded: LoadedImage | undefined): Promise<number> {
  if (layer.image_url === "" || (loaded !== undefined && "failure" in loaded)) return 0;
  if (loaded !== undefined) return await countPixels(contentKey(loaded.bytes), () => loaded.bytes);
  return await countPixels(urlKey(layer.image_url), () => decodeDataUri(layer.image_url));
}

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

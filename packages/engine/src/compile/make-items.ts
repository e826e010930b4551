import type { Gradient } from "../document/attributes/gradient.js";
import type { SizedDocument } from "../document/document-size.js";
import { decodeDataUri } from "../images/data-uri.js";
import { countPixels } from "../images/image-pixels.js";
import { loadImages } from "../images/load-images.js";
import type { LoadedImage } from "../images/loaded-image.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import { EMPTY_FRAGMENT } from "../paint/fragment.js";
import { paintBackground } from "../paint/paint-background.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import type { RenderResources } from "../items/resources.js";
import { isRemote } from "./image-item.js";
import type { Item, ItemTools, LayerItemTools } from "../items/item.js";
import { contentKey, layerKey, urlKey } from "../shared/layer-key.js";
import { itemOf } from "./vector-item.js";

/** Everything that one render needs to create its items. */
export interface RenderTools extends ItemTools {
  readonly resources: RenderResources;
  /** The remote images that this render has fetched, by URL. */
  readonly loads: Map<string, LoadedImage>;
  /** The items that this render has created. Each automatic color needs the items of all layers beneath it. */
  readonly made: Map<ResolvedLayer, Item>;
}

/**
 * Creates the items of resolved layers, in paint order. Remote images are fetched first, all together, and each once
 * per render.
 */
export async function makeItems(layers: readonly ResolvedLayer[], tools: RenderTools): Promise<Item[]> {
  const { resources, loads, made } = tools;
  const urls = imageUrlsOf(layers, resources.layers);
  const missing = urls.filter((url) => isRemote(url) && !loads.has(url));
  const fetched = missing.length === 0 ? [] : await loadImages(missing, resources);
  for (const [url, image] of fetched) loads.set(url, image);
  const images = await withinBudget(urls, tools);
  const itemTools: LayerItemTools = {
    ...tools,
    images,
    itemsOf: async (inner, grid = tools.grid) => {
      const items: Item[] = [];
      const own = {
        ...itemTools,
        grid,
        itemsOf: (further, other = grid) => itemTools.itemsOf(further, other),
      } satisfies LayerItemTools;
      // One after the other: the first text that needs a font reads it.
      for (const layer of inner) {
        const item = made.get(layer) ?? (await resources.layers.get(layer.type).item(layer, own));
        made.set(layer, item);
        items.push(item);
      }
      return items;
    },
  };
  return await itemTools.itemsOf(layers);
}

/** Returns the URLs of the images that layers show, with one entry per layer. */
function imageUrlsOf(layers: readonly ResolvedLayer[], registry: LayerRendererRegistry): string[] {
  return layers.flatMap((layer) => [
    ...(registry.get(layer.type).imageUrls?.(layer) ?? []),
    ...imageUrlsOf(layer.children ?? [], registry),
  ]);
}

const OVER_BUDGET: LoadedImage = {
  failure: "the images of this picture have too many pixels together",
  retryable: false,
};

/**
 * Returns the fetched images, and a failure for each image that exceeds the limit of decoded pixels together with those
 * before it.
 */
async function withinBudget(urls: readonly string[], { loads, resources }: RenderTools) {
  const allowed = new Map(loads);
  let left = resources.limits.maxTotalImagePixels;
  for (const url of urls) {
    left -= await pixelsOfImage(url, loads.get(url));
    if (left < 0) allowed.set(url, OVER_BUDGET);
  }
  return allowed;
}

async function pixelsOfImage(url: string, loaded: LoadedImage | undefined): Promise<number> {
  if (url === "" || (loaded !== undefined && "failure" in loaded)) return 0;
  if (loaded !== undefined) return await countPixels(contentKey(loaded.bytes), () => loaded.bytes);
  return await countPixels(urlKey(url), () => decodeDataUri(url));
}

/**
 * Returns the ground of a picture, beneath all other items. It is empty in a transparent picture.
 *
 * @param ground the color or gradient of the background for a request: see `expandLayers`
 */
export function backgroundItem(
  document: SizedDocument,
  ground: string | Gradient,
  transparent: boolean,
  tools: ItemTools,
): Item {
  const fragment = transparent ? EMPTY_FRAGMENT : paintBackground(document, ground);
  const key = `background ${layerKey({ ground, transparent })}`;
  return itemOf(key, { fragment, warnings: [] }, tools, { id: "background" });
}

import { knownHtml } from "../document/html/html-facts.js";
import { type HtmlLayer, htmlLayer } from "../document/layers/html.js";
import { imageItem, isRemote, loadedKey } from "../compile/image-item.js";
import { type Item, itemKey, type LayerItemTools, traceItem } from "../items/item.js";
import { contentKey, layerKey, urlKey } from "../shared/layer-key.js";
import { defineLayerRenderer, inItsBox, type Sized } from "../items/define-layer-renderer.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { PLAIN_IMAGE } from "../images/plain-image.js";
import { boxOf } from "../paint/paint-box.js";

/** An HTML layer with its language (BCP 47). */
type ResolvedHtml = Sized<HtmlLayer> & { readonly language: string };

export const htmlRenderer = defineLayerRenderer<typeof htmlLayer, ResolvedHtml>(htmlLayer, {
  resolve: (layer, laid, { language }): ResolvedHtml[] => inItsBox(layer, laid).map((html) => ({ ...html, language })),
  imageUrls: ({ html }) => contentOf(html)?.urls ?? [],
  mayChange: ({ html }) => contentOf(html)?.urls.some(isRemote) === true,
  check: async (layer, fonts) => {
    const content = contentOf(layer.html);
    if (content === undefined) return [];
    // Most documents have no HTML, and loading this code takes time.
    const { checkHtml } = await import("../html/check-html.js");
    return await checkHtml({ ...layer, content }, fonts);
  },
  // The edges of the layer are often decoration, which can extend beyond an edge of the picture.
  ink: (layer) => (layer.html.trim() === "" ? undefined : { box: boxOf(layer), tolerance: Number.POSITIVE_INFINITY }),
  item: htmlItem,
});

function contentOf(html: string) {
  return html.trim() === "" ? undefined : knownHtml(html).html;
}

/**
 * Creates the item of HTML: an image whose file is written when it is drawn. So the layout engine runs only if no cache
 * has the pixels.
 */
function htmlItem(layer: ResolvedHtml, tools: LayerItemTools): Item {
  const { resources, grid } = tools;
  const content = contentOf(layer.html);
  const image = asImage(layer, content !== undefined);
  const placed = imageItem(image, undefined, tools);
  if (content === undefined || placed.rect === undefined) return placed;
  const { id, name, language } = layer;
  const inset = 2 * layer.border_width;
  const [width, height] = [Math.max(1, layer.width - inset), Math.max(1, layer.height - inset)];
  const drawing = async () => {
    const { drawHtml } = await import("../html/draw-html.js");
    return await drawHtml({ id, name, language, content, width, height }, tools);
  };
  const sources = content.urls.map((url) => `${urlKey(url)}${loadedKey(tools.images.get(url))}`);
  const families = content.families.map(({ name: family }) => resources.fonts.identityOf(family));
  const key = contentKey(JSON.stringify([layerKey(layer), sources, families]));
  return {
    ...placed,
    key: itemKey(key, grid),
    draw: async () => {
      const { loaded, warnings } = await drawing();
      const drawn = await imageItem(image, loaded, tools).draw();
      return { ...drawn, warnings: [...warnings, ...drawn.warnings] };
    },
    write: async () => {
      const { loaded, warnings } = await drawing();
      const written = await imageItem(image, loaded, tools).write();
      return { ...written, warnings: [...warnings, ...written.warnings] };
    },
    trace: async (density) => {
      const { loaded, warnings } = await drawing();
      const traced = await traceItem(imageItem(image, loaded, tools), density);
      return { ...traced, warnings: [...warnings, ...traced.warnings] };
    },
  };
}

/** Returns the layer's box as an image layer. Its content is provided when it is drawn. */
function asImage(layer: ResolvedHtml, hasContent: boolean): ImageSpec {
  // The address is not part of any key: the item of the layer has its own key.
  const image_url = hasContent ? "data:,html" : "";
  // A drawing of our own that fails is not a missing image, so no fallback must replace it.
  return { ...PLAIN_IMAGE, ...layer, image_url, fallback_color: layer.background_color, strict: true };
}

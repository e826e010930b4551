import { imageLayer } from "../document/layers/image.js";
import { imageItem, isRemote } from "../compile/image-item.js";
import { defineLayerRenderer } from "../items/define-layer-renderer.js";
import { boxOf } from "../paint/paint-box.js";

export const imageRenderer = defineLayerRenderer(imageLayer, {
  imageUrls: ({ image_url }) => [image_url],
  // The image at an address can change at any time.
  mayChange: ({ image_url, fallback_image_url }) => isRemote(image_url) || fallback_image_url !== "",
  // A photo that fills its box often extends beyond an edge on purpose. An image that must be visible as a whole does
  // not.
  ink: (layer) => {
    if (layer.image_url === "") return undefined;
    return { box: boxOf(layer), tolerance: layer.fit === "contain" ? 0.5 : Number.POSITIVE_INFINITY };
  },
  item: (layer, tools) => imageItem(layer, tools.images.get(layer.image_url), tools),
});

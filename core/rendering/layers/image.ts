import { imageLayer } from "../../contract/template/layers/image.js";
import { imageItem, isRemote } from "../compile/image-item.js";
import { defineLayerRenderer } from "../define-layer-renderer.js";

export const imageRenderer = defineLayerRenderer(imageLayer, {
  imageUrls: ({ image_url }) => [image_url],
  // The image of an address can change at any time.
  mayChange: ({ image_url, fallback_image_url }) => isRemote(image_url) || fallback_image_url !== "",
  item: (layer, tools) => imageItem(layer, tools.images.get(layer.image_url), tools),
});

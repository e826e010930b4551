import { ellipseLayer } from "../document/layers/ellipse.js";
import { vectorItem } from "../compile/vector-item.js";
import { defineLayerRenderer } from "../items/define-layer-renderer.js";
import { ELLIPSE } from "../paint/outline.js";
import { paintShape } from "../paint/paint-box.js";

export const ellipseRenderer = defineLayerRenderer(ellipseLayer, {
  item: vectorItem((layer, view) => paintShape(layer, ELLIPSE, view)),
});

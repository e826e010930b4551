import { polygonLayer } from "../document/layers/polygon.js";
import { vectorItem } from "../compile/vector-item.js";
import { defineLayerRenderer } from "../items/define-layer-renderer.js";
import { paintShape } from "../paint/paint-box.js";
import { polygonOutline } from "../paint/polygon-outline.js";

export const polygonRenderer = defineLayerRenderer(polygonLayer, {
  item: vectorItem((layer, view) => paintShape(layer, polygonOutline(layer), view)),
});

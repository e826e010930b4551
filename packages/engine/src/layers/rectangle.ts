import { cornerRadii } from "../document/attributes/corner-radii.js";
import { rectangleLayer } from "../document/layers/rectangle.js";
import { vectorItem } from "../compile/vector-item.js";
import { defineLayerRenderer } from "../items/define-layer-renderer.js";
import { roundedRectangle } from "../paint/outline.js";
import { paintShape } from "../paint/paint-box.js";

export const rectangleRenderer = defineLayerRenderer(rectangleLayer, {
  item: vectorItem((layer, view) => paintShape(layer, roundedRectangle(cornerRadii(layer)), view)),
});

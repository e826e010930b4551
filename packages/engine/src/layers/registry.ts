import { LAYERS } from "../document/layers/registry.js";
import { createLayerRendererRegistry } from "../items/layer-renderer-registry.js";
import { barcodeRenderer } from "./barcode.js";
import { ellipseRenderer } from "./ellipse.js";
import { groupRenderer } from "./group.js";
import { htmlRenderer } from "./html.js";
import { imageRenderer } from "./image.js";
import { lineRenderer } from "./line.js";
import { polygonRenderer } from "./polygon.js";
import { qrRenderer } from "./qr.js";
import { rectangleRenderer } from "./rectangle.js";
import { svgRenderer } from "./svg.js";
import { textRenderer } from "./text.js";

/** The layer types of templates, with their renderers. */
export const LAYER_RENDERERS = createLayerRendererRegistry(LAYERS, [
  textRenderer,
  imageRenderer,
  rectangleRenderer,
  ellipseRenderer,
  polygonRenderer,
  lineRenderer,
  svgRenderer,
  htmlRenderer,
  qrRenderer,
  barcodeRenderer,
  groupRenderer,
]);

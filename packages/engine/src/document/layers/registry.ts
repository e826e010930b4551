import { createLayerRegistry } from "../layer-types/layer-registry.js";
import { barcodeLayer } from "./barcode.js";
import { ellipseLayer } from "./ellipse.js";
import { groupLayer } from "./group.js";
import { htmlLayer } from "./html.js";
import { imageLayer } from "./image.js";
import { lineLayer } from "./line.js";
import { polygonLayer } from "./polygon.js";
import { qrLayer } from "./qr.js";
import { rectangleLayer } from "./rectangle.js";
import { svgLayer } from "./svg.js";
import { textLayer } from "./text.js";

/** The layer types of templates, in the order of the documentation. */
export const LAYERS = createLayerRegistry([
  textLayer,
  imageLayer,
  rectangleLayer,
  ellipseLayer,
  polygonLayer,
  lineLayer,
  svgLayer,
  htmlLayer,
  qrLayer,
  barcodeLayer,
  groupLayer,
]);

/** The costs of the layers of each type. */
import type { LayerDefinition, LayerOf } from "../document/layer-types/define-layer.js";
import { barcodeLayer } from "../document/layers/barcode.js";
import { groupLayer } from "../document/layers/group.js";
import { htmlLayer } from "../document/layers/html.js";
import { imageLayer } from "../document/layers/image.js";
import { lineLayer } from "../document/layers/line.js";
import { qrLayer } from "../document/layers/qr.js";
import { svgLayer } from "../document/layers/svg.js";
import { textLayer } from "../document/layers/text.js";
import { boxCost } from "./box-cost.js";
import { barcodeCost, lineCost, qrCost } from "./code-cost.js";
import { groupCost } from "./group-cost.js";
import { htmlCost } from "./html-cost.js";
import { imageCost } from "./image-cost.js";
import { svgLayerCost } from "./svg-layer-cost.js";
import { textCost } from "./text-cost.js";
import type { LayerCost } from "./cost.js";

/** Pairs a layer type with its cost function. The compiler checks the function against the attributes of the type. */
function costs<Definition extends LayerDefinition>(definition: Definition, cost: LayerCost<LayerOf<Definition>>) {
  return [definition.type, cost as LayerCost<never>] as const;
}

const LAYER_COSTS: ReadonlyMap<string, LayerCost<never>> = new Map([
  costs(barcodeLayer, barcodeCost),
  costs(groupLayer, groupCost),
  costs(htmlLayer, htmlCost),
  costs(imageLayer, imageCost),
  costs(lineLayer, lineCost),
  costs(qrLayer, qrCost),
  costs(svgLayer, svgLayerCost),
  costs(textLayer, textCost),
]);

/** Returns the cost function of a layer type. A layer of a type that is not listed here costs as much as its box. */
export function costOfType(type: string): LayerCost<never> {
  return LAYER_COSTS.get(type) ?? boxCost;
}

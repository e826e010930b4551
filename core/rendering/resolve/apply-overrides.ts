import { type Layer, layerSchema } from "../../contract/template/layers.js";
import { type LayerOverrides } from "../../contract/template/overrides.js";

/** The layers with a request's attributes put over their own. The overrides have been checked. */
export function applyOverrides(layers: readonly Layer[], overrides: LayerOverrides): Layer[] {
  return layers.map((layer) => {
    const given = layer.name !== undefined && Object.hasOwn(overrides, layer.name) ? overrides[layer.name] : undefined;
    if (typeof given !== "object" || given === null) return layer;
    // A gradient lies over the colour, so a colour that a request asks for would not be seen beneath it.
    const uncovered = "background_color" in given ? { background_gradient: undefined } : {};
    return layerSchema.parse({ ...layer, ...("background_gradient" in layer ? uncovered : {}), ...given });
  });
}

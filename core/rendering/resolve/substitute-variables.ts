import { type TemplateDocument } from "../../contract/template/document.js";
import { type Layer } from "../../contract/template/layers.js";
import { type VariableValues } from "../../contract/template/overrides.js";
import { fillPlaceholders } from "../../contract/template/placeholders.js";

/** The document's layers with the variables put into their texts. The values have been checked. */
export function substituteVariables(document: TemplateDocument, values: VariableValues): Layer[] {
  const defaults = Object.fromEntries(document.variables.map((variable) => [variable.name, variable.default]));
  const texts = new Map(
    Object.entries({ ...defaults, ...values }).map(([name, value]) => [
      name,
      String(value as string | number | boolean),
    ]),
  );
  return document.layers.map((layer) =>
    layer.type === "text" ? { ...layer, text: fillPlaceholders(layer.text, (name) => texts.get(name) ?? "") } : layer,
  );
}

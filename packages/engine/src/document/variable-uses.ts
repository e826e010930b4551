/** Finds the attributes of layers that each variable of a document changes. */
import type { TemplateDocument } from "./document.js";
import { hasExpressions } from "./edition.js";
import { boundIn } from "./binding/bind-attributes.js";
import { namesIn, namesInExpressions } from "./binding/names-in-expressions.js";
import type { Layer } from "./layer-types/define-layer.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { attributesOf, textAt } from "./place.js";
import { referencesInPart } from "./syntax/text-part.js";
import { parseText } from "./text-template/parse-text.js";

/** An attribute of a layer that a variable changes. */
export interface VariableUse {
  readonly layerId: string;
  /** Absent if the layer has no name. */
  readonly layerName?: string;
  readonly attribute: string;
}

type Uses = Map<string, VariableUse[]>;

/** The list variable of each item name in scope. */
type Lists = ReadonlyMap<string, string>;

/** Returns the uses of each variable, by its name, in paint order. A variable without a use has no entry. */
export function variableUses(
  document: TemplateDocument,
  registry: LayerRegistry,
): ReadonlyMap<string, readonly VariableUse[]> {
  const uses: Uses = new Map(document.variables.map(({ name }) => [name, []]));
  const visit = (layers: readonly Layer[], lists: Lists) => {
    for (const layer of layers) {
      for (const [attribute, names] of namesByAttribute(layer, registry, hasExpressions(document.edition))) {
        const { id, name } = layer;
        const use = { layerId: id, ...(name !== undefined && { layerName: name }), attribute };
        for (const used of new Set(names.map((each) => lists.get(each) ?? each))) uses.get(used)?.push(use);
      }
      if (layer.children !== undefined) visit(layer.children, listsInside(layer, lists));
    }
  };
  visit(document.layers, new Map());
  return uses;
}

function listsInside({ repeat, repeat_as = "item" }: Layer, lists: Lists): Lists {
  return repeat === undefined ? lists : new Map([...lists, [repeat_as, repeat]]);
}

/** Returns the names that the texts and expressions of a layer contain, by attribute. */
function namesByAttribute(
  layer: Layer,
  registry: LayerRegistry,
  hasBound: boolean,
): readonly (readonly [attribute: string, names: readonly string[]])[] {
  const { definition } = registry.get(layer.type);
  const ofTexts = [...definition.placeholders].map(([attribute, { computes }]) => {
    const parts = parseText(textAt(layer, attribute) ?? "", hasBound && computes === true);
    return [attribute, parts.flatMap((part) => referencesInPart(part).map(({ name }) => name))] as const;
  });
  const bound = hasBound ? boundIn(attributesOf(layer), definition) : [];
  const ofExpressions = bound.map(([attribute, written]) => [attribute, namesInExpressions(written)] as const);
  const ofCondition = ["visible_if", layer.visible_if === undefined ? [] : namesIn(layer.visible_if)] as const;
  const ofRepeat = ["repeat", layer.repeat === undefined ? [] : [layer.repeat]] as const;
  return [...ofTexts, ...ofExpressions, ofCondition, ofRepeat];
}

import { type AttributeTypes, pascalCase } from "./attribute-types.js";
import type { LayerFacts } from "./template-facts.js";
import { byName, objectText, type PropertyText } from "./type-text.js";

/** The types of layers: an interface for each layer type, and the attributes that are written for each layer. */
export interface LayerTypes {
  /** The declarations of the interfaces. */
  readonly declarations: readonly string[];
  /** Returns the type of a layer in a request. */
  readonly typeOf: (layer: LayerFacts, indent: string) => string;
}

/**
 * Returns the types of layers. Layers of one type share their attributes. Only an attribute whose values differ between
 * templates, such as the families of uploaded fonts, is written for each layer.
 */
export function layerTypes(layers: readonly LayerFacts[], attributeTypes: AttributeTypes): LayerTypes {
  const groups = new Map<string, LayerFacts[]>();
  for (const layer of layers) groups.set(layer.type, [...(groups.get(layer.type) ?? []), layer]);
  const shared = new Map([...groups].map(([type, alike]) => [type, sharedOf(alike, attributeTypes)] as const));
  const declarations = [...shared]
    .map(([type, properties]) => ({ name: interfaceName(type), properties: [...properties.values()] }))
    .sort(byName)
    .map(({ name, properties }) => `export interface ${name} ${objectText(properties, "")}`);
  return {
    declarations,
    typeOf: (layer, indent) => {
      const common = shared.get(layer.type);
      const own = propertiesOf(layer, attributeTypes).filter(({ name, type }) => common?.get(name)?.type !== type);
      const name = interfaceName(layer.type);
      return own.length === 0 ? name : `${name} & ${objectText(own, indent)}`;
    },
  };
}

/** Returns the attributes that have the same type in all of these layers. */
function sharedOf(layers: readonly LayerFacts[], types: AttributeTypes): ReadonlyMap<string, PropertyText> {
  const [first = [], ...others] = layers.map((layer) => propertiesOf(layer, types));
  const otherTypes = others.map((properties) => new Map(properties.map(({ name, type }) => [name, type])));
  const same = first.filter(({ name, type }) => otherTypes.every((one) => one.get(name) === type));
  return new Map(same.map((property) => [property.name, property]));
}

function propertiesOf({ attributes }: LayerFacts, types: AttributeTypes): PropertyText[] {
  return Object.entries(attributes).map(([name, schema]) => ({
    name,
    type: types.of(name, schema),
    comment: schema.description,
  }));
}

function interfaceName(layerType: string): string {
  return `${pascalCase(layerType)}Layer`;
}

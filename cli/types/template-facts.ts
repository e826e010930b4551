/** The facts that the types of a template derive from. A service and the engine describe templates in this form. */

/** A JSON Schema of an attribute, as far as it says which values are possible. */
export interface AttributeSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly AttributeSchema[];
  readonly description?: string;
}

export interface LayerFacts {
  readonly name: string;
  /** The type of the layer, such as `text`. */
  readonly type: string;
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
}

/** A variable, or a field of a list. */
export interface VariableFacts {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean | undefined;
  /** The values of an `enum`. */
  readonly choices?: readonly string[] | undefined;
  /** The fields of the items of a `list`. */
  readonly fields?: readonly VariableFacts[] | undefined;
}

export interface TemplateFacts {
  readonly id: string;
  readonly name: string;
  readonly layers: readonly LayerFacts[];
  readonly variables: readonly VariableFacts[];
}

/** Returns the layers with the schemas of their attributes. If layers have the same name, the last one is used. */
export function layerFacts(
  layers: readonly { readonly layerName: string; readonly type: string }[],
  schema: unknown,
): readonly LayerFacts[] {
  const schemas = (schema as LayersSchema | undefined)?.properties ?? {};
  const typeOf = new Map(layers.map(({ layerName, type }) => [layerName, type]));
  return [...typeOf].map(([name, type]) => {
    const own = Object.hasOwn(schemas, name) ? schemas[name]?.properties : undefined;
    return { name, type, attributes: own ?? {} };
  });
}

/** The JSON Schema of `layers` in a request. */
interface LayersSchema {
  readonly properties?: Readonly<
    Record<string, { readonly properties?: Readonly<Record<string, AttributeSchema>> } | undefined>
  >;
}

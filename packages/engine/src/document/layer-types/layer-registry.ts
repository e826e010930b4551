/** Layer types that a template can use, and the schemas that derive from their definitions. */
import * as z from "zod";
import { type Attributes, documentAttribute, shapeOf } from "../attributes/attribute.js";
import { closedObject } from "../attributes/closed-object.js";
import type { BackgroundInputOf, Layer, LayerBackground, LayerDefinition, LayerInputOf } from "./define-layer.js";

/** A layer type with everything that derives from its definition. */
export interface RegisteredLayer {
  readonly definition: LayerDefinition;
  /** The schema of a layer of this type in a document, with `children` if the type has them. */
  readonly schema: z.ZodObject;
  /** The attributes that requests can set, in the order of the documentation. */
  readonly overridable: readonly string[];
  /** The attributes with the address of an image. */
  readonly urls: readonly string[];
  /** Returns a valid value of each required attribute. It takes the place of an expression that has no value yet. */
  readonly standIns: () => ReadonlyMap<string, unknown>;
  /** Returns the schema of the attributes in a request. Each attribute can be absent, and none has a default. */
  readonly overrideSchema: () => z.ZodObject;
}

/** Layer types by name. `LayerInput` and `BackgroundInput` are the types of what an author writes. */
export interface LayerRegistry<LayerInput = unknown, BackgroundInput = unknown> {
  /** In the order of the documentation. */
  readonly all: readonly RegisteredLayer[];
  readonly layerSchema: z.ZodType<Layer, LayerInput>;
  readonly backgroundSchemas: readonly z.ZodType<LayerBackground, BackgroundInput>[];
  /** Returns the type that a value names, or undefined. Use it for unchecked documents. */
  readonly find: (type: unknown) => RegisteredLayer | undefined;
  /** Returns the type of a checked layer. */
  readonly get: (type: string) => RegisteredLayer;
}

/** Creates a registry of layer types. Their names must differ. */
export function createLayerRegistry<const Definition extends LayerDefinition>(
  definitions: readonly Definition[],
): LayerRegistry<LayerInputOf<Definition>, BackgroundInputOf<Definition>> {
  const childrenSchema: z.ZodType<readonly Layer[]> = z.lazy(() => z.array(layerSchema).default([]));
  const all = definitions.map((definition) => register(definition, childrenSchema));
  const byType = new Map<unknown, RegisteredLayer>(all.map((layer) => [layer.definition.type, layer]));
  if (byType.size < all.length) throw new Error("Two layer types have the same name.");
  const [first, ...others] = all.map(({ schema }) => schema);
  if (first === undefined) throw new Error("A registry has at least one layer type.");
  // Zod cannot infer the types of a list of schemas whose length it does not know. `LayerInputOf` derives the same types
  // from the same definitions.
  const layerSchema = z.discriminatedUnion("type", [first, ...others]) as unknown as z.ZodType<
    Layer,
    LayerInputOf<Definition>
  >;
  return {
    all,
    layerSchema,
    backgroundSchemas: definitions.flatMap(backgroundSchemasOf),
    find: (type) => byType.get(type),
    get: (type) => {
      const layer = byType.get(type);
      if (layer === undefined) throw new Error(`There is no layer type ${JSON.stringify(type)}.`);
      return layer;
    },
  };
}

function register(definition: LayerDefinition, childrenSchema: z.ZodType): RegisteredLayer {
  const attributes: Attributes = {
    ...definition.attributes,
    ...(definition.hasChildren && {
      children: documentAttribute(childrenSchema.describe("The layers inside, in paint order")),
    }),
  };
  const overrides = Object.entries(attributes).flatMap(([name, { override }]) =>
    override === undefined ? [] : [{ name, ...override }],
  );
  let overrideSchema: z.ZodObject | undefined;
  let standIns: ReadonlyMap<string, unknown> | undefined;
  return {
    definition: { ...definition, attributes },
    schema: closedObject(shapeOf(attributes)),
    overridable: overrides.map(({ name }) => name),
    urls: overrides.filter(({ kind }) => kind === "url").map(({ name }) => name),
    standIns: () => (standIns ??= standInsOf(attributes)),
    // The schema is created once. Zod compiles it at its first use, which takes a hundred times as long as a later use.
    overrideSchema: () =>
      (overrideSchema ??= closedObject(
        Object.fromEntries(overrides.map(({ name, schema }) => [name, schema.optional()] as const)),
      )),
  };
}

/** One of these values is valid for each attribute that can be an expression and has no default. */
const POSSIBLE_VALUES: readonly unknown[] = [1, "#000000", true];

function standInsOf(attributes: Attributes): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(attributes).flatMap(([name, { schema }]) => {
      if (schema.safeParse(undefined).success) return [];
      const value = POSSIBLE_VALUES.find((possible) => schema.safeParse(possible).success);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function backgroundSchemasOf<Definition extends LayerDefinition>({
  type,
  background,
}: Definition): z.ZodType<LayerBackground, BackgroundInputOf<Definition>>[] {
  if (background === undefined) return [];
  const shape = shapeOf({ type: documentAttribute(z.literal(type)), ...background.attributes });
  // `BackgroundInputOf` derives the same types from the same definition.
  return [closedObject(shape) as unknown as z.ZodType<LayerBackground, BackgroundInputOf<Definition>>];
}

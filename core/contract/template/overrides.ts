/** What a request may change of a document, and whether it does so rightly. */
import type * as z from "zod";
import { type Issue } from "../errors.js";
import { ATTRIBUTES, type AttributeName, isAttributeName } from "./attributes.js";
import { closedObject } from "./closed-object.js";
import { familiesOf, unknownFamily } from "./document-fonts.js";
import { type TemplateDocument } from "./document.js";
import { allLayers, expandLayers, type LayerOverrides, type Overrides, type VariableValues } from "./expand-layers.js";
import { issuesOf, sentenceFor } from "../issues.js";
import { type Layer, LAYER_SCHEMAS, type LayerType } from "./layers.js";
import { didYouMean, MAX_HINTS, quote } from "../suggest.js";
import { valueIssues } from "./variables.js";

export type { LayerOverrides, Overrides, VariableValues } from "./expand-layers.js";

/** A layer that requests may override, and its attributes. */
export interface OverridableLayer {
  readonly name: string;
  readonly layer: Layer;
  readonly attributes: readonly AttributeName[];
}

/** Faults that one answer lists at most: more of them help nobody. */
export const MAX_ISSUES = 100;

/** The attributes that a request may set on a layer of a type. */
export function attributesOfType(type: LayerType): AttributeName[] {
  return Object.keys(LAYER_SCHEMAS[type].shape).filter(isAttributeName);
}

/** The layers that requests may override: those with a name, groups before what is inside of them. */
export function overridesOf(document: TemplateDocument): OverridableLayer[] {
  return allLayers(document.layers).flatMap((layer) =>
    layer.name === undefined ? [] : [{ name: layer.name, layer, attributes: attributesOfType(layer.type) }],
  );
}

/** The names that more than one layer bears, each once. */
export function duplicateLayerNames(document: TemplateDocument): string[] {
  const names = overridesOf(document).map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Every fault of a request's layers and variables, under paths like `layers.title.color` or `variables.items[3].price`. */
export function checkOverrides(document: TemplateDocument, overrides: Overrides): Issue[] {
  const issues = [
    ...layerIssues(document, overrides.layers ?? {}),
    ...variableIssues(document, overrides.variables ?? {}),
  ];
  // What values add up to is only known of right ones.
  return (issues.length > 0 ? issues : expandLayers(document, overrides).issues).slice(0, MAX_ISSUES);
}

/** The attributes of a layer type as a request gives them: each may be absent, none has a default. */
export function overrideSchemaOf(type: LayerType): z.ZodObject {
  const known = overrideSchemas.get(type);
  if (known !== undefined) return known;
  const shape = attributesOfType(type).map((name) => [name, ATTRIBUTES[name].schema.optional()] as const);
  const schema = closedObject(Object.fromEntries(shape));
  overrideSchemas.set(type, schema);
  return schema;
}

/** A schema is compiled at its first use, which takes a hundred times as long as any later one. */
const overrideSchemas = new Map<LayerType, z.ZodObject>();

function layerIssues(document: TemplateDocument, layers: LayerOverrides): Issue[] {
  const overridable = overridesOf(document);
  const names = overridable.map(({ name }) => name);
  const families = familiesOf(document);
  let unknown = 0;
  return Object.entries(layers).flatMap(([name, attributes]) => {
    const target = overridable.find((candidate) => candidate.name === name);
    if (target === undefined) return [unknownName("layers", "layer", name, names, unknown++)];
    const parsed = overrideSchemaOf(target.layer.type).safeParse(attributes, { error: sentenceFor });
    if (!parsed.success) return issuesOf(parsed.error, ["layers", name]);
    const family = parsed.data["font_family"];
    if (typeof family !== "string" || families.includes(family)) return [];
    const message = unknownFamily(family, families, unknown++ < MAX_HINTS);
    return [{ path: `layers.${name}.font_family`, message }];
  });
}

function variableIssues(document: TemplateDocument, variables: VariableValues): Issue[] {
  const names = document.variables.map(({ name }) => name);
  let unknown = 0;
  return Object.entries(variables).flatMap(([name, value]) => {
    const variable = document.variables.find((candidate) => candidate.name === name);
    if (variable === undefined) return [unknownName("variables", "variable", name, names, unknown++)];
    return valueIssues(variable, value, `variables.${name}`);
  });
}

function unknownName(list: string, noun: string, name: string, known: readonly string[], before: number): Issue {
  const hint = before < MAX_HINTS ? didYouMean(name, known) : "";
  const listing = known.length === 0 ? ` It has no ${noun}s to override.` : ` Known: ${known.slice(0, 30).join(", ")}.`;
  return {
    path: `${list}.${name}`,
    message: `There is no ${noun} ${quote(name)} in this template.${hint === "" ? listing : hint}`,
  };
}

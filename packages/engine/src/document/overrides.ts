/** The parts of a document that a request can change, and the check of a request's changes. */
import type { Issue } from "../issues/issue.js";
import { issuesOf, PARSE_PARAMS } from "../issues/issues.js";
import { didYouMean, Hints, MAX_HINTS, quote } from "../suggestions/suggest.js";
import type { Layer } from "./layer-types/define-layer.js";
import { familiesOf, unknownFamily } from "./attributes/document-fonts.js";
import { namedFamilies } from "./layer-types/named-families.js";
import type { TemplateDocument } from "./document.js";
import { allLayers, expandLayers, type LayerOverrides, type Overrides, type VariableValues } from "./expand-layers.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { sourceSizeIssue } from "./source-sizes.js";
import { missingVariables, valueIssues } from "./attributes/variable-values.js";

export type { LayerOverrides, Overrides, VariableValues } from "./expand-layers.js";

/** A layer that requests can override, and the names of its attributes. */
export interface OverridableLayer {
  readonly name: string;
  readonly layer: Layer;
  readonly attributes: readonly string[];
}

/** The maximum number of issues in one response. More issues would not help an author. */
export const MAX_ISSUES = 100;

/** Returns the layers that requests can override: those with a name. A group comes before the layers inside it. */
export function overridesOf(document: TemplateDocument, registry: LayerRegistry = LAYERS): OverridableLayer[] {
  return allLayers(document.layers).flatMap((layer) =>
    layer.name === undefined ? [] : [{ name: layer.name, layer, attributes: registry.get(layer.type).overridable }],
  );
}

/** Returns the names that several layers have, each once. */
export function duplicateLayerNames(document: TemplateDocument): string[] {
  const names = allLayers(document.layers).flatMap(({ name }) => name ?? []);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/**
 * Returns the issues of a request's layers and variables, with paths such as `layers.title.color` or
 * `variables.items[3].price`.
 */
export function checkOverrides(
  document: TemplateDocument,
  overrides: Overrides,
  registry: LayerRegistry = LAYERS,
): Issue[] {
  const issues = [
    ...layerIssues(document, overrides.layers ?? {}, registry),
    ...variableIssues(document, overrides.variables ?? {}),
  ];
  // The values can be expanded only if each of them is valid.
  return (issues.length > 0 ? issues : expandLayers(document, overrides, registry).issues).slice(0, MAX_ISSUES);
}

/**
 * Returns an issue for each required variable that a request does not set. An unsaved document needs none, so
 * `checkOverrides` does not report them.
 */
export function checkRequired(document: TemplateDocument, { variables = {} }: Overrides): Issue[] {
  return missingVariables(document.variables, variables).slice(0, MAX_ISSUES);
}

function layerIssues(document: TemplateDocument, layers: LayerOverrides, registry: LayerRegistry): Issue[] {
  const tooMuch = sourceSizeIssue(Object.values(layers), false);
  if (tooMuch !== undefined) return [{ path: "layers", message: tooMuch }];
  const overridable = overridesOf(document, registry);
  const names = overridable.map(({ name }) => name);
  const families = familiesOf(document);
  let unknown = 0;
  return Object.entries(layers).flatMap(([name, attributes]) => {
    const target = overridable.find((candidate) => candidate.name === name);
    if (target === undefined) return [unknownName("layers", "layer", name, names, unknown++)];
    const { overrideSchema, definition } = registry.get(target.layer.type);
    const parsed = overrideSchema().safeParse(attributes, PARSE_PARAMS);
    if (!parsed.success) return issuesOf(parsed.error, ["layers", name]);
    const given = (key: string) => (typeof parsed.data[key] === "string" ? parsed.data[key] : undefined);
    return namedFamilies(definition, given, false).flatMap(({ family, attribute, place, list }) => {
      if (list.some((name) => families.includes(name))) return [];
      return [
        {
          path: `layers.${name}.${attribute}`,
          message: place + unknownFamily(family, families, unknown++ < MAX_HINTS),
        },
      ];
    });
  });
}

function variableIssues(document: TemplateDocument, variables: VariableValues): Issue[] {
  const names = document.variables.map(({ name }) => name);
  const hints = new Hints();
  let unknown = 0;
  return Object.entries(variables).flatMap(([name, value]) => {
    const variable = document.variables.find((candidate) => candidate.name === name);
    if (variable === undefined) return [unknownName("variables", "variable", name, names, unknown++)];
    return valueIssues(variable, value, `variables.${name}`, hints);
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

/** Finds the issues between the parts of a document: duplicate and unknown names, and impossible layouts. */
import type { Issue } from "../issues/issue.js";
import { formatPath } from "../issues/issues.js";
import { Hints, MAX_HINTS, quote } from "../suggestions/suggest.js";
import { sizeIssues } from "./document-size.js";
import { familiesOf, fontFamilySchema, unknownFamily } from "./attributes/document-fonts.js";
import { namedFamilies } from "./layer-types/named-families.js";
import { backgroundExpressionIssues, expressionIssues } from "./check-bound.js";
import { hasExpressions } from "./edition.js";
import { expressionIn } from "./binding/bound-attributes.js";
import { conditionIssue } from "./expression/check-expression.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { type Outline, type OutlineLayer, type Raw, textOf } from "./outline.js";
import { type ListFields, textIssues } from "./text-template/check-text.js";
import { type Names, type ScalarType, scalarTypeOf, type ValueType, valueTypeOf } from "./attributes/values.js";
import { type TemplateVariable, variableSchema } from "./attributes/variables.js";
import { variableIssues } from "./check-variable.js";

/** Returns every issue between the parts of an outlined document. */
export function checkParts(outline: Outline, registry: LayerRegistry): Issue[] {
  const known = knownNames(outline, registry);
  return [
    ...sizeIssues(outline.raw),
    ...duplicateNames(outline.variables, ["variables"], "name"),
    ...outline.variables.flatMap((raw, index) => variableIssues(raw, index)),
    ...outline.variables.flatMap((raw, index) => duplicateFields(raw, index)),
    ...duplicateIds(outline.layers),
    ...duplicateFonts(outline.fonts),
    ...familyIssues(outline, registry),
    ...backgroundIssues(outline.raw, known),
    ...outline.layers.flatMap((layer) => layerIssues(layer, known)),
  ];
}

interface Known {
  /** Whether attributes can be expressions. */
  readonly hasExpressions: boolean;
  readonly variables: ReadonlyMap<string, ValueType>;
  readonly lists: ListFields;
  /** The choices of variables, and of fields by `list.field`. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  readonly hints: Hints;
  readonly layers: ReadonlySet<string>;
  readonly registry: LayerRegistry;
  /** The attributes of all layer types that can contain placeholders. */
  readonly templated: readonly string[];
}

function knownNames({ raw, variables, layers }: Outline, registry: LayerRegistry): Known {
  const parsed = variables.map((raw) => variableSchema.safeParse(raw).data ?? fallbackVariable(raw));
  return {
    variables: new Map(parsed.map(({ name, type }) => [name, valueTypeOf(type)])),
    lists: new Map(
      parsed.flatMap((variable) => (variable.type === "list" ? [[variable.name, fieldsOf(variable)]] : [])),
    ),
    choices: new Map(parsed.flatMap((variable) => choicesOf(variable))),
    hints: new Hints(),
    hasExpressions: hasExpressions(raw["edition"]),
    layers: new Set(layers.flatMap(({ raw }) => textOf(raw, "name") ?? [])),
    registry,
    templated: [...new Set(registry.all.flatMap(({ definition }) => [...definition.placeholders.keys()]))],
  };
}

/** Replaces a variable that has an issue with one of the stated type, so that its uses do not cause further issues. */
function fallbackVariable(raw: Raw): TemplateVariable {
  const name = textOf(raw, "name") ?? "";
  switch (raw["type"]) {
    case "number":
      return { name, type: "number", default: 0 };
    case "boolean":
      return { name, type: "boolean", default: false };
    case "list":
      return { name, type: "list", fields: [], max_items: 1, default: [] };
    default:
      return { name, type: "string", default: "" };
  }
}

function fieldsOf(variable: TemplateVariable & { type: "list" }): Map<string, ScalarType> {
  return new Map(variable.fields.map(({ name, type }) => [name, scalarTypeOf(type)]));
}

function choicesOf(variable: TemplateVariable, prefix = ""): (readonly [string, readonly string[]])[] {
  if (variable.type === "list") return variable.fields.flatMap((field) => choicesOf(field, `${variable.name}.`));
  return variable.type === "enum" ? [[`${prefix}${variable.name}`, variable.choices]] : [];
}

function duplicateNames(entries: readonly Raw[], path: readonly PropertyKey[], key: string): Issue[] {
  const seen = new Set<string>();
  return entries.flatMap((raw, index) => duplicateIssue(textOf(raw, key), seen, [...path, index, key]));
}

function duplicateIds(layers: readonly OutlineLayer[]): Issue[] {
  const seen = new Set<string>();
  return layers.flatMap(({ raw, path }) => duplicateIssue(textOf(raw, "id"), seen, [...path, "id"]));
}

function duplicateIssue(name: string | undefined, seen: Set<string>, path: readonly PropertyKey[]): Issue[] {
  if (name === undefined || name === "") return [];
  const isDuplicate = seen.has(name);
  seen.add(name);
  const message = `An earlier entry already has the ${String(path.at(-1))} ${quote(name)}.`;
  return isDuplicate ? [{ path: formatPath(path), message }] : [];
}

/** Finds files that are listed twice. Different files of one face are not a mistake: they can be Unicode subsets. */
function duplicateFonts(fonts: readonly Raw[]): Issue[] {
  const seen = new Set<string>();
  return fonts.flatMap(({ family, src, weight = 400, style = "normal" }, index) => {
    const key = JSON.stringify([family, src, weight, style]);
    const isDuplicate = family !== undefined && src !== undefined && seen.has(key);
    seen.add(key);
    return isDuplicate ? [{ path: formatPath(["fonts", index]), message: "An earlier entry is the same." }] : [];
  });
}

/** Reports font families that are neither built in nor part of the document. */
function familyIssues({ fonts, layers }: Outline, registry: LayerRegistry): Issue[] {
  const known = familiesOf({ fonts: fonts.map((raw) => ({ family: textOf(raw, "family") ?? "" })) }).filter(Boolean);
  const names = new Set(known);
  let unknown = 0;
  return layers.flatMap(({ raw, path }) => {
    const definition = registry.find(raw["type"])?.definition;
    const named = namedFamilies(
      definition,
      (key) => textOf(raw, key),
      true,
      (key) => raw[key],
    );
    return named.flatMap(({ family, attribute, place, list }) => {
      // The schema of the attribute reports a text that cannot be a name at all.
      if (list.some((name) => names.has(name)) || (place === "" && !fontFamilySchema.safeParse(family).success))
        return [];
      const message = place + unknownFamily(family, known, unknown++ < MAX_HINTS);
      return [{ path: `${formatPath(path)}.${attribute}`, message }];
    });
  });
}

function duplicateFields(raw: Raw, index: number): Issue[] {
  const variable = variableSchema.safeParse(raw).data;
  if (variable?.type !== "list") return [];
  const fields = variable.fields.map(({ name }) => ({ name }));
  return duplicateNames(fields, ["variables", index, "fields"], "name");
}

function backgroundIssues({ background }: Raw, known: Known): Issue[] {
  const { variables, lists, choices, layers, hints } = known;
  const names = { variables, items: new Map(), lists, choices, layers, hints };
  const ofExpressions = known.hasExpressions ? backgroundExpressionIssues(background, names, known.registry) : [];
  if (typeof background !== "object" || background === null) return ofExpressions;
  const ofPlaceholders = known.registry.all.flatMap(({ definition }) =>
    [...definition.placeholders.keys()]
      .filter((key) => Object.hasOwn(definition.background?.attributes ?? {}, key))
      .flatMap((key) => placeholderIssues(background as Raw, key, ["background"], names, known)),
  );
  return [...ofPlaceholders, ...ofExpressions];
}

function layerIssues(layer: OutlineLayer, known: Known): Issue[] {
  const { raw, path } = layer;
  const { variables, lists, layers, hints } = known;
  const choices = choicesAround(layer, known);
  const names: Names = { variables, items: itemsAround(layer, known), lists, choices, layers, hints };
  const at = (key: string, message: string): Issue => ({ path: formatPath([...path, key]), message });
  const condition = textOf(raw, "visible_if");
  const issueOfCondition = condition === undefined ? undefined : conditionIssue(condition, names);
  return [
    ...known.templated.flatMap((key) => placeholderIssues(raw, key, path, names, known)),
    ...(issueOfCondition === undefined ? [] : [at("visible_if", issueOfCondition)]),
    ...(known.hasExpressions ? expressionIssues(layer, names, known.registry) : []),
    ...fillIssues(layer).map(([key, message]) => at(key, message)),
    ...repeatIssues(layer, names, known).map(([key, message]) => at(key, message)),
  ];
}

function placeholderIssues(
  raw: Raw,
  key: string,
  path: readonly PropertyKey[],
  names: Names,
  { lists, registry, hasExpressions: canCompute }: Known,
): Issue[] {
  const filler = registry.find(raw["type"])?.definition.placeholders.get(key);
  const messages = textIssues(textOf(raw, key) ?? "", names, lists, canCompute && filler?.computes === true);
  return messages.map((message) => ({ path: formatPath([...path, key]), message }));
}

const itemName = (raw: Raw) => textOf(raw, "repeat_as") ?? "item";

/** Returns the items of the repeats around a layer, each with the fields of its list. */
function itemsAround({ groups }: OutlineLayer, { lists }: Known): Map<string, ReadonlyMap<string, ScalarType>> {
  return new Map(
    groups.flatMap(({ raw }) => {
      const list = textOf(raw, "repeat");
      return list === undefined ? [] : [[itemName(raw), lists.get(list) ?? new Map<string, ScalarType>()] as const];
    }),
  );
}

/** Returns the choices of variables, and of the fields of the items around a layer by `item.field`. */
function choicesAround({ groups }: OutlineLayer, { choices, lists }: Known): Known["choices"] {
  const ofItems = groups.flatMap(({ raw }) => {
    const list = textOf(raw, "repeat") ?? "";
    return [...(lists.get(list)?.keys() ?? [])].flatMap((field) => {
      const found = choices.get(`${list}.${field}`);
      return found === undefined ? [] : [[`${itemName(raw)}.${field}`, found] as const];
    });
  });
  return ofItems.length === 0 ? choices : new Map([...choices, ...ofItems]);
}

function repeatIssues({ raw }: OutlineLayer, { items }: Names, known: Known): [string, string][] {
  const { registry, variables, lists, hints } = known;
  const list = textOf(raw, "repeat");
  if (registry.find(raw["type"])?.definition.hasChildren !== true || list === undefined) return [];
  const issues: [string, string][] = [];
  if (!lists.has(list)) {
    const hint = hints.didYouMean(list, lists.keys());
    const reason = variables.has(list)
      ? `The variable ${quote(list)} is not a list.`
      : `There is no list variable ${quote(list)}.`;
    issues.push(["repeat", reason + hint]);
  }
  if (raw["layout"] !== "row" && raw["layout"] !== "column" && !hasPlacesByExpression(raw)) {
    const way = 'Or place each copy by an expression, such as "x": "{{ index * 40 }}".';
    const message = `A group that repeats must have the layout row or column; otherwise its copies overlap. ${way}`;
    issues.push(["layout", message]);
  }
  const name = itemName(raw);
  if (variables.has(name)) issues.push(["repeat_as", `There is already a variable ${quote(name)}.`]);
  if (items.has(name)) issues.push(["repeat_as", `A group around already repeats with the name ${quote(name)}.`]);
  return issues;
}

/** Returns whether the copies of a group can have different places, because an expression gives a layer its place. */
function hasPlacesByExpression({ layout, children }: Raw): boolean {
  if (expressionIn(layout) !== undefined) return true;
  const places = ["x", "y", "rotation"];
  return (
    Array.isArray(children) &&
    children.some((child: Raw | null) => places.some((key) => expressionIn(child?.[key]) !== undefined))
  );
}

/** Reports a layer that fills a group whose size depends on that layer. */
function fillIssues({ raw, groups }: OutlineLayer): [string, string][] {
  const parent = groups.at(-1)?.raw;
  if (parent === undefined) return [];
  return (["width", "height"] as const).flatMap((side): [string, string][] => {
    const hugs = parent[side] === undefined || parent[side] === "hug";
    const isAcross = parent["layout"] === (side === "width" ? "column" : "row");
    if (raw[side] !== "fill" || !hugs || isAcross) return [];
    return [[side, `It cannot fill a group that hugs its content; give the group a ${side}.`]];
  });
}

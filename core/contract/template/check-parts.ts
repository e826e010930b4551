/** The faults between the parts of a document: names that two share or none has, and layouts that can't be. */
import { type Issue } from "../errors.js";
import { formatPath } from "../issues.js";
import { didYouMean, MAX_HINTS, quote } from "../suggest.js";
import { MAX_PICTURE_PIXELS } from "./document.js";
import { familiesOf, fontFamilySchema, unknownFamily } from "./document-fonts.js";
import { TEMPLATED_KEYS } from "./expand-layers.js";
import { expressionIssue } from "./expression/check-expression.js";
import { type Outline, type OutlineLayer, type Raw, textOf } from "./outline.js";
import { type ListFields, textIssues } from "./text-template/check-text.js";
import { type Names, type ScalarType, type ValueType } from "./values.js";
import { type TemplateVariable, valueIssues, variableSchema } from "./variables.js";

/** Every fault between the parts of an outlined document. */
export function checkParts(outline: Outline): Issue[] {
  const known = knownNames(outline);
  return [
    ...sizeIssues(outline.raw),
    ...takenNames(outline.variables, ["variables"], "name"),
    ...outline.variables.flatMap((raw, index) => defaultIssues(raw, index)),
    ...takenIds(outline.layers),
    ...takenFonts(outline.fonts),
    ...familyIssues(outline),
    ...backgroundIssues(outline.raw, known),
    ...outline.layers.flatMap((layer) => layerIssues(layer, known)),
  ];
}

interface Known {
  readonly variables: ReadonlyMap<string, ValueType>;
  readonly lists: ListFields;
  readonly layers: ReadonlySet<string>;
}

function knownNames({ variables, layers }: Outline): Known {
  const parsed = variables.map((raw) => variableSchema.safeParse(raw).data ?? guessed(raw));
  return {
    variables: new Map(parsed.map(({ name, type }) => [name, type])),
    lists: new Map(
      parsed.flatMap((variable) => (variable.type === "list" ? [[variable.name, fieldsOf(variable)]] : [])),
    ),
    layers: new Set(layers.flatMap(({ raw }) => textOf(raw, "name") ?? [])),
  };
}

/** A variable with a fault is taken for what it says it is, so that its uses are not faults too. */
function guessed(raw: Raw): TemplateVariable {
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
  return new Map(variable.fields.map(({ name, type }) => [name, type]));
}

function sizeIssues(raw: Raw): Issue[] {
  const [width, height] = [raw["width"], raw["height"]];
  if (typeof width !== "number" || typeof height !== "number" || !(width * height > MAX_PICTURE_PIXELS)) return [];
  return [{ path: "width", message: `Width times height must be at most ${MAX_PICTURE_PIXELS / 1e6} megapixels.` }];
}

function takenNames(entries: readonly Raw[], path: readonly PropertyKey[], key: string): Issue[] {
  const seen = new Set<string>();
  return entries.flatMap((raw, index) => takenIssue(textOf(raw, key), seen, [...path, index, key]));
}

function takenIds(layers: readonly OutlineLayer[]): Issue[] {
  const seen = new Set<string>();
  return layers.flatMap(({ raw, path }) => takenIssue(textOf(raw, "id"), seen, [...path, "id"]));
}

function takenIssue(name: string | undefined, seen: Set<string>, path: readonly PropertyKey[]): Issue[] {
  if (name === undefined || name === "") return [];
  const isTaken = seen.has(name);
  seen.add(name);
  const message = `The ${String(path.at(-1))} ${quote(name)} is taken by an earlier entry.`;
  return isTaken ? [{ path: formatPath(path), message }] : [];
}

/** Files of one face add to one another, as those of Unicode subsets do; the same file twice is a slip. */
function takenFonts(fonts: readonly Raw[]): Issue[] {
  const seen = new Set<string>();
  return fonts.flatMap(({ family, src, weight = 400, style = "normal" }, index) => {
    const key = JSON.stringify([family, src, weight, style]);
    const isTaken = family !== undefined && src !== undefined && seen.has(key);
    seen.add(key);
    return isTaken ? [{ path: formatPath(["fonts", index]), message: "An earlier entry says the same." }] : [];
  });
}

/** Texts in families that are neither built in nor the document's own. */
function familyIssues({ fonts, layers }: Outline): Issue[] {
  const known = familiesOf({ fonts: fonts.map((raw) => ({ family: textOf(raw, "family") ?? "" })) }).filter(Boolean);
  const names = new Set(known);
  let unknown = 0;
  return layers.flatMap(({ raw, path }) => {
    const family = raw["type"] === "text" ? textOf(raw, "font_family") : undefined;
    if (family === undefined || names.has(family) || !fontFamilySchema.safeParse(family).success) return [];
    return [
      { path: formatPath([...path, "font_family"]), message: unknownFamily(family, known, unknown++ < MAX_HINTS) },
    ];
  });
}

function defaultIssues(raw: Raw, index: number): Issue[] {
  const variable = variableSchema.safeParse(raw).data;
  if (variable === undefined) return [];
  const own = valueIssues(variable, variable.default, formatPath(["variables", index, "default"]));
  if (variable.type !== "list") return own;
  const fields = variable.fields.map(({ name }) => ({ name }));
  return [...own, ...takenNames(fields, ["variables", index, "fields"], "name")];
}

function backgroundIssues({ background }: Raw, known: Known): Issue[] {
  if (typeof background !== "object" || background === null) return [];
  const text = textOf(background as Raw, "image_url") ?? "";
  const names = { variables: known.variables, items: new Map(), layers: known.layers };
  return textIssues(text, names, known.lists).map((message) => ({ path: "background.image_url", message }));
}

function layerIssues(layer: OutlineLayer, known: Known): Issue[] {
  const { raw, path } = layer;
  const names: Names = { variables: known.variables, items: itemsAround(layer, known), layers: known.layers };
  const at = (key: string, message: string): Issue => ({ path: formatPath([...path, key]), message });
  const condition = textOf(raw, "visible_if");
  const conditionFault = condition === undefined ? undefined : expressionIssue(condition, names);
  return [
    ...TEMPLATED_KEYS.flatMap((key) =>
      textIssues(textOf(raw, key) ?? "", names, known.lists).map((message) => at(key, message)),
    ),
    ...(conditionFault === undefined ? [] : [at("visible_if", conditionFault)]),
    ...fillIssues(layer).map(([key, message]) => at(key, message)),
    ...repeatIssues(layer, names, known).map(([key, message]) => at(key, message)),
  ];
}

const itemName = (raw: Raw) => textOf(raw, "repeat_as") ?? "item";

/** The items of the repeats around a layer, each with the fields of its list. */
function itemsAround({ groups }: OutlineLayer, { lists }: Known): Map<string, ReadonlyMap<string, ScalarType>> {
  return new Map(
    groups.flatMap(({ raw }) => {
      const list = textOf(raw, "repeat");
      return list === undefined ? [] : [[itemName(raw), lists.get(list) ?? new Map<string, ScalarType>()] as const];
    }),
  );
}

function repeatIssues({ raw }: OutlineLayer, { items }: Names, { variables, lists }: Known): [string, string][] {
  const list = textOf(raw, "repeat");
  if (raw["type"] !== "group" || list === undefined) return [];
  const issues: [string, string][] = [];
  if (!lists.has(list)) {
    const hint = didYouMean(list, lists.keys());
    const reason = variables.has(list)
      ? `The variable ${quote(list)} is no list.`
      : `There is no list variable ${quote(list)}.`;
    issues.push(["repeat", reason + hint]);
  }
  if (raw["layout"] !== "row" && raw["layout"] !== "column") {
    issues.push([
      "layout",
      "A group that repeats must have the layout row or column, else its copies lie on each other.",
    ]);
  }
  const name = itemName(raw);
  if (variables.has(name)) issues.push(["repeat_as", `There is a variable ${quote(name)} already.`]);
  if (items.has(name)) issues.push(["repeat_as", `A group around repeats with the name ${quote(name)} already.`]);
  return issues;
}

/** A layer can't fill what is only as long as the layer makes it. */
function fillIssues({ raw, groups }: OutlineLayer): [string, string][] {
  const parent = groups.at(-1)?.raw;
  if (parent === undefined) return [];
  return (["width", "height"] as const).flatMap((side): [string, string][] => {
    const hugs = parent[side] === undefined || parent[side] === "hug";
    const isAcross = parent["layout"] === (side === "width" ? "column" : "row");
    if (raw[side] !== "fill" || !hugs || isAcross) return [];
    return [[side, `It can't fill a group that hugs what is inside; give the group a ${side}.`]];
  });
}

/** Sets of values that a document is tried with: generated ones, and those that people keep. */
import type { EditedDocument, EditedLayer } from "../document/edited-document.js";
import { allLayers } from "../document/layer-tree.js";
import { type EditedVariable, variablesOf } from "../document/variables.js";
import { type SampleKind, sampleText } from "./sample-texts.js";

/** Values in place of the defaults and of the texts of layers, as a request has them. */
export interface SampleValues {
  readonly variables: Readonly<Record<string, unknown>>;
  /** By the name of the layer. */
  readonly layers: Readonly<Record<string, { readonly text: string }>>;
}

export interface SampleSet extends SampleValues {
  readonly id: string;
  readonly name: string;
}

/** Returns a set of generated values for everything that a request can write into a document. */
export function generatedValues(document: EditedDocument, kind: SampleKind): SampleValues {
  const variables = variablesOf(document).map((variable) => [variable.name, sampleValue(variable, kind)] as const);
  return {
    variables: Object.fromEntries(variables.filter(([, value]) => value !== undefined)),
    layers: Object.fromEntries(textLayers(document).map(({ name, text }) => [name, { text: sampleText(kind, text) }])),
  };
}

/** Returns the values that a document has by itself. They are where a new set begins. */
export function ownValues(document: EditedDocument): SampleValues {
  return {
    variables: Object.fromEntries(
      variablesOf(document).flatMap((one) => (one.default === undefined ? [] : [[one.name, one.default]])),
    ),
    layers: Object.fromEntries(textLayers(document).map(({ name, text }) => [name, { text }])),
  };
}

/** Returns the values that the document still has a place for. A set can be older than the document. */
export function valuesFor(document: EditedDocument, { variables, layers }: SampleValues): SampleValues {
  const names = new Set(variablesOf(document).map(({ name }) => name));
  const texts = new Set(textLayers(document).map(({ name }) => name));
  return {
    variables: Object.fromEntries(Object.entries(variables).filter(([name]) => names.has(name))),
    layers: Object.fromEntries(Object.entries(layers).filter(([name]) => texts.has(name))),
  };
}

/** A text that a request can replace as a whole. */
export interface TextLayer {
  readonly name: string;
  readonly text: string;
}

/** Lists the named text layers whose texts have no variables. A text with variables follows from their values. */
export function textLayers(document: EditedDocument): readonly TextLayer[] {
  return allLayers(document).flatMap(({ layer, ancestors }): readonly TextLayer[] => {
    const { name, type, text = "" } = layer;
    if (type !== "text" || name === undefined || typeof text !== "string" || text.includes("{{")) return [];
    // Copies of a repeat have the values of their items.
    return [layer, ...ancestors].some(isRepeated) ? [] : [{ name, text }];
  });
}

function isRepeated(layer: EditedLayer): boolean {
  return layer["repeat"] !== undefined;
}

/** The number of items of a long list. */
const MANY_ITEMS = 12;

/** Returns a value of a variable, or undefined if its default is as good as any other. */
function sampleValue(variable: EditedVariable, kind: SampleKind): unknown {
  const { type, default: usual } = variable;
  switch (type) {
    case "string":
      return sampleText(kind, typeof usual === "string" ? usual : "", {
        min: numberOf(variable["min_length"]) ?? (variable["required"] === true ? 1 : undefined),
        max: numberOf(variable["max_length"]),
      });
    case "number":
      return sampleNumber(variable, kind);
    case "enum":
      return byLength(variable["choices"], kind);
    case "list":
      return sampleList(variable, kind);
    case "date":
      return kind === "long" ? "2026-09-30T22:45:00Z" : undefined;
    default:
      return undefined;
  }
}

function sampleNumber(variable: EditedVariable, kind: SampleKind): number | undefined {
  const [least, most] = [numberOf(variable["min"]), numberOf(variable["max"])];
  if (kind === "long") return most ?? Math.max(1_234_567.89, least ?? 0);
  if (kind === "short") return least ?? Math.min(7, most ?? 7);
  return kind === "empty" ? Math.min(Math.max(0, least ?? 0), most ?? Infinity) : undefined;
}

function byLength(choices: unknown, kind: SampleKind): string | undefined {
  if (!Array.isArray(choices)) return undefined;
  const sorted = (choices as readonly unknown[])
    .filter((choice) => typeof choice === "string")
    .toSorted((first, second) => first.length - second.length);
  return kind === "long" ? sorted.at(-1) : kind === "short" ? sorted[0] : undefined;
}

function sampleList(variable: EditedVariable, kind: SampleKind): unknown {
  const most = numberOf(variable["max_items"]) ?? MANY_ITEMS;
  const least = numberOf(variable["min_items"]) ?? (variable["required"] === true ? 1 : 0);
  const fields = (Array.isArray(variable["fields"]) ? variable["fields"] : []) as readonly EditedVariable[];
  const item = Object.fromEntries(
    fields
      .map((field) => [field.name, sampleValue(field, kind) ?? field.default])
      .filter(([, value]) => value !== undefined),
  ) as Readonly<Record<string, unknown>>;
  const count = { long: Math.min(most, MANY_ITEMS), short: 1, empty: 0, arabic: 3, japanese: 3 }[kind];
  return Array.from({ length: Math.min(most, Math.max(least, count)) }, () => item);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

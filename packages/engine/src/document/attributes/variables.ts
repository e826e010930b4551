/** The variables of a document, and the values that a request gives them. */
import * as z from "zod";
import type { Issue } from "../../issues/issue.js";
import { parseJson } from "../../issues/parse-json.js";
import { Hints, quote } from "../../suggestions/suggest.js";
import { closedObject } from "./closed-object.js";
import type { Item, Scalar, ScalarType, Value } from "./values.js";

export const MAX_VARIABLES = 100;
/** The maximum number of objects in one list. */
export const MAX_ITEMS = 200;
const MAX_FIELDS = 50;
const MAX_STRING_LENGTH = 10_000;

/** The name of a variable, of a field, or of the item of a repeat. */
export const variableNameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
  error: "It must be 1 to 64 letters, digits or underscores, and start with a letter.",
});

const textSchema = z.string().max(MAX_STRING_LENGTH);
const string = { type: z.literal("string"), default: textSchema.default("") };
const number = { type: z.literal("number"), default: z.number().default(0) };
const boolean = { type: z.literal("boolean"), default: z.boolean().default(false) };
const name = { name: variableNameSchema };

/** A field of the objects in a list. */
export const fieldSchema = z.discriminatedUnion("type", [
  closedObject({ ...name, ...string }),
  closedObject({ ...name, ...number }),
  closedObject({ ...name, ...boolean }),
]);
export type ListField = z.infer<typeof fieldSchema>;

const listSchema = closedObject({
  ...name,
  type: z.literal("list"),
  fields: z
    .array(fieldSchema)
    .min(1)
    .max(MAX_FIELDS)
    .describe("The fields of each object, each with its type and default."),
  max_items: z.int().min(1).max(MAX_ITEMS).default(50).describe("The maximum number of objects in a request."),
  default: z
    .array(z.record(z.string(), z.union([textSchema, z.number(), z.boolean()])))
    .max(MAX_ITEMS)
    .default([]),
});
export type ListVariable = z.infer<typeof listSchema>;

export const variableSchema = z.discriminatedUnion("type", [
  closedObject({ ...name, ...string }),
  closedObject({ ...name, ...number }),
  closedObject({ ...name, ...boolean }),
  listSchema,
]);
export type TemplateVariable = z.infer<typeof variableSchema>;

const numberText = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

/** Signed URLs contain every value as text, so a text that can be converted to the type is accepted. */
const READERS: Readonly<Record<ScalarType, (value: unknown) => Scalar | undefined>> = {
  string: (value) => {
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
    if (typeof value === "boolean") return String(value);
    return typeof value === "string" && value.length <= MAX_STRING_LENGTH ? value : undefined;
  },
  number: (value) => {
    if (typeof value === "string") return numberText.test(value) ? Number(value) : undefined;
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  },
  boolean: (value) => {
    if (value === "true" || value === "false") return value === "true";
    return typeof value === "boolean" ? value : undefined;
  },
};

const NOUNS: Readonly<Record<ScalarType, string>> = {
  string: `a text of at most ${MAX_STRING_LENGTH} characters`,
  number: "a number",
  boolean: "true or false",
};

/** Returns the issues of a variable's value, with paths such as `variables.items[3].price`. */
export function valueIssues(variable: TemplateVariable, value: unknown, path: string): Issue[] {
  if (variable.type === "list") return listIssues(variable, value, path);
  if (READERS[variable.type](value) !== undefined) return [];
  return [{ path, message: `It must be ${NOUNS[variable.type]}.` }];
}

function listIssues(variable: ListVariable, value: unknown, path: string): Issue[] {
  const list = asList(value);
  if (list === undefined) return [{ path, message: "It must be a list of objects." }];
  if (list.length > variable.max_items) {
    return [{ path, message: `It must have at most ${variable.max_items} items; it has ${list.length}.` }];
  }
  const hints = new Hints();
  return list.flatMap((item, index) => itemIssues(variable, item, `${path}[${index}]`, hints));
}

function itemIssues({ fields }: ListVariable, item: unknown, path: string, hints: Hints): Issue[] {
  if (typeof item !== "object" || item === null || Array.isArray(item))
    return [{ path, message: "It must be an object." }];
  const names = fields.map((field) => field.name);
  return Object.entries(item).flatMap(([key, value]) => {
    const field = fields.find((candidate) => candidate.name === key);
    if (field === undefined) {
      const hint = hints.didYouMean(key, names);
      const message = `There is no field ${quote(key)} in this list.${hint === "" ? ` Known: ${names.join(", ")}.` : hint}`;
      return [{ path: `${path}.${key}`, message }];
    }
    if (READERS[field.type](value) !== undefined) return [];
    return [{ path: `${path}.${key}`, message: `It must be ${NOUNS[field.type]}.` }];
  });
}

/** Reads a list. Signed URLs contain a list as JSON text. */
function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== "string") return undefined;
  try {
    const parsed = parseJson(value);
    return Array.isArray(parsed) ? (parsed as readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value of each variable: the checked value of the request, or the default. */
export function readVariables(
  variables: readonly TemplateVariable[],
  given: Readonly<Record<string, unknown>>,
): Map<string, Value> {
  return new Map(
    variables.map((variable) => {
      const value = Object.hasOwn(given, variable.name) ? given[variable.name] : variable.default;
      return [variable.name, readValue(variable, value)];
    }),
  );
}

function readValue(variable: TemplateVariable, value: unknown): Value {
  if (variable.type !== "list") return READERS[variable.type](value) ?? variable.default;
  return (asList(value) ?? []).map((item) => readItem(variable, item as Readonly<Record<string, unknown>>));
}

function readItem({ fields }: ListVariable, item: Readonly<Record<string, unknown>>): Item {
  return new Map(
    fields.map((field) => {
      const value = Object.hasOwn(item, field.name) ? READERS[field.type](item[field.name]) : undefined;
      return [field.name, value ?? field.default];
    }),
  );
}

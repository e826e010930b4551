/** The values of variables, and how references in texts and conditions are resolved. */
import { type Hints, quote } from "../../suggestions/suggest.js";

export type Scalar = string | number | boolean;
/** One object of a list variable. It is a map, because a field can have any name. */
export type Item = ReadonlyMap<string, Scalar>;
export type Value = Scalar | readonly Item[];

export const SCALAR_TYPES = ["string", "number", "boolean"] as const;
export type ScalarType = (typeof SCALAR_TYPES)[number];
export const VALUE_TYPES = [...SCALAR_TYPES, "list"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** The types of variables with a single value. In placeholders and expressions, those after the first three are texts. */
export const SCALAR_VARIABLE_TYPES = [...SCALAR_TYPES, "color", "image", "date", "enum"] as const;
export const VARIABLE_TYPES = [...SCALAR_VARIABLE_TYPES, "list"] as const;

/** Returns the type of the values of a variable. */
export function valueTypeOf(type: (typeof VARIABLE_TYPES)[number]): ValueType {
  return type === "list" ? type : scalarTypeOf(type);
}

/** Returns the type of the values of a variable or a field with a single value. */
export function scalarTypeOf(type: (typeof SCALAR_VARIABLE_TYPES)[number]): ScalarType {
  return type === "number" || type === "boolean" ? type : "string";
}

/** Names of the types for messages. */
export const TYPE_NOUNS: Readonly<Record<ValueType, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  list: "a list",
};

/** The names that a condition or placeholder can use in a place of a document, with the types of their values. */
export interface Names {
  readonly variables: ReadonlyMap<string, ValueType>;
  /** The fields of each item of the surrounding repeats, by the name of the item. */
  readonly items: ReadonlyMap<string, ReadonlyMap<string, ScalarType>>;
  /** The fields of each list variable, for functions such as `sum(items.price)`. */
  readonly lists?: ReadonlyMap<string, ReadonlyMap<string, ScalarType>> | undefined;
  /** The choices of variables and fields that have them, by `name` or `item.field`. */
  readonly choices?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The layers that `empty(…)` can name, except in the expression of an attribute. */
  readonly layers: ReadonlySet<string>;
  readonly isAttribute?: boolean;
  /** The hints, which all places of a document share. */
  readonly hints: Hints;
}

/** The values that references can name in a place of a document. */
export interface Bindings {
  readonly variables: ReadonlyMap<string, Value>;
  readonly items: ReadonlyMap<string, Item>;
  /** The values of the built-in names in a copy of the innermost repeat. */
  readonly copy?: Readonly<Record<BuiltIn, number>> | undefined;
}

/** The names that have a value inside a repeat: the index of the copy, from 0, and the number of copies. */
export const BUILT_INS = ["index", "count"] as const;
type BuiltIn = (typeof BUILT_INS)[number];

/** Returns whether a name is built in. A variable or an item with that name takes precedence. */
export function isBuiltIn(name: string): name is BuiltIn {
  return (BUILT_INS as readonly string[]).includes(name);
}

/** A reference such as `title` or `item.price`. */
export interface Reference {
  readonly name: string;
  readonly field: string | undefined;
}

export type TypeOrIssue = { readonly type: ValueType } | { readonly issue: string };

/** Returns the type of a reference's value, or a sentence that says what is wrong with the reference. */
export function typeOfReference(names: Names, { name, field }: Reference): TypeOrIssue {
  const fields = names.items.get(name);
  if (fields !== undefined) return typeOfField(names, name, fields, field);
  const type = names.variables.get(name);
  if (type === undefined && field === undefined && names.items.size > 0 && isBuiltIn(name)) return { type: "number" };
  if (type === undefined) {
    const hint = names.hints.didYouMean(name, knownNamesOf(names));
    return { issue: `There is no variable ${quote(name)} in this template.${hint}` };
  }
  if (field === undefined) return { type };
  const advice = type === "list" ? " Use the fields of a list inside a group that repeats it." : "";
  return { issue: `The variable ${quote(name)} has no field ${quote(field)}.${advice}` };
}

function* knownNamesOf({ variables, items }: Names): Iterable<string> {
  yield* variables.keys();
  yield* items.keys();
}

function typeOfField(
  { hints }: Names,
  name: string,
  fields: ReadonlyMap<string, ScalarType>,
  field: string | undefined,
): TypeOrIssue {
  const known = [...fields.keys()];
  if (field === undefined) return { issue: `Name a field of ${quote(name)}: ${known.join(", ")}.` };
  const type = fields.get(field);
  if (type !== undefined) return { type };
  const hint = hints.didYouMean(field, known);
  return {
    issue: `${quote(name)} has no field ${quote(field)}.${hint === "" ? ` Known: ${known.join(", ")}.` : hint}`,
  };
}

/** Returns the value of a reference, or an empty text if there is none. A checked document has no such reference. */
export function valueOfReference(scope: Bindings, { name, field }: Reference): Value {
  const item = scope.items.get(name);
  if (item !== undefined) return field === undefined ? "" : (item.get(field) ?? "");
  return scope.variables.get(name) ?? (isBuiltIn(name) ? scope.copy?.[name] : undefined) ?? "";
}

/** Returns whether a value is a list. */
export function isList(value: Value): value is readonly Item[] {
  return typeof value === "object";
}

/** Returns whether a value is empty: a blank text or a list without items. Numbers and booleans are never empty. */
export function isEmptyValue(value: Value): boolean {
  if (isList(value)) return value.length === 0;
  return typeof value === "string" && value.trim() === "";
}

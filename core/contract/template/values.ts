/** The values that variables carry, and how names in texts and conditions find them. */
import { didYouMean, quote } from "../suggest.js";

export type Scalar = string | number | boolean;
/** One object of a list variable. A map, since a field may bear any name. */
export type Item = ReadonlyMap<string, Scalar>;
export type Value = Scalar | readonly Item[];

export type ScalarType = "string" | "number" | "boolean";
export type ValueType = ScalarType | "list";

/** Names of the types for messages. */
export const TYPE_NOUNS: Readonly<Record<ValueType, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  list: "a list",
};

/** What a condition or a placeholder may name at some place of a document: the types of what {@link Scope} holds. */
export interface Names {
  readonly variables: ReadonlyMap<string, ValueType>;
  /** The fields of the item of each repeat around, by the item's name. */
  readonly items: ReadonlyMap<string, ReadonlyMap<string, ScalarType>>;
  /** The layers whose emptiness can be asked for. */
  readonly layers: ReadonlySet<string>;
}

/** The values at some place of a document while it is resolved. */
export interface Scope {
  readonly variables: ReadonlyMap<string, Value>;
  readonly items: ReadonlyMap<string, Item>;
  /** BCP 47. */
  readonly locale: string;
  /** An IANA zone. */
  readonly timeZone: string;
}

/** A name as it is written: `title`, or `item.price`. */
export interface Reference {
  readonly name: string;
  readonly field: string | undefined;
}

export type TypeOrFault = { readonly type: ValueType } | { readonly fault: string };

/** The type of what a reference names, or the sentence that says what is wrong with it. */
export function typeOfReference(names: Names, { name, field }: Reference): TypeOrFault {
  const fields = names.items.get(name);
  if (fields !== undefined) return typeOfField(name, fields, field);
  const type = names.variables.get(name);
  if (type === undefined) {
    const known = [...names.variables.keys(), ...names.items.keys()];
    return { fault: `There is no variable ${quote(name)} in this template.${didYouMean(name, known)}` };
  }
  if (field === undefined) return { type };
  const advice = type === "list" ? " A list's fields are there inside of a group that repeats it." : "";
  return { fault: `The variable ${quote(name)} has no field ${quote(field)}.${advice}` };
}

function typeOfField(name: string, fields: ReadonlyMap<string, ScalarType>, field: string | undefined): TypeOrFault {
  const known = [...fields.keys()];
  if (field === undefined) return { fault: `Name a field of ${quote(name)}: ${known.join(", ")}.` };
  const type = fields.get(field);
  if (type !== undefined) return { type };
  const hint = didYouMean(field, known);
  return {
    fault: `${quote(name)} has no field ${quote(field)}.${hint === "" ? ` Known: ${known.join(", ")}.` : hint}`,
  };
}

/** The value of a reference; an empty text if there is none, which a checked document does not know. */
export function valueOfReference(scope: Scope, { name, field }: Reference): Value {
  const item = scope.items.get(name);
  if (item !== undefined) return field === undefined ? "" : (item.get(field) ?? "");
  return scope.variables.get(name) ?? "";
}

/** Whether a value is a list rather than a single value. */
export function isList(value: Value): value is readonly Item[] {
  return typeof value === "object";
}

/** Blank texts and lists without an item are empty; numbers, true and false never are. */
export function isEmptyValue(value: Value): boolean {
  if (isList(value)) return value.length === 0;
  return typeof value === "string" && value.trim() === "";
}

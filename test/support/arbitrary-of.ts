/** Random values that are generated from the schemas of the contract. */
import type { Arbitrary } from "fast-check";
import * as z from "zod";
import fc from "./fast-check.js";

type Json = Readonly<Record<string, unknown>>;

/** Keywords that do not restrict the values. */
const IGNORED_KEYWORDS = ["$schema", "description", "default", "title"];

/**
 * Values that match the JSON Schema of a schema, in their form before parsing. They may violate rules in `refine`.
 *
 * @throws Error for an unknown keyword, so that no part of a schema remains untested without notice
 */
export function arbitraryOf(schema: z.ZodType): Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: "input" }));
}

function fromJson(schema: Json): Arbitrary<unknown> {
  const { type, enum: values, const: value, anyOf, oneOf, ...rest } = schema;
  const others = Object.keys(rest).filter((keyword) => !IGNORED_KEYWORDS.includes(keyword));
  if (values !== undefined) return supporting([...others], ["type"], fc.constantFrom(...(values as unknown[])));
  if (value !== undefined) return supporting([...others], [], fc.constant(value));
  const branches = (anyOf ?? oneOf) as readonly Json[] | undefined;
  if (branches !== undefined) return supporting(others, [], fc.oneof(...branches.map(fromJson)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one: unknown) => fromJson({ ...schema, type: one })));
  switch (type) {
    case undefined:
      return supporting(others, [], anything());
    case "string":
      return supporting(others, ["minLength", "maxLength", "format", "pattern"], textOf(schema));
    case "integer":
    case "number":
      return supporting(others, ["minimum", "maximum", "exclusiveMinimum"], numberOf(schema));
    case "boolean":
      return supporting(others, [], fc.boolean());
    case "null":
      return supporting(others, [], fc.constant(null));
    case "array":
      return supporting(others, ["items", "minItems", "maxItems"], listOf(schema));
    case "object":
      return supporting(
        others,
        ["properties", "required", "additionalProperties", "propertyNames", "minProperties"],
        objectOf(schema),
      );
    default:
      throw new Error(`arbitraryOf does not support the type ${JSON.stringify(type)}.`);
  }
}

function supporting(
  keywords: readonly string[],
  known: readonly string[],
  made: Arbitrary<unknown>,
): Arbitrary<unknown> {
  const unsupported = keywords.filter((keyword) => !known.includes(keyword));
  if (unsupported.length > 0) throw new Error(`arbitraryOf does not support the keywords ${unsupported.join(", ")}.`);
  return made;
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Json): Arbitrary<string> {
  if (format === "uuid")
    return fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
    );
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern as string));
  if (format === "uri" || format === "uri-reference") return fc.oneof(fc.webUrl(), fc.webPath(), fc.string());
  if (format !== undefined) throw new Error(`arbitraryOf does not support the format ${JSON.stringify(format)}.`);
  return fc.string({ unit: "grapheme", minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 60) });
}

function numberOf({ type, minimum, exclusiveMinimum, maximum }: Json): Arbitrary<number> {
  const least = Number(minimum ?? exclusiveMinimum ?? -1e6);
  const bounds = { min: least, max: Math.min(Number(maximum ?? 1e6), 1e9) };
  return type === "integer" ? fc.integer(bounds) : fc.double({ ...bounds, noNaN: true });
}

function listOf({ items, minItems = 0, maxItems = 5 }: Json): Arbitrary<unknown> {
  return fc.array(fromJson((items ?? {}) as Json), {
    minLength: Number(minItems),
    maxLength: Math.min(Number(maxItems), 5),
  });
}

function objectOf({ minProperties = 0, ...schema }: Json): Arbitrary<unknown> {
  return anyObjectOf(schema).filter((made) => Object.keys(made).length >= Number(minProperties));
}

function anyObjectOf({ properties, required = [], additionalProperties, propertyNames }: Json): Arbitrary<object> {
  if (properties === undefined) {
    const keys = propertyNames === undefined ? fc.string() : (fromJson(propertyNames as Json) as Arbitrary<string>);
    return fc.dictionary(keys, fromJson((additionalProperties ?? {}) as Json), { maxKeys: 4 });
  }
  const fields = Object.entries(properties as Readonly<Record<string, Json>>);
  const made = Object.fromEntries(
    fields.map(([name, schema]) => [name, Object.hasOwn(TEXTS, name) ? textsOf(name) : fromJson(schema)]),
  );
  return fc.record(made, { requiredKeys: required as string[] });
}

/** Valid texts for properties with a rule that JSON Schema cannot express. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  locale: ["en", "de-CH", "pt-BR", "ar"],
  timeZone: ["UTC", "Europe/Zurich", "America/Sao_Paulo"],
};

function textsOf(name: string): Arbitrary<string> {
  return fc.constantFrom(...(TEXTS[name] ?? []));
}

function anything(): Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 3 });
}

/** Invalid values that are typical for faulty clients and for attackers. */
const invalid: Arbitrary<unknown> = fc.oneof(
  anything(),
  fc.constantFrom(
    null,
    "",
    -1,
    0,
    1e308,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[[]]],
    "\u0000",
    "‮\u{1F9D1}‍\u{1F680}",
    "__proto__",
  ),
  fc.constantFrom(1_000, 70_000).map((length) => "x".repeat(length)),
  fc.integer({ min: 10, max: 500 }).map(nested),
);

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** The value unchanged, with a missing, wrong, or additional field, or an unrelated value. */
export function mutationsOf(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const changed = fc
    .tuple(values, fc.nat(), fc.string(), invalid, fc.constantFrom("drop", "replace", "add", "inside"))
    .map(([value, pick, name, wrong, how]) => change(value, { pick, name, wrong, how }));
  return fc.oneof(
    { weight: 3, arbitrary: values },
    { weight: 4, arbitrary: changed },
    { weight: 1, arbitrary: invalid },
  );
}

interface Change {
  readonly pick: number;
  readonly name: string;
  readonly wrong: unknown;
  readonly how: "drop" | "replace" | "add" | "inside";
}

function change(value: unknown, how: Change): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return how.wrong;
  const entries = Object.entries(value as Json);
  const at = how.pick % Math.max(1, entries.length);
  const picked = entries[at];
  if (how.how === "add" || picked === undefined) return Object.fromEntries([...entries, [how.name, how.wrong]]);
  const others = entries.filter((_entry, index) => index !== at);
  if (how.how === "drop") return Object.fromEntries(others);
  const [name, old] = picked;
  return {
    ...Object.fromEntries(others),
    [name]: how.how === "inside" ? change(old, { ...how, how: "add" }) : how.wrong,
  };
}

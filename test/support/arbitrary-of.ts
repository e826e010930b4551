/** Random values made from the contract's own schemas, for requests that nobody would think of. */
import fc, { type Arbitrary } from "fast-check";
import * as z from "zod";

type Json = Readonly<Record<string, unknown>>;

/** Keywords that say nothing of which values there are. */
const SILENT = ["$schema", "description", "default", "title"];

/**
 * Values of the schema's shape, as they are sent; what a schema says in `refine` alone may be broken by them.
 *
 * @throws Error at a keyword that it doesn't know, so that no part of a schema goes untried unnoticed.
 */
export function arbitraryOf(schema: z.ZodType): Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: "input" }));
}

function fromJson(schema: Json): Arbitrary<unknown> {
  const { type, enum: values, const: value, anyOf, oneOf, ...rest } = schema;
  const others = Object.keys(rest).filter((keyword) => !SILENT.includes(keyword));
  if (values !== undefined) return knowing([...others], ["type"], fc.constantFrom(...(values as unknown[])));
  if (value !== undefined) return knowing([...others], [], fc.constant(value));
  const branches = (anyOf ?? oneOf) as readonly Json[] | undefined;
  if (branches !== undefined) return knowing(others, [], fc.oneof(...branches.map(fromJson)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one: unknown) => fromJson({ ...schema, type: one })));
  switch (type) {
    case undefined:
      return knowing(others, [], anything());
    case "string":
      return knowing(others, ["minLength", "maxLength", "format", "pattern"], textOf(schema));
    case "integer":
    case "number":
      return knowing(others, ["minimum", "maximum", "exclusiveMinimum"], numberOf(schema));
    case "boolean":
      return knowing(others, [], fc.boolean());
    case "null":
      return knowing(others, [], fc.constant(null));
    case "array":
      return knowing(others, ["items", "minItems", "maxItems"], listOf(schema));
    case "object":
      return knowing(others, ["properties", "required", "additionalProperties", "propertyNames"], objectOf(schema));
    default:
      throw new Error(`No values can be made of the type ${JSON.stringify(type)}.`);
  }
}

function knowing(keywords: readonly string[], known: readonly string[], made: Arbitrary<unknown>): Arbitrary<unknown> {
  const strange = keywords.filter((keyword) => !known.includes(keyword));
  if (strange.length > 0) throw new Error(`No values can be made that heed ${strange.join(", ")}.`);
  return made;
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Json): Arbitrary<string> {
  if (format === "uuid")
    return fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
    );
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern as string));
  if (format !== undefined) throw new Error(`No texts can be made of the format ${JSON.stringify(format)}.`);
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

function objectOf({ properties, required = [], additionalProperties, propertyNames }: Json): Arbitrary<unknown> {
  if (properties === undefined) {
    const keys = propertyNames === undefined ? fc.string() : (fromJson(propertyNames as Json) as Arbitrary<string>);
    return fc.dictionary(keys, fromJson((additionalProperties ?? {}) as Json), { maxKeys: 4 });
  }
  const fields = Object.entries(properties as Readonly<Record<string, Json>>);
  const made = Object.fromEntries(fields.map(([name, schema]) => [name, fromJson(schema)]));
  return fc.record(made, { requiredKeys: required as string[] });
}

function anything(): Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 3 });
}

/** Values that are wrong in the ways that programs and attackers get them wrong. */
const nasty: Arbitrary<unknown> = fc.oneof(
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

/** The value as it is, or with a field missing, of another type, or too many, or something else altogether. */
export function mutationsOf(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const changed = fc
    .tuple(values, fc.nat(), fc.string(), nasty, fc.constantFrom("drop", "replace", "add", "inside"))
    .map(([value, pick, name, wrong, how]) => change(value, { pick, name, wrong, how }));
  return fc.oneof({ weight: 3, arbitrary: values }, { weight: 4, arbitrary: changed }, { weight: 1, arbitrary: nasty });
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

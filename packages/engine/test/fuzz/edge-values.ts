/** Random values of attributes, weighted to the edges of what they allow. */
import * as z from "zod";
import type { AttributeOverride } from "../../src/document/attributes/attribute.js";
import type { RandomSource } from "../oracle/random-source.js";
import { randomText } from "./edge-texts.js";

interface NumberRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** A number within a range: a bound of the range, a tiny or huge number, or one that a template would have. */
export function edgeNumber(random: RandomSource, { from, to, step }: NumberRange): number {
  const usual = random.between(Math.max(from, -50), Math.min(to, 400));
  const value = random.pick([
    () => usual,
    () => usual,
    () => Math.round(usual),
    () => Math.round(usual),
    () => random.pick([from, to, 0, 1, 0.001, to * 0.999]),
    () => random.between(from, to),
    () => Math.sign(random.between(-1, 1)) * 10 ** random.between(-3, Math.log10(Math.max(1, to))),
  ])();
  const clamped = Math.min(to, Math.max(from, value));
  return step === 0 ? Number(clamped.toFixed(4)) : Math.round(clamped / step) * step;
}

/** A color: opaque, translucent, or none. */
export function edgeColor(random: RandomSource): string {
  const channel = () => random.whole(0, 255);
  const solid = `rgb(${channel()}, ${channel()}, ${channel()})`;
  const translucent = `rgba(${channel()}, ${channel()}, ${channel()}, ${random.between(0, 1).toFixed(2)})`;
  return random.pick([solid, solid, translucent, translucent, "transparent", "#000"]);
}

/** A gradient with few or many stops. */
export function edgeGradient(random: RandomSource): object {
  const count = random.pick([2, 2, 3, 16]);
  const stops = Array.from({ length: count }, (_, index) => ({
    color: edgeColor(random),
    position: random.chance(0.1) ? 0 : index / (count - 1),
  })).sort((one, other) => one.position - other.position);
  if (random.chance(0.6)) return { type: "linear-gradient", angle: random.whole(-360, 360), stops };
  return {
    type: "radial-gradient",
    center_x: edgeNumber(random, { from: 0, to: 1, step: 0 }),
    center_y: edgeNumber(random, { from: 0, to: 1, step: 0 }),
    radius: edgeNumber(random, { from: 0.01, to: 4, step: 0 }),
    stops,
  };
}

/** A value that an attribute allows. Images come from `images`. */
export function edgeValue(
  random: RandomSource,
  { kind, schema }: AttributeOverride,
  images: readonly string[],
): unknown {
  switch (kind) {
    case "boolean":
      return random.chance(0.5);
    case "url":
      return random.pick(["", ...images]);
    case "color":
      return schema.safeParse("auto").success && random.chance(0.1) ? "auto" : edgeColor(random);
    case "text":
      return randomText(random);
    case "string":
    case "number":
      return byJsonSchema(random, z.toJSONSchema(schema, { unrepresentable: "any" }));
  }
}

function byJsonSchema(random: RandomSource, schema: z.core.JSONSchema.BaseSchema): unknown {
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const either = schema.anyOf?.filter((option): option is z.core.JSONSchema.BaseSchema => typeof option === "object");
  // Names that a document defines itself are unknown here, so only listed names are used.
  const listed = either?.filter((option) => option.enum !== undefined);
  if (listed !== undefined && listed.length > 0) return byJsonSchema(random, random.pick(listed));
  if (either !== undefined && either.length > 0) return byJsonSchema(random, random.pick(either));
  if (schema.const !== undefined) return schema.const;
  if (schema.type === "string") return randomText(random).slice(0, 100);
  const { minimum, exclusiveMinimum, maximum, multipleOf, type } = schema;
  const from = minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum + 0.001 : -1000);
  return edgeNumber(random, { from, to: maximum ?? 1000, step: multipleOf ?? (type === "integer" ? 1 : 0) });
}

/** Replaces values of random documents by expressions, which have the same values for the defaults of the variables. */
import type { RandomSource } from "./random-source.js";

type Source = Readonly<Record<string, unknown>>;

/** The variables of the expressions. */
export const BOUND_VARIABLES = [
  { name: "n", type: "number", default: 1 },
  { name: "flag", type: "boolean", default: false },
  { name: "tint", type: "string", default: "#0ea5e9" },
  { name: "bars", type: "list", fields: [{ name: "amount", type: "number" }], default: [{ amount: 3 }, { amount: 5 }] },
] as const;

/** Values of the variables that a request can have in any document of `withExpressions`. */
export function randomVariables(random: RandomSource): Source {
  return {
    ...(random.chance(0.6) && { n: random.pick([0, 0.25, 1.5, 2]) }),
    ...(random.chance(0.6) && { flag: random.chance(0.7) }),
    ...(random.chance(0.4) && { tint: random.pick(["#e11d4880", "#000", "rgba(10, 200, 30, 0.4)"]) }),
    ...(random.chance(0.4) && {
      bars: random.pick([[], [{ amount: 8 }], [{ amount: 1 }, { amount: 2 }, { amount: 9 }]]),
    }),
  };
}

/** Attributes that can have any number that the expressions of a place give. */
const PLACES: ReadonlySet<string> = new Set(["x", "y", "shadow_x", "shadow_y"]);
/** Attributes that can be 0 and twice as large. */
const SIDES: ReadonlySet<string> = new Set(["width", "height", "rotation"]);
/** Attributes that can be any fraction of their value. */
const FRACTIONS: ReadonlySet<string> = new Set(["opacity", "border_width", "border_radius", "shadow_blur", "gap"]);
const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/;
const COLOR = /^(?:rgba?\([\d., ]+\)|#[\da-f]{3,8}|transparent)$/;

/** Returns a layer with some of its attributes, and those of its children, as expressions. */
export function withExpressions(random: RandomSource, layer: Source, probability = 0.3): Source {
  const entries = Object.entries(layer).map(([name, value]): [string, unknown] => {
    if (name === "children" && Array.isArray(value)) {
      return [name, value.map((child) => withExpressions(random, child as Source, probability))];
    }
    const isPossible = random.chance(probability);
    return [name, isPossible ? (bound(random, name, value) ?? value) : value];
  });
  return Object.fromEntries(entries);
}

/** Returns an expression for a background, or the background. */
export function boundGround(random: RandomSource, ground: unknown): unknown {
  return bound(random, "background", ground) ?? ground;
}

function bound(random: RandomSource, name: string, value: unknown): unknown {
  if (typeof value === "number" && NUMBER.test(String(value))) return boundNumber(random, name, value);
  if (typeof value === "boolean" && name === "hide") return value ? undefined : "{{ flag and n > 1 }}";
  if (typeof value === "string" && COLOR.test(value)) {
    return random.pick([`{{ flag ? tint : '${value}' }}`, `{{ n > 1 and flag ? '#0f08' : "${value}" }}`]);
  }
  return isGradient(value) ? boundGradient(random, value) : undefined;
}

function boundNumber(random: RandomSource, name: string, value: number): string | undefined {
  const fractions = [`{{ flag ? ${value} / 2 : ${value} }}`, `{{ clamp(n * ${value}, 0, ${value}) }}`];
  const sides = [`{{ ${value} * n }}`, `{{ default(${value} / (n - 1) * (n - 1), ${value}) }}`];
  const places = [`{{ ${value} + sum(bars.amount) - 8 }}`, `{{ default(min(bars.amount), 3) - 3 + ${value} }}`];
  if (PLACES.has(name)) return random.pick([...places, ...sides]);
  if (SIDES.has(name)) return random.pick(sides);
  if (FRACTIONS.has(name)) return random.pick(value > 0 ? fractions : [`{{ ${value} }}`]);
  return name === "font_size" && value >= 2 ? fractions[0] : undefined;
}

interface Gradient {
  readonly stops: readonly { readonly color: string; readonly position: number }[];
}

function isGradient(value: unknown): value is Gradient {
  return typeof value === "object" && value !== null && "stops" in value;
}

function boundGradient(random: RandomSource, gradient: Gradient): unknown {
  const [first, ...others] = gradient.stops;
  if (first === undefined) return undefined;
  const angle = "angle" in gradient && random.chance(0.5) ? { angle: "{{ n * 40 + count(bars) }}" } : {};
  return { ...gradient, ...angle, stops: [{ ...first, color: `{{ flag ? tint : '${first.color}' }}` }, ...others] };
}

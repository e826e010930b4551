/**
 * Replaces values of random documents with expressions and placeholders. For the defaults of the variables, they have
 * the same values, except that images can be others.
 */
import { MAX_STRING_LENGTH } from "../../src/document/attributes/variables.js";
import type { RandomSource } from "./random-source.js";

type Source = Readonly<Record<string, unknown>>;

/** A variable for each type, with limits. Images come from `images`, as far as a variable can have them. */
export function boundVariables(images: readonly string[]) {
  const [first = ""] = images.filter(isShort);
  return [
    { name: "n", type: "number", min: -1, max: 2, default: 1 },
    { name: "flag", type: "boolean", default: false },
    { name: "tint", type: "color", default: "#0ea5e9" },
    { name: "mood", type: "enum", choices: ["plain", "loud"] },
    { name: "day", type: "date" },
    { name: "photo", type: "image", default: first, fallback: first },
    {
      name: "bars",
      type: "list",
      fields: [
        { name: "amount", type: "number", min: 0 },
        { name: "tone", type: "color", default: "#0ea5e9" },
        { name: "face", type: "image", fallback: first },
      ],
      default: [{ amount: 3 }, { amount: 5 }],
    },
  ] as const;
}

/** An image that is unavailable, because it cannot be decoded. */
const BROKEN = "data:image/png;base64,bm8gcGljdHVyZQ==";

function isShort(text: string): boolean {
  return text.length <= MAX_STRING_LENGTH;
}

/** Values of the variables that a request can have in any document of `withExpressions`. */
export function randomVariables(random: RandomSource, images: readonly string[]): Source {
  const photos = ["", BROKEN, ...images.filter(isShort)];
  return {
    ...(random.chance(0.6) && { n: random.pick([0, 0.25, 1.5, 2]) }),
    ...(random.chance(0.6) && { flag: random.chance(0.7) }),
    ...(random.chance(0.4) && { tint: random.pick(["#e11d4880", "#000", "rgba(10, 200, 30, 0.4)"]) }),
    ...(random.chance(0.4) && {
      bars: random.pick([
        [],
        [{ amount: 8, tone: "#fff8", face: random.pick(photos) }],
        [{ amount: 1 }, { amount: 2, tone: "teal" }, { amount: 9, face: BROKEN }],
      ]),
    }),
    ...(random.chance(0.5) && { mood: random.pick(["plain", "loud"]) }),
    ...(random.chance(0.5) && { day: random.pick(["", "2026-11-24", "2028-02-29T23:30:00+05:30"]) }),
    ...(random.chance(0.6) && { photo: random.pick(photos) }),
  };
}

/** Attributes that can have any number that the expressions of a place give. */
const PLACES: ReadonlySet<string> = new Set(["x", "y", "shadow_x", "shadow_y"]);
/** Attributes that can be 0 and twice as large. */
const SIDES: ReadonlySet<string> = new Set(["width", "height", "rotation"]);
/** Attributes that can be any fraction of their value. */
const FRACTIONS: ReadonlySet<string> = new Set(["opacity", "border_width", "border_radius", "shadow_blur", "gap"]);
/** A date in words. By default, there is none. */
const DAY = "{{ day | date: long }}";
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
    return random.pick([
      `{{ flag ? tint : '${value}' }}`,
      `{{ n > 1 and flag ? '#0f08' : "${value}" }}`,
      `{{ mood == 'loud' ? tint : '${value}' }}`,
    ]);
  }
  if (name === "text" && typeof value === "string" && isShort(`${value}${DAY}`)) return `${value}${DAY}`;
  if (name === "image_url" && typeof value === "string" && isShort(value)) return "{{ photo }}";
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

/** Defines the functions of expressions whose arguments are numbers. */
interface NumberFunction {
  /** An example of a call, for messages. */
  readonly usage: string;
  readonly arguments: { readonly least: number; readonly most: number };
  readonly compute: (numbers: readonly number[]) => number;
  /** Whether it also takes a field of a list, such as `items.price`, for the numbers of all its objects. */
  readonly takesField?: boolean;
}

/** The decimals that `round` can keep. Numbers have 15 to 17 digits. */
const MAX_DECIMALS = 10;
const MANY = { least: 1, most: 20 };

export const NUMBER_FUNCTIONS: ReadonlyMap<string, NumberFunction> = new Map<string, NumberFunction>([
  ["min", { usage: "min(a, b)", arguments: MANY, compute: (numbers) => Math.min(...numbers), takesField: true }],
  ["max", { usage: "max(a, b)", arguments: MANY, compute: (numbers) => Math.max(...numbers), takesField: true }],
  ["sum", { usage: "sum(items.price)", arguments: MANY, compute: sumOf, takesField: true }],
  [
    "average",
    {
      usage: "average(items.price)",
      arguments: MANY,
      compute: (numbers) => sumOf(numbers) / numbers.length,
      takesField: true,
    },
  ],
  ["round", { usage: "round(number, decimals)", arguments: { least: 1, most: 2 }, compute: rounded }],
  ["floor", { usage: "floor(number)", arguments: one(), compute: ([number = 0]) => Math.floor(number) }],
  ["ceil", { usage: "ceil(number)", arguments: one(), compute: ([number = 0]) => Math.ceil(number) }],
  ["abs", { usage: "abs(number)", arguments: one(), compute: ([number = 0]) => Math.abs(number) }],
  [
    "clamp",
    {
      usage: "clamp(number, least, most)",
      arguments: { least: 3, most: 3 },
      compute: ([number = 0, least = 0, most = 0]) => Math.max(least, Math.min(most, number)),
    },
  ],
]);

/** The functions whose arguments can be of other types. */
export const OTHER_FUNCTIONS = ["empty", "count", "length", "default"] as const;

/** The names of all functions. */
export const FUNCTION_NAMES: readonly string[] = [...OTHER_FUNCTIONS, ...NUMBER_FUNCTIONS.keys()];

function one() {
  return { least: 1, most: 1 };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Rounds halves away from 0, as people do. This includes halves such as 1.005, which are a little less in binary. */
function rounded([number = 0, decimals = 0]: readonly number[]): number {
  const places = Math.max(0, Math.min(MAX_DECIMALS, Math.round(decimals)));
  const scaled = shifted(Math.abs(number), places);
  // Such a number has no decimals.
  if (!Number.isFinite(scaled)) return number;
  return Math.sign(number) * shifted(Math.round(scaled), -places);
}

/** Moves the decimal point of a number to the right. Very large and very small numbers have an exponent already. */
function shifted(number: number, places: number): number {
  const [digits, exponent = "0"] = String(number).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

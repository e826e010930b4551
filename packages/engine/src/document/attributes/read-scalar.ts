/** Reads a single value of a variable or a field, or says what the value must be. */
import type { Hints } from "../../suggestions/suggest.js";
import { parseColor } from "./color.js";
import { isDate } from "./date.js";
import { imageUrlIssue } from "./image-url.js";
import type { Scalar } from "./values.js";
import { MAX_STRING_LENGTH, type ScalarVariable } from "./variables.js";

/** A value of the variable's type, or a sentence that says what the value must be. */
export type ReadScalar = { readonly value: Scalar } | { readonly message: string };

/** The longest text that can be a color. */
export const MAX_COLOR_LENGTH = 64;
/** The pattern of a text that can be converted to a number. */
export const NUMBER_PATTERN = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
/** The number of choices that a message lists. */
const MAX_LISTED = 12;

/** Signed URLs contain every value as text, so a text that can be converted to the type is accepted. */
export function readScalar(variable: ScalarVariable, value: unknown, hints?: Hints): ReadScalar {
  switch (variable.type) {
    case "string":
      return readText(variable, value);
    case "number":
      return readNumber(variable, value);
    case "boolean":
      if (value === "true" || value === "false") return { value: value === "true" };
      return typeof value === "boolean" ? { value } : { message: "It must be true or false." };
    case "color": {
      const isColor = typeof value === "string" && value.length <= MAX_COLOR_LENGTH && parseColor(value) !== undefined;
      return isColor ? { value } : { message: "It must be a color such as #ff0000." };
    }
    case "image":
      return readImage(value);
    case "date":
      if (value === "" || (typeof value === "string" && isDate(value))) return { value };
      return { message: "It must be a date such as 2026-11-24 or 2026-11-24T18:30:00Z." };
    case "enum":
      return readChoice(variable, value, hints);
  }
}

function readText({ min_length, max_length }: ScalarVariable & { type: "string" }, value: unknown): ReadScalar {
  const isConvertible = typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
  const text = isConvertible ? String(value) : value;
  if (typeof text !== "string" || text.length > MAX_STRING_LENGTH) {
    return { message: `It must be a text of at most ${MAX_STRING_LENGTH} characters.` };
  }
  if (min_length === undefined && max_length === undefined) return { value: text };
  const { length } = Array.from(text);
  if (length >= (min_length ?? 0) && length <= (max_length ?? MAX_STRING_LENGTH)) return { value: text };
  const least = min_length === undefined ? "" : `at least ${min_length}`;
  const most = max_length === undefined ? "" : `at most ${max_length}`;
  const range = [least, most].filter(Boolean).join(" and ");
  const unit = (max_length ?? min_length) === 1 ? "character" : "characters";
  return { message: `It must have ${range} ${unit}; it has ${length}.` };
}

function readNumber({ min, max }: ScalarVariable & { type: "number" }, value: unknown): ReadScalar {
  const isText = typeof value === "string" && NUMBER_PATTERN.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return { message: "It must be a number." };
  if (min !== undefined && number < min) return { message: `It must be at least ${min}; it is ${number}.` };
  if (max !== undefined && number > max) return { message: `It must be at most ${max}; it is ${number}.` };
  return { value: number };
}

function readImage(value: unknown): ReadScalar {
  if (value === "") return { value };
  if (typeof value !== "string") return { message: "It must be the address of an image, such as https://…." };
  if (value.length > MAX_STRING_LENGTH) {
    const message = `It must have at most ${MAX_STRING_LENGTH} characters. Upload the image, or use its address.`;
    return { message };
  }
  const issue = imageUrlIssue(value);
  return issue === undefined ? { value } : { message: issue };
}

function readChoice({ choices }: ScalarVariable & { type: "enum" }, value: unknown, hints?: Hints): ReadScalar {
  if (typeof value === "string" && choices.includes(value)) return { value };
  return { message: `It must be ${listChoices(choices)}.${hintOf(choices, value, hints)}` };
}

function hintOf(choices: readonly string[], value: unknown, hints: Hints | undefined): string {
  return typeof value === "string" ? (hints?.didYouMean(value, choices) ?? "") : "";
}

/** Returns a list of choices for a message: `"S", "M" or "L"`. */
export function listChoices(choices: readonly string[]): string {
  const quoted = choices.slice(0, MAX_LISTED).map((text) => JSON.stringify(text));
  if (choices.length > MAX_LISTED) return `one of ${quoted.join(", ")} and ${choices.length - MAX_LISTED} others`;
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}

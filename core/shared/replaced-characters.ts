/**
 * Finds texts that were not UTF-8 when they were sent. API Gateway and function URLs replace invalid bytes with U+FFFD
 * before the service sees the body, so no other trace of them is left. `parseJson` does the same to a lone surrogate.
 */
import { formatPath } from "@image-render/engine/issues";
import type { Warning } from "@image-render/engine/document";

const REPLACEMENT = "\ufffd";
/** A text in another encoding contains U+FFFD in many places, and the first warnings show what to do. */
const MAX_WARNINGS = 10;
const MAX_SHOWN_CHARACTERS = 80;
const MESSAGE =
  "The text contains U+FFFD in place of characters that were not valid Unicode. Send the body as UTF-8, and check that nothing cuts the text.";

/** Returns a warning for each of the first texts of a request that contain U+FFFD. */
export function replacedCharacters(request: Readonly<Record<string, unknown>>): Warning[] {
  const warnings: Warning[] = [];
  collect(request, [], warnings);
  return warnings;
}

function collect(value: unknown, path: readonly PropertyKey[], warnings: Warning[]): void {
  if (warnings.length >= MAX_WARNINGS) return;
  if (typeof value === "string") {
    if (value.includes(REPLACEMENT)) warnings.push(warningAt(path, value));
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => collect(item, [...path, index], warnings));
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key], warnings);
  }
}

function warningAt(path: readonly PropertyKey[], text: string): Warning {
  const [field, name] = path;
  return {
    code: "REPLACED_CHARACTERS",
    layer: field === "layers" ? String(name) : "",
    message: MESSAGE,
    path: formatPath(path),
    text: Array.from(text).slice(0, MAX_SHOWN_CHARACTERS).join(""),
  };
}

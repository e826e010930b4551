/** Reads the changes that a person has typed as JSON. */
import type { Rerender } from "@image-render/client";
import { rerender as texts } from "../../messages/en/renders.js";

/** The changes, or what is wrong with the text. */
export type ParsedChanges =
  | { readonly changes: Omit<Rerender, "dryRun">; readonly error?: undefined }
  | { readonly changes?: undefined; readonly error: string };

/** Parses a JSON object. An empty text changes nothing. */
export function parseChanges(text: string): ParsedChanges {
  if (text.trim() === "") return { changes: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: syntaxSentence(text, error instanceof Error ? error.message : "") };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { error: texts.notObject };
  // The page itself decides whether the request is only checked.
  return { changes: { ...value, dryRun: undefined } as Omit<Rerender, "dryRun"> };
}

/** Browsers name the place of a mistake by its position, by line and column, or by the text around it. */
function syntaxSentence(text: string, message: string): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return texts.syntax(Number(line), Number(column));
  const position = /position (\d+)/.exec(message)?.[1];
  const end = /Unexpected end/.test(message) ? text.length : undefined;
  const offset = position === undefined ? end : Number(position);
  if (offset === undefined) return texts.syntaxSomewhere(message);
  const lines = text.slice(0, offset).split("\n");
  return texts.syntax(lines.length, (lines.at(-1) ?? "").length + 1);
}

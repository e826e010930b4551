/** Reads a template document from the text of a file. */
import type { TemplateDocument } from "@image-render/client";
import { previewScale } from "../service/preview-scale.js";

/** A document, as far as this page understands it. */
export interface ReadDocument {
  /** Nobody has checked it yet. The service does. */
  readonly content: TemplateDocument;
  readonly name: string | undefined;
  /** Makes a preview of a size that fits the page. */
  readonly previewScale: number;
}

/** A document, or why the text has none. */
export interface ReadResult {
  readonly document: ReadDocument | undefined;
  /** Where the text stops being JSON. */
  readonly jsonErrorAt: number | undefined;
}

/** The longest side of the preview in pixels. */
const PREVIEW_SIDE_PX = 1200;

/** Reads a document, or the body of a template as the API returns it. */
export function readDocument(text: string): ReadResult {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { document: undefined, jsonErrorAt: placeOfSyntaxError(text, error) };
  }
  const content = isObject(parsed) && isObject(parsed["document"]) ? parsed["document"] : parsed;
  if (!isObject(content) || !("layers" in content)) return { document: undefined, jsonErrorAt: undefined };
  const { name, width, height } = content;
  return {
    document: {
      content: content as unknown as TemplateDocument,
      name: typeof name === "string" && name !== "" ? name : undefined,
      previewScale: previewScale(sideOf(width), sideOf(height), PREVIEW_SIDE_PX),
    },
    jsonErrorAt: undefined,
  };
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sideOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : PREVIEW_SIDE_PX;
}

/** Browsers name the position, or the line and the column. */
function placeOfSyntaxError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line === undefined) return text.length;
  const before = text.split("\n").slice(0, Number(line) - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + Number(column) - 1;
}

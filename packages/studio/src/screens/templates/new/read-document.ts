/** Reads a template document from the text of a file. */
import type { TemplateDocument } from "@image-render/client";
import { parseJson, type ParsedJson } from "../../../editor/json/parse-json.js";
import { previewScale } from "../service/preview-scale.js";

/** A document, as far as this page understands it. */
export interface ReadDocument {
  /** The document is not checked yet. The service checks it. */
  readonly content: TemplateDocument;
  readonly name: string | undefined;
  /** Creates a preview of a size that fits the page. */
  readonly previewScale: number;
}

/** A document, or why the text has none. */
export interface ReadResult {
  readonly document: ReadDocument | undefined;
  readonly parsed: ParsedJson;
}

/** The longest side of the preview in pixels. */
const PREVIEW_SIDE_PX = 1200;

/** Reads a document, or the body of a template as the API returns it. */
export function readDocument(text: string): ReadResult {
  const parsed = parseJson(text);
  if ("error" in parsed) return { document: undefined, parsed };
  const { value } = parsed.root;
  const content = isObject(value) && isObject(value["document"]) ? value["document"] : value;
  if (!isObject(content) || !("layers" in content)) return { document: undefined, parsed };
  const { name, width, height } = content;
  return {
    document: {
      content: content as unknown as TemplateDocument,
      name: typeof name === "string" && name !== "" ? name : undefined,
      previewScale: previewScale(sideOf(width), sideOf(height), PREVIEW_SIDE_PX),
    },
    parsed,
  };
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sideOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : PREVIEW_SIDE_PX;
}

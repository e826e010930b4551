/**
 * Lays out the texts of a request and finds what would not fit. It is a bundle of its own beside the handler, because it
 * contains the text engine: only the first dry run or mint of a process loads it, with HarfBuzz and fonts.
 */
import type { Overrides } from "../../core/contract/template/overrides.js";
import type { TemplateDocument } from "../../core/contract/template/document.js";
import type { Warning } from "../../core/contract/template/warnings.js";
import { findWarnings as find } from "../../core/rendering/find-warnings.js";
import { createFontLibrary } from "../../core/rendering/fonts/font-library.js";
import type { Uploads } from "../../core/rendering/uploads/uploads.js";

const fonts = createFontLibrary();

export async function findWarnings(
  document: TemplateDocument,
  request: Overrides,
  uploads: Uploads,
): Promise<readonly Warning[]> {
  const warnings = await find(document, request, { fonts, uploads });
  return warnings.map(({ code, layer, message }) => ({ code, layer, message }));
}

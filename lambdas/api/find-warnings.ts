/**
 * Lays out the texts of a request and finds what would not fit. It is a bundle of its own beside the handler, because it
 * contains the text engine: only the first dry run or mint of a process loads it, with HarfBuzz and fonts.
 */
import type { Overrides } from "../../core/contract/template/overrides.js";
import type { TemplateDocument } from "../../core/contract/template/document.js";
import type { Warning } from "../../core/contract/template/warnings.js";
import {
  findPreparedWarnings,
  type PreparedDocument,
  prepareDocument,
} from "../../core/rendering/find-warnings.js";
import { createFontLibrary } from "../../core/rendering/fonts/font-library.js";
import type { Uploads } from "../../core/rendering/uploads/uploads.js";

const fonts = createFontLibrary();
/** The items of a list share the documents of their templates. A loaded document does not change. */
const prepared = new WeakMap<TemplateDocument, PreparedDocument>();

export async function findWarnings(
  document: TemplateDocument,
  request: Overrides,
  uploads: Uploads,
): Promise<readonly Warning[]> {
  const known = prepared.get(document) ?? prepareDocument(document, { fonts });
  prepared.set(document, known);
  const warnings = await findPreparedWarnings(known, request, { uploads });
  return warnings.map(({ code, layer, message }) => ({ code, layer, message }));
}

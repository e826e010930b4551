/**
 * Lays out the texts of a request, and finds texts that would not fit. It is a separate bundle beside the handler,
 * because it contains the text engine: only the first dry run or mint of a process loads it, with HarfBuzz and fonts.
 */
import type { Overrides, TemplateDocument, Warning } from "@image-render/engine/document";
import {
  createFontLibrary,
  findPreparedWarnings,
  type PreparedDocument,
  prepareDocument,
  type Uploads,
} from "@image-render/engine";

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

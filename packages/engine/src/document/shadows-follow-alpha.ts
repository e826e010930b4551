import type { TemplateDocument } from "./document.js";

/**
 * Returns whether `shadow_color` follows the alpha of its layer in a document. Documents without an edition keep shadows
 * of boxes. The shadows of a list always follow the alpha, because no older document has a list.
 */
export function shadowsFollowAlpha(document: Pick<TemplateDocument, "layers">): boolean {
  const { edition = 1 } = document as { readonly edition?: number };
  return edition >= 2;
}

import type { TemplateDocument } from "./document.js";
import { FIRST_EDITION } from "./edition.js";

/**
 * Returns whether `shadow_color` follows the alpha of its layer in a document. In the first edition, it has the shape of
 * the layer's box. The shadows of a list always follow the alpha, because no older document has a list.
 */
export function shadowsFollowAlpha({ edition }: Pick<TemplateDocument, "edition">): boolean {
  return edition !== FIRST_EDITION;
}

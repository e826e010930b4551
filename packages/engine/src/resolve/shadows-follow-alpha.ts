import type { SizedDocument } from "../document/document-size.js";

/** Returns whether the shadows of a document follow the alpha of their layers. */
export function shadowsFollowAlpha(_: SizedDocument): boolean {
  return false;
}

/** The font families that a document brings along. */
import type { EditedDocument } from "../../../editor/document/edited-document.js";

/** A family of the document, with one of its files. */
export interface OwnFont {
  readonly family: string;
  /** The address of a file. Undefined if the document does not name a valid one. */
  readonly src: string | undefined;
}

/** Returns each family of the document once, with the first of its files. */
export function ownFontsOf({ fonts }: EditedDocument): readonly OwnFont[] {
  const found = new Map<string, OwnFont>();
  for (const font of Array.isArray(fonts) ? (fonts as readonly unknown[]) : []) {
    if (typeof font !== "object" || font === null || !("family" in font) || typeof font.family !== "string") continue;
    const src = "src" in font && typeof font.src === "string" ? font.src : undefined;
    if (!found.has(font.family)) found.set(font.family, { family: font.family, src });
  }
  return [...found.values()];
}

/** Returns the families whose names contain a text. */
export function findFonts(fonts: readonly OwnFont[], text: string): readonly OwnFont[] {
  const wanted = text.trim().toLowerCase();
  return fonts.filter(({ family }) => family.toLowerCase().includes(wanted));
}

import type { EditedDocument } from "../../../editor/document/edited-document.js";

const COLOR = /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\([^)]*\))$/i;
/** The number of colors that the panel offers. */
const MAX_COLORS = 14;

let last: { readonly document: EditedDocument; readonly palette: readonly string[] } | undefined;

/** Returns the colors of a document, the most frequent first. */
export function paletteOf(document: EditedDocument): readonly string[] {
  if (last?.document === document) return last.palette;
  const counts = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (typeof value === "string" && value.length < 40 && COLOR.test(value)) {
      const color = value.toLowerCase();
      counts.set(color, (counts.get(color) ?? 0) + 1);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(document);
  const palette = [...counts].toSorted(([, first], [, second]) => second - first).map(([color]) => color);
  last = { document, palette: palette.slice(0, MAX_COLORS) };
  return last.palette;
}

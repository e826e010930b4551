/** The files of a sheet's finished pictures, with names that a person recognizes. */
import { latestRenders } from "./parts.js";
import type { Sheet } from "./sheet.js";

/** A picture, and the name of its file. */
export interface PictureFile {
  readonly name: string;
  /** The address of the picture, which needs no key. */
  readonly url: string;
}

const MAX_TEXT_LENGTH = 60;
/** Characters that some file systems refuse, or that change the direction of the text. */
// eslint-disable-next-line no-control-regex -- a name must not contain control characters
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Returns the finished pictures in the order of their rows. A name is the number of the row and the text of the first column
 * that fills something, for example `012 Ada Lovelace.png`. The number makes it unique.
 */
export function pictureFiles(sheet: Pick<Sheet, "rows" | "mapping" | "output" | "parts">): readonly PictureFile[] {
  const { rows, mapping, output, parts } = sheet;
  const column = mapping.findIndex((target) => target !== null);
  const digits = String(Math.max(...rows.map(({ number }) => number))).length;
  return latestRenders({ parts }).flatMap(({ row, render }) => {
    if (render?.status !== "done" || render.url === undefined) return [];
    const { number = row + 1, cells = [] } = rows[row] ?? {};
    const words = [String(number).padStart(digits, "0"), safeText(cells[column] ?? "")].filter((text) => text !== "");
    return [{ name: `${words.join(" ")}.${output.format}`, url: render.url }];
  });
}

function safeText(text: string): string {
  const clean = text.normalize("NFC").replace(UNSAFE, "-").replace(/\s+/g, " ");
  // Windows removes periods and spaces at the end of a name.
  const short = Array.from(clean.replace(/^[.\s-]+/, "")).slice(0, MAX_TEXT_LENGTH);
  return short.join("").replace(/[.\s-]+$/, "");
}

import { isDocumentFile } from "./manifest.js";

/**
 * Returns the file name for a template: `Open Graph card` becomes `open-graph-card.json`, or `open-graph-card-2.json`
 * if that name is taken.
 */
export function fileNameFor(name: string, isTaken: (file: string) => boolean): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  const slug = plain === "" ? "template" : plain;
  for (let number = 1; ; number++) {
    const file = number === 1 ? `${slug}.json` : `${slug}-${number}.json`;
    if (isDocumentFile(file) && !isTaken(file)) return file;
  }
}

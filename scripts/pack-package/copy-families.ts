import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { allFontFiles, allSliceIndexes, fontPath } from "@image-render/fonts";

/** The folder of the font families, as an import of the packed code names it. JavaScript source. */
export const PACKED_FAMILIES = JSON.stringify("@image-render/fonts/families");

/** Copies the selected files of the font packages, with the license of each family, to `families/`. */
export function copyFamilies(staged: string): void {
  for (const file of withLicenses([...allFontFiles(), ...allSliceIndexes()])) {
    const target = join(staged, "families", pathInFamilies(file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(fontPath(file), target);
  }
}

function withLicenses(files: readonly string[]): Set<string> {
  const packages = files.map((file) => file.split("/").slice(0, 2).join("/"));
  return new Set([...files, ...packages.map((name) => `${name}/LICENSE`)]);
}

/** Returns `inter/files/…` for `@fontsource/inter/files/…`. */
function pathInFamilies(file: string): string {
  return file.split("/").slice(1).join("/");
}

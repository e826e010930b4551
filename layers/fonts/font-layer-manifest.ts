import { allFontFiles } from "../../core/rendering/fonts/families.js";

/** What the font layer holds: the files of each package to copy to `nodejs/node_modules/<package>/`. */
export interface FontLayerManifest {
  readonly packages: readonly { readonly name: string; readonly files: readonly string[] }[];
}

/** `package.json`, without which no file of a package is found, and the licence, which must go where the fonts go. */
const ALWAYS = ["LICENSE", "package.json"];

/** Derives the layer's contents from the registry of families. */
export function fontLayerManifest(): FontLayerManifest {
  const filesByPackage = new Map<string, string[]>();
  for (const path of allFontFiles()) {
    const [scope = "", slug = "", ...rest] = path.split("/");
    const name = `${scope}/${slug}`;
    filesByPackage.set(name, [...(filesByPackage.get(name) ?? ALWAYS), rest.join("/")]);
  }
  return { packages: [...filesByPackage].map(([name, files]) => ({ name, files })) };
}

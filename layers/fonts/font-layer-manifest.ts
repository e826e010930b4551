import { readdirSync } from "node:fs";
import { allFontFiles, allSliceIndexes } from "@image-render/fonts";
import { emojiFiles } from "../../packages/engine/src/fonts/emoji.js";
import { resolveInstalled } from "../../packages/engine/src/shared/native.js";
import { SHAPER_FILES } from "../../packages/engine/src/fonts/harfbuzz.js";

/** The content of the font layer: the files of each package to copy to `nodejs/node_modules/<package>/`. */
export interface FontLayerManifest {
  readonly packages: readonly { readonly name: string; readonly files: readonly string[] }[];
}

/** The files to copy from every package: the license must accompany the fonts, and Node needs `package.json`. */
const REQUIRED_FILES = ["LICENSE", "package.json"];

/** The exceptions. The emoji package has no license file, but these two files name its license and its authors. */
const REQUIRED_FILES_BY_PACKAGE: Readonly<Record<string, readonly string[]>> = {
  "@iconify-json/noto": ["info.json", "package.json"],
};

/** Derives the layer's content from the built-in families, and adds the emoji and the shaper. */
export function fontLayerManifest(): FontLayerManifest {
  const filesByPackage = new Map<string, string[]>();
  const paths = [...allFontFiles(), ...allSliceIndexes(), ...emojiFiles(flagNames()), ...SHAPER_FILES];
  for (const path of paths) {
    const parts = path.split("/");
    const length = path.startsWith("@") ? 2 : 1;
    const name = parts.slice(0, length).join("/");
    const files = filesByPackage.get(name) ?? [...(REQUIRED_FILES_BY_PACKAGE[name] ?? REQUIRED_FILES)];
    filesByPackage.set(name, [...files, parts.slice(length).join("/")]);
  }
  return { packages: [...filesByPackage].map(([name, files]) => ({ name, files })) };
}

/** Matches the flags of country codes, and of the parts of countries that have an emoji. */
const FLAG_NAME = /^([a-z]{2}|gb-(?:eng|sct|wls))\.svg$/;

function flagNames(): string[] {
  const folder = resolveInstalled("flag-icons/flags/4x3/un.svg").replace(/un\.svg$/, "");
  return readdirSync(folder)
    .flatMap((file) => FLAG_NAME.exec(file)?.[1] ?? [])
    .sort();
}

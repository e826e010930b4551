import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCode } from "./build-code.js";
import { buildTypes } from "./build-types.js";
import { copyFamilies, PACKED_FAMILIES } from "./copy-families.js";
import { entryPointsOf, readPackageManifest, stagedManifest } from "./package-manifest.js";

const LICENSE = fileURLToPath(new URL("../../LICENSE", import.meta.url));

/** The contents of a package's tarball besides its code. */
interface Extras {
  readonly exports?: Readonly<Record<string, string>>;
  readonly copyFiles?: (staged: string) => void;
}

/** By the folder of the package. */
const EXTRAS: Readonly<Record<string, Extras>> = {
  fonts: { exports: { "./families/*": "./families/*" }, copyFiles: copyFamilies },
};

/** Writes what the tarball of a package contains to the empty folder `staged`. */
export async function stagePackage(folder: string, staged: string): Promise<void> {
  const manifest = readPackageManifest(folder);
  const { exports = {}, copyFiles } = EXTRAS[basename(folder)] ?? {};
  const build = { folder, staged, entryPoints: entryPointsOf(manifest) };
  await buildCode({ ...build, node: manifest.engines.node.replace(">=", ""), define: { PACKED_FAMILIES } });
  buildTypes(build);
  copyFiles?.(staged);
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(stagedManifest(manifest, exports), undefined, 2)}\n`);
  writeFileSync(join(staged, "README.md"), withoutLinksToOthers(readFileSync(join(folder, "README.md"), "utf8")));
  copyFileSync(LICENSE, join(staged, "LICENSE"));
}

/** Replaces links to files outside of the package with their texts, because the tarball lacks these files. */
function withoutLinksToOthers(readme: string): string {
  return readme.replace(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, "$1");
}

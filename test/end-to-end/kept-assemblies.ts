/**
 * Keeps the synthesized stack of each start for later starts with the same settings, because a synthesis takes longer
 * than the rest of a start. The runner itself decides whether an assembly is still current: it compares the hash of all
 * sources with the hash in the assembly. See docs/decisions/0062-tests-share-what-is-synthesized.md.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";

const KEPT_DIR = join(".local", "test-assemblies");
/** The file in an assembly that contains the hash of its sources. */
const STAMP = ".inputs";

/** Gives a new state folder the assembly that was kept for these settings, if there is one. */
export function lendAssembly(stateDir: string, settings: unknown): void {
  const assembly = join(stateDir, "cdk.out");
  const kept = keptFor(settings);
  if (existsSync(assembly) || !existsSync(kept)) return;
  try {
    copyAssembly(kept, assembly);
  } catch (error) {
    // Another worker has replaced it meanwhile. The runner synthesizes a new one.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    rmSync(assembly, { recursive: true, force: true });
  }
}

/**
 * Gives a copy of the project the builds that its synthesis would repeat: the bundles of functions and the studio. The
 * copy takes a build only if the hash of its own sources is the name of the build.
 */
export function lendBuilds(checkout: string): void {
  for (const name of ["bundles", "studio"]) {
    const [builds, copy] = [join(".local", name), join(checkout, ".local", name)];
    if (!existsSync(builds)) continue;
    try {
      mkdirSync(copy, { recursive: true });
      linkTree(builds, copy);
    } catch (error) {
      // Another worker has just removed an old build, so the copy may have a part of it.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      rmSync(copy, { recursive: true, force: true });
    }
  }
}

/** Keeps the assembly of a state folder, unless the kept one has the same sources. */
export function keepAssembly(stateDir: string, settings: unknown): void {
  const assembly = join(stateDir, "cdk.out");
  const kept = keptFor(settings);
  if (!existsSync(join(assembly, STAMP)) || stampOf(kept) === stampOf(assembly)) return;
  mkdirSync(KEPT_DIR, { recursive: true });
  const staging = mkdtempSync(join(KEPT_DIR, "staging-"));
  try {
    copyAssembly(assembly, join(staging, "new"));
    if (existsSync(kept)) renameSync(kept, join(staging, "old"));
    renameSync(join(staging, "new"), kept);
  } catch (error) {
    // Another worker has just kept the same assembly.
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function keptFor(settings: unknown): string {
  return join(KEPT_DIR, createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16));
}

function stampOf(assembly: string): string | undefined {
  const stamp = join(assembly, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}

/** Links the files of assets, which nobody changes: their folders are named after their contents. Copies the other files. */
function copyAssembly(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (!name.startsWith("asset.")) cpSync(join(from, name), join(to, name), { recursive: true });
    else linkTree(join(from, name), join(to, name));
  }
}

function linkTree(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const target = join(to, file.slice(from.length));
    mkdirSync(dirname(target), { recursive: true });
    linkSync(file, target);
  }
}

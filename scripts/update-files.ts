import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSamePicture } from "./same-picture.js";

/** The contents of files by path, relative to a root. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/** A difference between the derived files and the files on disk. */
export interface Change {
  readonly path: string;
  readonly kind: "new" | "changed" | "obsolete";
}

export interface UpdateOptions {
  /** A folder that contains derived files only. Other files in it are obsolete. */
  readonly folder?: string | undefined;
  /** Finds the changes and writes nothing. */
  readonly check: boolean;
}

/**
 * Brings derived files up to date below a root. A picture (bytes) is only replaced if it looks different, because other
 * machines encode the same picture to other bytes.
 */
export async function updateFiles(root: string, files: Files, { folder, check }: UpdateOptions): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [path, content] of files) {
    const target = join(root, path);
    if (existsSync(target) && (await isCurrent(readFileSync(target), content))) continue;
    changes.push({ path, kind: existsSync(target) ? "changed" : "new" });
    if (check) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  for (const path of folder === undefined ? [] : filesIn(root, folder)) {
    if (files.has(path)) continue;
    changes.push({ path, kind: "obsolete" });
    if (!check) rmSync(join(root, path));
  }
  return changes;
}

async function isCurrent(present: Buffer, wanted: string | Uint8Array): Promise<boolean> {
  return typeof wanted === "string" ? present.toString() === wanted : await isSamePicture(present, wanted);
}

function filesIn(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .sort()
    .map((name) => `${folder}/${name}`);
}

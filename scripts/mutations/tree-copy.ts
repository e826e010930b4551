import { cpSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readSource } from "./source-files.js";

const NOT_COPIED = new Set([".git", ".local", "node_modules", "cdk.out", ".run-cdk-out", "coverage"]);

/** A copy of the repository in which tests run with a changed file. */
export interface TreeCopy {
  readonly dir: string;
  /** Replaces a file of the copy. */
  write(file: string, text: string): void;
  /** Gives a file of the copy the text that it has in the repository. */
  restore(file: string): void;
}

/** Copies the repository. The copy links to the installed packages, but contains the project's own packages. */
export function copyTree(root: string, dir: string): TreeCopy {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  for (const name of readdirSync(root).filter((one) => !NOT_COPIED.has(one))) {
    const isCopied = (path: string) => !NOT_COPIED.has(relative(dirname(path), path));
    cpSync(join(root, name), join(dir, name), { recursive: true, filter: isCopied });
  }
  linkPackages(join(root, "node_modules"), join(dir, "node_modules"));
  const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
  return { dir, write, restore: (file) => write(file, readSource(root, file)) };
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // npm links workspaces with relative paths, which lead to the packages of the copy.
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory() && hasLinks(source)) linkPackages(source, target);
    else symlinkSync(source, target);
  }
}

function hasLinks(folder: string): boolean {
  return (
    !folder.endsWith(".bin") && readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isSymbolicLink())
  );
}

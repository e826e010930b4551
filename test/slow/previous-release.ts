/** The code of the previous release, for tests of an upgrade. */
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const FOLDER = join(".local", "releases");
/** Packages of the project itself. Each checkout uses its own. */
const OWN = ["@image-render", "run-cdk-out"];

const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

/** A released version: its name, such as `v0.1.0`, and a tag or hash of its commit. */
export interface Release {
  readonly name: string;
  readonly commit: string;
}

/**
 * Returns the newest release that is not the current commit. It reads the tags. If the copy of the repository lacks
 * them, it reads the list in `releases.json`, whose last release is the newest.
 *
 * @throws Error if the checkout does not contain the commit of the release
 */
export function previousRelease(): Release {
  const [tag] = git("tag", "--merged", "HEAD", "--no-contains", "HEAD", "--sort=-v:refname", "--list", "v*").split(
    "\n",
  );
  if (tag !== undefined && tag !== "") return { name: tag, commit: tag };
  const listed = JSON.parse(readFileSync(join(import.meta.dirname, "releases.json"), "utf8")) as Release[];
  const last = listed.at(-1);
  if (last !== undefined && isInCheckout(last)) return last;
  throw new Error(
    "This checkout has no commit of an earlier release. Fetch all commits: git fetch --unshallow --tags.",
  );
}

function isInCheckout({ commit }: Release): boolean {
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Returns the folder with the code of a release and its packages. The folder is kept for later runs. */
export function checkOutRelease({ commit }: Release): string {
  const folder = resolve(FOLDER, git("rev-parse", "--short=12", `${commit}^{commit}`));
  if (existsSync(folder)) return folder;
  const staging = `${folder}.new`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 1024 * 1024 * 1024 });
  execFileSync("tar", ["-x", "-C", staging], { input: archive });
  if (git("diff", "--name-only", commit, "--", "package-lock.json") === "") linkPackages(staging);
  else execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: staging, stdio: "ignore" });
  renameSync(staging, folder);
  return folder;
}

/** The release has the same dependencies, so it can use those that are installed. */
function linkPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@image-render"), { recursive: true });
  for (const name of readdirSync("node_modules").filter((one) => !OWN.includes(one))) {
    symlinkSync(resolve("node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join("node_modules", "@image-render"))) {
    symlinkSync(join("..", "..", "packages", basename(name)), join(modules, "@image-render", name));
  }
  symlinkSync(join("..", "packages", "run-cdk-out"), join(modules, "run-cdk-out"));
  // Packages can have dependencies of their own.
  for (const name of readdirSync("packages")) {
    const own = join("packages", name, "node_modules");
    if (existsSync(own) && lstatSync(own).isDirectory()) symlinkSync(resolve(own), join(folder, own));
  }
}

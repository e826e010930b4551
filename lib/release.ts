/** The deployed release: the version of the project and the commit of the checkout. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Release {
  readonly version: string;
  /** The first 12 digits of the commit. Empty if the project is not in a Git repository. */
  readonly commit: string;
}

const MANIFEST = new URL("../package.json", import.meta.url);

export function readRelease(): Release {
  const { version } = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };
  return { version, commit: readCommit() };
}

function readCommit(): string {
  try {
    const cwd = new URL("..", import.meta.url);
    const text = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text.trim();
  } catch {
    // An archive of the sources has no repository, and a build machine may have no git.
    return "";
  }
}

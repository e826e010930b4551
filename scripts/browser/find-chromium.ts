import { existsSync } from "node:fs";
import { missingLibraries } from "./missing-libraries.js";
import { unpackChromium } from "./unpack-chromium.js";

const DEBIAN_CHROMIUM = "/usr/bin/chromium";

/** The command that starts a Chromium. */
export interface ChromiumCommand {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds the Chromium of this machine: on x64 from the package `@sparticuz/chromium`, elsewhere from Debian. Throws an
 * error that says what is missing.
 */
export async function findChromium(
  arch: string = process.arch,
  debianChromium = DEBIAN_CHROMIUM,
): Promise<ChromiumCommand> {
  if (arch !== "x64") return findDebianChromium(arch, debianChromium);
  const { executable, libraryDir, fontConfiguration } = await unpackChromium();
  // Only the package's fonts are used, so that a page looks the same on each machine.
  const env = { LD_LIBRARY_PATH: libraryDir, FONTCONFIG_FILE: fontConfiguration };
  await requireLibraries(executable, env);
  return { executable, env };
}

function findDebianChromium(arch: string, executable: string): ChromiumCommand {
  if (existsSync(executable)) return { executable, env: {} };
  throw new Error(
    `There is no Chromium at ${executable}, and no npm package of it for ${arch}. ` +
      "On Debian, install it with: apt-get install chromium",
  );
}

/** Throws an error that names all libraries that the executable needs and this machine does not have. */
export async function requireLibraries(executable: string, env: Readonly<Record<string, string>>): Promise<void> {
  const missing = await missingLibraries(executable, env).catch((cause: unknown) => {
    throw new Error(`Chromium can't be started: ${executable} needs a Linux with glibc.`, { cause });
  });
  if (missing.length === 0) return;
  throw new Error(`Chromium can't be started: this machine lacks ${missing.join(", ")}. Install what is missing.`);
}

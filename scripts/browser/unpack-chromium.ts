import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MANIFEST = join(ROOT, "node_modules", "@sparticuz", "chromium", "package.json");

/** Replaces the package's own configuration, which names folders of AWS Lambda. */
const FONT_CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/** An unpacked Chromium, with the libraries and fonts that the package brings. */
export interface UnpackedChromium {
  readonly executable: string;
  readonly libraryDir: string;
  readonly fontConfiguration: string;
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` once for each version, into `node_modules/.cache`.
 *
 * Several processes may call this at the same time. Each unpacks into a folder of its own and renames it. The first
 * rename wins, so that nobody can see a folder that is not complete.
 */
export async function unpackChromium(cacheDir = join(ROOT, "node_modules", ".cache")): Promise<UnpackedChromium> {
  const dir = join(cacheDir, `chromium-${packageVersion()}`);
  if (!existsSync(dir)) await unpackInto(dir);
  return {
    executable: join(dir, "chromium"),
    libraryDir: join(dir, "al2023", "lib"),
    fontConfiguration: join(dir, "fonts", "fonts.conf"),
  };
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as { version: string };
  return manifest.version;
}

async function unpackInto(dir: string): Promise<void> {
  mkdirSync(dirname(dir), { recursive: true });
  const staging = mkdtempSync(`${dir}.unpacking-`);
  try {
    await unpackByPackage(staging);
    writeFileSync(join(staging, "fonts", "fonts.conf"), FONT_CONFIGURATION);
    // Tests may run under a different user ID than the process that unpacked.
    for (const path of [staging, join(staging, "chromium")]) chmodSync(path, 0o755);
    renameSync(staging, dir);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(dir)) throw error;
  }
}

/** The package unpacks only into the temporary folder, so a child process with a different temporary folder runs it. */
async function unpackByPackage(targetDir: string): Promise<void> {
  const script = 'const { default: chromium } = await import("@sparticuz/chromium"); await chromium.executablePath();';
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: ROOT,
    // Only on AWS, the package also unpacks the libraries that a small Linux lacks (NSS, NSPR, Expat).
    env: { TMPDIR: targetDir, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
  });
}

/**
 * A headless Chromium for tests and benchmarks.
 *
 * Do not use `args` of `@sparticuz/chromium`: they switch off web security (CORS, mixed content) and site isolation.
 */
import { type Browser, chromium } from "playwright-core";
import { findChromium } from "./find-chromium.js";

const FLAGS = [
  // Place glyphs at their exact positions, regardless of the machine's fontconfig.
  "--font-render-hinting=none",
  // Containers often have a /dev/shm of 64 MB, which is too small for large pages.
  "--disable-dev-shm-usage",
];

/** Starts a browser. The caller closes it; it also ends with this process. */
export async function launchBrowser(): Promise<Browser> {
  const { executable, env } = await findChromium();
  return await chromium.launch({
    executablePath: executable,
    env: { ...environment(), ...env },
    // The sandbox needs user namespaces, which root and most containers do not have. Only local pages are opened.
    chromiumSandbox: false,
    args: FLAGS,
  });
}

function environment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

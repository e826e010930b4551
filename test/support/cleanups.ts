import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "@jest/globals";

/** Takes work that is done when the test ends. */
export type AtEnd = (cleanup: () => unknown) => void;

/** After each test, runs the work that the returned function received, the last one first. */
export function cleanups(): AtEnd {
  const pending: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of pending.splice(0).reverse()) await cleanup();
  });
  return (cleanup) => pending.push(cleanup);
}

/** Makes a folder for one test. It is removed when the test ends. */
export async function temporaryFolder(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "irs-test-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Temporary folders, cleanup and credentials for the tests of the services. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "@jest/globals";

export const credentials = { accessKeyId: "local", secretAccessKey: "local" };
export const region = "us-east-1";

/** Registers a function that runs at the end of the test. */
export type AtEnd = (cleanup: () => unknown) => void;

/** After each test, runs the registered functions in reverse order. */
export function cleanups(): AtEnd {
  const pending: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of pending.splice(0).reverse()) await cleanup();
  });
  return (cleanup) => pending.push(cleanup);
}

/** A new folder, which is removed at the end of the test. */
export async function temporaryFolder(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "service-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

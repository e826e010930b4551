/** Shared by the tests of the services: throwaway folders, and the runner's credentials. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "@jest/globals";

export const credentials = { accessKeyId: "local", secretAccessKey: "local" };
export const region = "us-east-1";

/** Takes what is to be done at the test's end. */
export type AtEnd = (cleanup: () => unknown) => void;

/** Runs what was handed to the returned function after each test, last first. */
export function cleanups(): AtEnd {
  const pending: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of pending.splice(0).reverse()) await cleanup();
  });
  return (cleanup) => pending.push(cleanup);
}

/** A folder of the test's own, removed at its end. */
export async function temporaryFolder(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "service-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

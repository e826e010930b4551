/**
 * The checks for the day after a deployment. They use only HTTP and work in a workspace of their own, which is deleted
 * at the end, even if a check has failed. A run costs no credit of any other workspace.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ApiError, ImageRenderService } from "@image-render/client";
import { CHECKS } from "./checks.js";
import type { Check, SmokeContext } from "./context.js";

export interface SmokeOptions {
  readonly baseUrl: string;
  /** A key with the scope `operator`. */
  readonly operatorKey: string;
  /** The plan of the workspace. */
  readonly plan: string;
  /** Folders with template.json, request.json and expected.png. */
  readonly examples: readonly string[];
  /** Gets a line for each check. */
  readonly print: (line: string) => void;
}

const POLL_MS = 1_000;
const MAX_REMOVAL_MS = 10 * 60_000;
const MAX_KEY_MS = 15_000;

/** Resolves to the number of checks that failed. */
export async function smoke({ baseUrl, operatorKey, plan, examples, print }: SmokeOptions): Promise<number> {
  const operator = new ImageRenderService({ baseUrl, apiKey: operatorKey });
  const name = `Smoke test ${new Date().toISOString()}`;
  const { id: workspaceId, key } = await operator.workspaces.create({ name, plan });
  const irs = new ImageRenderService({ baseUrl, apiKey: key });
  const context = { baseUrl, operator, irs, key, workspaceId, examples };
  let failures = 0;
  const run = async (check: Check) => {
    const startedMs = performance.now();
    const problem = await check.run(context).catch((error: unknown) => String(error));
    if (problem !== undefined) failures += 1;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    print(problem === undefined ? `✓ ${check.name} (${seconds} s)` : `✗ ${check.name} ${problem}`);
  };
  try {
    for (const check of CHECKS) await run(check);
  } finally {
    await run({
      name: "The workspace of the smoke test is deleted with everything that it owns.",
      run: removeWorkspace,
    });
  }
  return failures;
}

async function removeWorkspace({ operator, irs, workspaceId }: SmokeContext): Promise<string | undefined> {
  await operator.requestJson("DELETE /workspaces/{id}", { id: workspaceId });
  const endsAtMs = performance.now() + MAX_REMOVAL_MS;
  while (await isBeingRemoved(operator, workspaceId)) {
    if (performance.now() > endsAtMs) return "it is still being removed. Look at its deletion again in an hour.";
    await pause(POLL_MS);
  }
  // The functions keep a key for five seconds.
  const keyEndsAtMs = performance.now() + MAX_KEY_MS;
  for (;;) {
    const status = await statusOf(irs);
    if (status === 401) return undefined;
    if (performance.now() > keyEndsAtMs) return `its key still gets ${status}`;
    await pause(POLL_MS);
  }
}

async function statusOf(irs: ImageRenderService): Promise<number> {
  return await irs.usage.get().then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  );
}

async function isBeingRemoved(operator: ImageRenderService, id: string): Promise<boolean> {
  try {
    const { body } = await operator.requestJson("GET /workspaces/{id}", { id });
    return body.deletion?.status === "removing";
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

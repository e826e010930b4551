/** Hooks whose effects take time, in tests that have stopped the clock. */
import { pass } from "./clock.js";
import { runHook, type RunningHook } from "./run-hook.js";

/** Effects begin and end when the next frame is drawn, or 35 milliseconds later. */
const EFFECTS_MS = 100;
const shown = new Set<RunningHook<unknown>>();

/** Runs a hook, and lets its effects begin. */
export async function show<Result>(hook: () => Result): Promise<RunningHook<Result>> {
  const running = runHook(hook);
  shown.add(running);
  await pass(EFFECTS_MS);
  return running;
}

/** Takes a hook away, and lets its effects end. */
export async function leave(hook: RunningHook<unknown>): Promise<void> {
  shown.delete(hook);
  hook.end();
  await pass(EFFECTS_MS);
}

/** Takes all hooks away, so that no other test runs their effects. */
export async function leaveAll(): Promise<void> {
  await pass(EFFECTS_MS);
  for (const hook of shown) await leave(hook);
}

/**
 * The longest time that a tool waits. The HTTP API in front of the function ends a request after 30 s, and many
 * assistants end a call after 60 s.
 */
export const MAX_WAIT_SECONDS = 25;

/** Returns the clock of one call: how many whole seconds it may still wait. */
export function waitClock(now: () => number): () => number {
  const endsAtMs = now() + MAX_WAIT_SECONDS * 1000;
  return () => Math.max(0, Math.floor((endsAtMs - now()) / 1000));
}

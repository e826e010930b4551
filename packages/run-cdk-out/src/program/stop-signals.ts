/** Stops a program on signals, and when the process that started it ends. */

/** The exit code that a shell reports for a program that Ctrl-C ended. */
const INTERRUPTED = 130;
/** One Ctrl-C may arrive twice: from the terminal, and again from npm or the launcher, which pass it on. */
const SAME_KEYSTROKE_MS = 300;
/** The interval at which a program checks that its parent process still exists. */
const PARENT_CHECK_MS = 500;

/** Calls `stop` at the first signal. The second signal exits at once. */
export function onSignals(stop: () => void): void {
  let askedAtMs: number | undefined;
  const onSignal = (): void => {
    const now = performance.now();
    if (askedAtMs === undefined) {
      askedAtMs = now;
      stop();
    } else if (now - askedAtMs > SAME_KEYSTROKE_MS) process.exit(INTERRUPTED);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
}

/**
 * Calls `stop` when npm, npx or the launcher is gone, however it ended: otherwise, a runner could remain that nobody
 * knows of. A program that was started in another way continues without its parent.
 */
export function onParentGone(stop: () => void): void {
  const hasParent = ["npm_lifecycle_event", "RUN_CDK_OUT_LAUNCHER"].some((name) => process.env[name] !== undefined);
  if (!hasParent) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

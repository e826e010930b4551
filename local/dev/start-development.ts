import { Development, type DevelopmentOptions } from "./development.js";
import type { SourceWatcher } from "./source-watcher.js";

/**
 * Updates the running service whenever a source changes. It applies one change after the other.
 *
 * @param watcher a watcher that was created before the synthesis, so that it misses no change
 * @param debugged the functions with a debugger port
 */
export async function startDevelopment(
  options: DevelopmentOptions,
  watcher: SourceWatcher,
  debugged: readonly string[],
): Promise<void> {
  const development = new Development(options);
  await development.debug(debugged);
  let work = Promise.resolve();
  const enqueue = (task: () => Promise<void>): void => {
    work = work.then(task).catch((error: unknown) => options.print(String(error)));
  };
  enqueue(() => development.findInputs());
  watcher.start((paths) => enqueue(() => development.apply(paths)));
}

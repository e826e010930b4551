import { Development, type DevelopmentOptions } from "./development.js";
import type { SourceWatcher } from "./source-watcher.js";

/**
 * Brings the running service up to date whenever a source changes, one change after the other.
 *
 * @param watcher made before the sources were synthesized, so that no change is missed
 * @param debugged functions with a debugger port
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

/** Prints what the runner does and how long it takes, so that no wait is silent. */

/** A step that is still running is mentioned again at this interval. */
const REMINDER_MS = 5_000;

export interface Progress {
  /** Runs `work` as a named step, and returns its result. `note` adds a remark to the line of the step. */
  step<T>(name: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>;
}

/** Prints one line when a step has ended, and one for each reminder. */
export function createProgress(write: (line: string) => void): Progress {
  return {
    async step(name, work) {
      const start = performance.now();
      const elapsed = (): string => `${((performance.now() - start) / 1_000).toFixed(1)} s`;
      let remark = "";
      const reminder = setInterval(() => write(`  … ${name}: still running after ${elapsed()}`), REMINDER_MS);
      try {
        const result = await work((text) => (remark = `, ${text}`));
        write(`  ✓ ${name}${remark} (${elapsed()})`);
        return result;
      } catch (error) {
        write(`  ✗ ${name} (${elapsed()})`);
        throw error;
      } finally {
        clearInterval(reminder);
      }
    },
  };
}

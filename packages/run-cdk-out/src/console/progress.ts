/** Tells what the runner is doing, with the seconds it took: never a silent wait. */

/** A step that takes longer than this is mentioned again and again, each time so long. */
const REMINDER_MS = 5_000;

export interface Progress {
  /** Runs `work` as a named step and answers what it answers. */
  step<T>(name: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>;
}

/** Writes steps through `write`, a line each when a step is done (or still not). */
export function createProgress(write: (line: string) => void): Progress {
  return {
    async step(name, work) {
      const start = performance.now();
      const elapsed = (): string => `${((performance.now() - start) / 1_000).toFixed(1)} s`;
      let remark = "";
      const reminder = setInterval(() => write(`  … ${name}: still at it after ${elapsed()}`), REMINDER_MS);
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

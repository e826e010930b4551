/** The processes of all functions by tag. The SDK of a process sends its tag with each call to a service. */
export class RunningProcesses {
  readonly #pids = new Map<string, number>();
  #started = 0;

  /** Returns a tag for a new process. It is unique in this runner. */
  newTag(): string {
    this.#started += 1;
    return `process-${this.#started}`;
  }

  add(tag: string, pid: number): void {
    this.#pids.set(tag, pid);
  }

  remove(tag: string): void {
    this.#pids.delete(tag);
  }

  /** Sends SIGKILL. Does nothing if the process has ended. */
  kill(tag: string): void {
    const pid = this.#pids.get(tag);
    if (pid === undefined) return;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has just ended by itself.
    }
  }
}

/** Invocations that wait for a process. */
import type { PendingInvocation } from "./pending-invocation.js";

interface Waiting {
  readonly invocation: PendingInvocation;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A first-in, first-out queue with a time limit for each invocation. */
export class InvocationQueue {
  #waiting: Waiting[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Adds an invocation. If it waits longer than `waitMs`, it is removed and `onTimeout` is called. */
  add(invocation: PendingInvocation, waitMs: number, onTimeout: () => void): void {
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other.invocation !== invocation);
      onTimeout();
    }, waitMs);
    this.#waiting.push({ invocation, timer });
  }

  /** Puts an invocation that already had a process at the front, without a time limit. */
  addFirst(invocation: PendingInvocation): void {
    this.#waiting.unshift({ invocation, timer: undefined });
  }

  /** Removes invocations from the front as long as `place` finds a process for them. */
  drain(place: (invocation: PendingInvocation) => boolean): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (!place(first.invocation)) return;
      clearTimeout(first.timer);
      this.#waiting.shift();
    }
  }

  /** Rejects all invocations. */
  rejectAll(error: Error): void {
    for (const { invocation, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      invocation.reject(error);
    }
  }
}

/** Invocations that wait for a process, in the order of their arrival. */
import { type PendingInvocation } from "./pending-invocation.js";

interface Waiting {
  readonly invocation: PendingInvocation;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A first-in, first-out queue whose members may give up. */
export class InvocationQueue {
  #waiting: Waiting[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Queues an invocation; after `waitMs` it leaves the queue and `onGivenUp` is called. */
  add(invocation: PendingInvocation, waitMs: number, onGivenUp: () => void): void {
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other.invocation !== invocation);
      onGivenUp();
    }, waitMs);
    this.#waiting.push({ invocation, timer });
  }

  /** Puts an invocation that once had a process ahead of all others; it does not give up. */
  addFirst(invocation: PendingInvocation): void {
    this.#waiting.unshift({ invocation, timer: undefined });
  }

  /** Takes the first invocation for which `place` finds a process, and goes on until it finds none. */
  drain(place: (invocation: PendingInvocation) => boolean): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (!place(first.invocation)) return;
      clearTimeout(first.timer);
      this.#waiting.shift();
    }
  }

  /** Refuses all that wait. */
  rejectAll(error: Error): void {
    for (const { invocation, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      invocation.reject(error);
    }
  }
}

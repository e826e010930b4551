/** The running invocations of a process, with their responses and time limits. */
import type { IncomingMessage } from "node:http";
import { reportedFailure } from "./function-errors.js";
import type { PendingInvocation, ResponseReceipt } from "./pending-invocation.js";

interface Running {
  readonly invocation: PendingInvocation;
  readonly timer: NodeJS.Timeout;
  readonly startedAtMs: number;
  /** Whether the runtime has begun to respond. It responds only once. */
  responding: boolean;
  /** Whether the response is complete. */
  responded: boolean;
}

/** Running invocations by request ID. */
export class RunningInvocations {
  readonly #running = new Map<string, Running>();
  readonly #onEnd: (durationMs: number) => void;

  /** @param onEnd called when an invocation has ended, in any way, with its duration */
  constructor(onEnd: (durationMs: number) => void) {
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Adds an invocation. `onTimeout` is called if it is still running after `timeoutMs`. */
  add(invocation: PendingInvocation, timeoutMs: number, onTimeout: (invocation: PendingInvocation) => void): void {
    const timer = setTimeout(() => onTimeout(invocation), timeoutMs);
    const startedAtMs = performance.now();
    this.#running.set(invocation.requestId, { invocation, timer, startedAtMs, responding: false, responded: false });
  }

  /** Passes a response on until its end. Returns undefined if the invocation is not running or has a response. */
  async takeResponse(requestId: string, response: IncomingMessage): Promise<ResponseReceipt | undefined> {
    const running = this.#withoutResponse(requestId);
    if (running === undefined) return undefined;
    running.responding = true;
    const receipt = await running.invocation.takeResponse(response);
    running.responded = true;
    return receipt;
  }

  /** Passes an error on. Returns false if the invocation is not running or has a response. */
  takeError(requestId: string, payload: Buffer): boolean {
    const running = this.#withoutResponse(requestId);
    if (running === undefined) return false;
    running.responding = true;
    running.responded = true;
    running.invocation.fail(reportedFailure(payload));
    return true;
  }

  /** Removes and returns the invocations with a complete response. */
  removeCompleted(): PendingInvocation[] {
    return this.#removeAll([...this.#running.values()].filter(({ responded }) => responded));
  }

  remove({ requestId }: PendingInvocation): void {
    const running = this.#running.get(requestId);
    if (running === undefined) return;
    clearTimeout(running.timer);
    this.#running.delete(requestId);
    this.#onEnd(performance.now() - running.startedAtMs);
  }

  /** Removes and returns all invocations. */
  removeAll(): PendingInvocation[] {
    return this.#removeAll([...this.#running.values()]);
  }

  #withoutResponse(requestId: string): Running | undefined {
    const running = this.#running.get(requestId);
    return running?.responding === false ? running : undefined;
  }

  #removeAll(running: readonly Running[]): PendingInvocation[] {
    for (const { invocation } of running) this.remove(invocation);
    return running.map(({ invocation }) => invocation);
  }
}

/** The invocations that a process runs at this moment, what it has answered, and how long each may still take. */
import { type IncomingMessage } from "node:http";
import { reportedFault } from "./function-errors.js";
import { type PendingInvocation, type ResponseReceipt } from "./pending-invocation.js";

interface Running {
  readonly invocation: PendingInvocation;
  readonly timer: NodeJS.Timeout;
  /** The runtime has begun to answer; it answers once. */
  answering: boolean;
  /** The answer is whole. */
  answered: boolean;
}

/** Running invocations by request id. */
export class RunningInvocations {
  readonly #running = new Map<string, Running>();

  get size(): number {
    return this.#running.size;
  }

  /** Starts an invocation's clock; `onTimeout` is called if it is still here when the time is over. */
  add(invocation: PendingInvocation, timeoutMs: number, onTimeout: (invocation: PendingInvocation) => void): void {
    const timer = setTimeout(() => onTimeout(invocation), timeoutMs);
    this.#running.set(invocation.requestId, { invocation, timer, answering: false, answered: false });
  }

  /** Passes a response on until its end; undefined if the invocation is not running or has been answered. */
  async takeResponse(requestId: string, response: IncomingMessage): Promise<ResponseReceipt | undefined> {
    const running = this.#unanswered(requestId);
    if (running === undefined) return undefined;
    running.answering = true;
    const receipt = await running.invocation.takeResponse(response);
    running.answered = true;
    return receipt;
  }

  /** Passes an error on; false if the invocation is not running or has been answered. */
  takeError(requestId: string, payload: Buffer): boolean {
    const running = this.#unanswered(requestId);
    if (running === undefined) return false;
    running.answering = true;
    running.answered = true;
    running.invocation.fail(reportedFault(payload));
    return true;
  }

  /** Takes out those whose answer is whole. */
  removeAnswered(): PendingInvocation[] {
    return this.#removeAll([...this.#running.values()].filter(({ answered }) => answered));
  }

  /** Takes out one. */
  remove({ requestId }: PendingInvocation): void {
    clearTimeout(this.#running.get(requestId)?.timer);
    this.#running.delete(requestId);
  }

  /** Takes out the rest. */
  removeAll(): PendingInvocation[] {
    return this.#removeAll([...this.#running.values()]);
  }

  #unanswered(requestId: string): Running | undefined {
    const running = this.#running.get(requestId);
    return running?.answering === false ? running : undefined;
  }

  #removeAll(running: readonly Running[]): PendingInvocation[] {
    for (const { invocation } of running) this.remove(invocation);
    return running.map(({ invocation }) => invocation);
  }
}

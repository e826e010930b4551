/** Tells whether the stack has work that continues without a move of the clock, and waits for its end. */
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../clock/clock.js";
import type { EventSourceMapping } from "../functions/event-source-mapping.js";
import type { EventBusService } from "../services/event-bus.js";
import type { SqsService } from "../services/sqs.js";
import type { WaitingMessages } from "../services/sqs/message-store.js";
import type { FunctionRegistry } from "../template/function-registry.js";

export interface WorkReport {
  /** The current time of the clock in epoch milliseconds. */
  readonly nowMs: number;
  /** Whether no function runs, no event is on its way, and no function has a message that it could get now. */
  readonly atRest: boolean;
  /** The functions that run, by name. */
  readonly running: readonly string[];
  /** Deliveries and retries that wait for a later time of the clock. */
  readonly waiting: number;
  /** The queues with messages. */
  readonly queues: readonly (WaitingMessages & { readonly consumed: boolean })[];
}

export interface WorkParts {
  readonly functions: Pick<FunctionRegistry, "pools">;
  readonly sources: readonly EventSourceMapping[];
  readonly clock: Clock;
  readonly sqs: Pick<SqsService, "waitingMessages">;
  readonly bus: EventBusService | undefined;
}

export function describeWork({ functions, sources, clock, sqs, bus }: WorkParts): WorkReport {
  const running = functions
    .pools()
    .filter((pool) => pool.stats().busy > 0)
    .map(({ spec }) => spec.name);
  const consumed = new Set(sources.filter(({ enabled }) => enabled).map(({ queueName }) => queueName));
  const queues = sqs.waitingMessages().map((counts) => ({ ...counts, consumed: consumed.has(counts.queue) }));
  const isPolling = sources.some((source) => source.stats().running > 0);
  const isDelivering = (bus?.pendingDeliveries() ?? 0) > clock.waits;
  const hasMessages = queues.some((queue) => queue.consumed && queue.ready > 0);
  return {
    nowMs: clock.now(),
    atRest: running.length === 0 && !isPolling && !isDelivering && !hasMessages,
    running,
    waiting: clock.waits,
    queues,
  };
}

const LOOK_MS = 4;

/**
 * Waits until nothing happens without a move of the clock. Resolves to the last report, which is not at rest if `maxMs`
 * have passed. A caller that asked again and again would take more time of the processor than the work itself.
 */
export async function untilAtRest(parts: WorkParts, maxMs: number): Promise<WorkReport> {
  const endsAtMs = performance.now() + maxMs;
  let wasAtRest = false;
  for (;;) {
    // Counting messages reads a database. A function that runs is reason enough to wait.
    const isBusy = parts.functions.pools().some((pool) => pool.stats().busy > 0);
    const isLate = performance.now() > endsAtMs;
    const work = isBusy && !isLate ? undefined : describeWork(parts);
    // One look can fall between the end of an invocation and the message or event that it has sent.
    if (work !== undefined && (isLate || (work.atRest && wasAtRest))) return work;
    wasAtRest = work?.atRest ?? false;
    await pause(LOOK_MS);
  }
}

/**
 * Processes messages in lanes: while a slow message holds one of them, the others take further messages from the queue.
 *
 * A Lambda batch ends with its slowest message. Without lanes, ten messages of a slow receiver in ten batches would
 * stop everything else. An invocation stops taking messages before it would be too late to complete them. The time of
 * that stop is random, so that not all invocations stop taking messages at the same time.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { MessageReceiver, ReceivedMessage } from "../../aws/message-receiver.js";
import type { Log } from "../../core/shared/log.js";

export interface LaneTerms {
  /** The number of messages that one invocation processes at the same time. */
  readonly lanes: number;
  /** The longest time that one message takes. */
  readonly maxMessageMs: number;
}

export interface LaneWork extends LaneTerms {
  /**
   * The messages that Lambda has received. When the invocation ends, Lambda deletes them, except those that must stay.
   */
  readonly given: readonly ReceivedMessage[];
  readonly receiver: MessageReceiver;
  /** Never rejects. Resolves to whether the queue may delete the message. */
  readonly process: (message: ReceivedMessage) => Promise<boolean>;
  readonly remainingMs: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/** A message that takes longer is slow. Most batches have none, so they do not poll the queue. */
const POLL_AFTER_MS = 500;
/** A poll cannot be ended early, because SQS may already have handed out a message. */
const POLL_SECONDS = 1;
/** The random share of the time in which an invocation takes further messages. */
const RANDOM_SHARE = 0.5;

/** Resolves to the IDs of the given messages that must stay in the queue. */
export async function runInLanes(work: LaneWork): Promise<readonly string[]> {
  const { given, lanes, process } = work;
  const isOpen = createDeadlineCheck(work);
  const unfinishedIds: string[] = [];
  /** The running work, with its start times. */
  const running = new Map<Promise<void>, number>();
  const start = (message: ReceivedMessage, settle: (isDone: boolean) => Promise<void> | void): void => {
    const run: Promise<void> = process(message)
      .then(settle)
      .finally(() => running.delete(run));
    running.set(run, performance.now());
  };
  for (const message of given) {
    start(message, (isDone) => {
      if (!isDone) unfinishedIds.push(message.messageId);
    });
  }
  while (running.size > 0) {
    const soonMs = Math.min(...running.values()) + POLL_AFTER_MS - performance.now();
    if (soonMs > 0) await Promise.race([...running.keys(), pause(soonMs, undefined, { ref: false })]);
    else if (running.size < lanes && isOpen()) {
      for (const message of await receive(work, lanes - running.size)) {
        start(message, (isDone) => (isDone ? remove(work, message) : undefined));
      }
    } else await Promise.race(running.keys());
  }
  return unfinishedIds;
}

/** Returns a function that tells whether a message that is received now can be completed. */
function createDeadlineCheck({ maxMessageMs, remainingMs, random }: LaneWork): () => boolean {
  const neededMs = maxMessageMs + POLL_SECONDS * 1000;
  const closesAtMs = neededMs + Math.max(0, remainingMs() - neededMs) * RANDOM_SHARE * random();
  return () => remainingMs() > closesAtMs;
}

async function receive({ receiver, log }: LaneWork, atMost: number): Promise<readonly ReceivedMessage[]> {
  try {
    return await receiver.receive(Math.min(atMost, 10), POLL_SECONDS);
  } catch (error) {
    log.warn("No further messages could be received. The queue gives them to the next invocation.", { error });
    await pause(POLL_SECONDS * 1000);
    return [];
  }
}

async function remove({ receiver, log }: LaneWork, message: ReceivedMessage): Promise<void> {
  try {
    await receiver.remove(message);
  } catch (error) {
    log.warn("A processed message could not be deleted. The queue delivers it again.", { error });
  }
}

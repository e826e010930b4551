import type { LongPoll } from "./long-poll.js";
import type { MessageStore } from "./message-store.js";
import type { QueueRegistry } from "./queue-registry.js";

/** The state that the operations of SQS share. */
export interface SqsState {
  readonly queues: QueueRegistry;
  readonly messages: MessageStore;
  readonly longPoll: LongPoll;
  /** The endpoint; known only after the service has started. */
  endpoint(): string;
  readonly now: () => number;
}

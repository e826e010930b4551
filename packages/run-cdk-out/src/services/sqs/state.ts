import type { LongPoll } from "./long-poll.js";
import type { MessageStore } from "./message-store.js";
import type { QueueRegistry } from "./queue-registry.js";

/** What the operations of SQS work on. */
export interface SqsState {
  readonly queues: QueueRegistry;
  readonly messages: MessageStore;
  readonly longPoll: LongPoll;
  /** Where the service listens; known only once it does. */
  endpoint(): string;
}

/**
 * The messages of all queues. Each change is one transaction in SQLite.
 *
 * Receiving is fair between message groups: see fair-order.ts. A message that has been received as often as the redrive
 * policy allows moves to the dead-letter queue instead, and stays in its group there.
 */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { AwsError } from "../aws-error.js";
import { inTransaction } from "./database.js";
import { NO_GROUP, nextGroup } from "./fair-order.js";
import { GroupWork } from "./group-work.js";
import type { MessageAttributes } from "./message-digest.js";
import { numericAttribute, redrivePolicy } from "./queue-attributes.js";
import { nameFromArn, type Queue } from "./queue-registry.js";

export interface OutgoingMessage {
  readonly body: string;
  readonly attributes: MessageAttributes;
  readonly groupId: string | undefined;
  readonly traceHeader: string | undefined;
  readonly delaySeconds: number;
}

export interface StoredMessage {
  readonly sequence: number;
  readonly id: string;
  readonly body: string;
  readonly attributes: string;
  readonly group_id: string;
  readonly trace_header: string | null;
  readonly sent_ms: number;
  readonly receive_count: number;
  readonly receive_count_before_queue: number;
  readonly first_received_ms: number | null;
  readonly received_ms: number | null;
  readonly visible_at_ms: number;
  readonly receipt: string | null;
  readonly source_queue: string | null;
}

export type ReceivedMessage = StoredMessage & { readonly receipt: string; readonly first_received_ms: number };

/** The number of messages of a queue, by its name. */
export interface WaitingMessages {
  readonly queue: string;
  /** Messages that a receiver gets now. */
  readonly ready: number;
  /** Messages in flight, and delayed messages. */
  readonly hidden: number;
  /** Messages that a receiver has, and has not deleted. */
  readonly inFlight: number;
  /** When the next hidden message becomes visible, in epoch milliseconds; null if none is hidden. */
  readonly nextMs: number | null;
  /** When the oldest message was sent, in epoch milliseconds. */
  readonly oldestSentMs: number;
}

/** SQS hides a message for at most 12 hours after its receipt. */
const MAX_HIDDEN_MS = 43_200_000;

export class MessageStore {
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #work: GroupWork;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.#work = new GroupWork(database);
  }

  /** Adds a message and returns its ID. */
  send(queue: Queue, message: OutgoingMessage): string {
    const id = randomUUID();
    const sentMs = this.#now();
    this.#database
      .prepare(
        `INSERT INTO messages (queue, id, body, attributes, group_id, trace_header, sent_ms, visible_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        queue.name,
        id,
        message.body,
        JSON.stringify(message.attributes),
        message.groupId ?? NO_GROUP,
        message.traceHeader ?? null,
        sentMs,
        sentMs + message.delaySeconds * 1_000,
      );
    return id;
  }

  /**
   * Receives up to `limit` ready messages and hides them. `deadLettered` is the dead-letter queue, if messages moved
   * there.
   */
  receive(
    queue: Queue,
    limit: number,
    hideSeconds: number,
  ): { messages: ReceivedMessage[]; deadLettered: string | undefined } {
    return inTransaction(this.#database, () => {
      this.#deleteExpired(queue);
      const messages: ReceivedMessage[] = [];
      let deadLettered: string | undefined;
      const policy = redrivePolicy(queue.attributes);
      while (messages.length < limit) {
        const next = this.#pick(queue);
        if (!next) break;
        const receives = next.receive_count - next.receive_count_before_queue;
        if (policy && receives >= policy.maxReceiveCount) {
          deadLettered = nameFromArn(policy.deadLetterTargetArn);
          this.#move(next, deadLettered);
        } else messages.push(this.#take(queue, next, hideSeconds));
      }
      return { messages, deadLettered };
    });
  }

  /**
   * Makes messages in flight ready again. Delayed messages stay delayed. A message also stays hidden if its visibility
   * timeout differs from that of the queue: a receiver has changed it, for example to back off for hours.
   */
  returnInFlight(): void {
    this.#database
      .prepare(
        `UPDATE messages SET visible_at_ms = ?1
         WHERE receipt IS NOT NULL AND visible_at_ms > ?1 AND visible_at_ms - received_ms = (
           SELECT 1000 * CAST(COALESCE(json_extract(queues.attributes, '$.VisibilityTimeout'), '30') AS INTEGER)
           FROM queues WHERE queues.name = messages.queue
         )`,
      )
      .run(this.#now());
  }

  /** Deletes the message with this receipt handle. As on SQS, a handle from before the last receive has no effect. */
  delete(queue: Queue, receipt: string): void {
    checkReceipt(receipt);
    inTransaction(this.#database, () => {
      const row = this.#database
        .prepare("DELETE FROM messages WHERE receipt = ? AND queue = ? RETURNING *")
        .get(receipt, queue.name) as unknown as StoredMessage | undefined;
      if (row !== undefined) this.#countWork(queue, row, this.#now());
    });
  }

  /** Hides a message in flight for that many seconds from now; 0 makes it ready immediately. */
  changeVisibility(queue: Queue, receipt: string, seconds: number): void {
    checkReceipt(receipt);
    const row = this.#database
      .prepare("SELECT * FROM messages WHERE receipt = ? AND queue = ?")
      .get(receipt, queue.name);
    const message = row as unknown as StoredMessage | undefined;
    if (!message || message.visible_at_ms <= this.#now()) {
      throw new AwsError("MessageNotInflight", "The specified message isn't in flight.");
    }
    const visibleAtMs = this.#now() + seconds * 1_000;
    if (visibleAtMs - (message.received_ms ?? 0) > MAX_HIDDEN_MS) {
      throw new AwsError(
        "InvalidParameterValue",
        `Value ${seconds} for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message ` +
          "is beyond the limit [43200 seconds].",
      );
    }
    this.#database
      .prepare("UPDATE messages SET visible_at_ms = ? WHERE sequence = ?")
      .run(visibleAtMs, message.sequence);
  }

  purge(queue: Queue): void {
    for (const table of ["messages", "group_work"])
      this.#database.prepare(`DELETE FROM ${table} WHERE queue = ?`).run(queue.name);
  }

  /** Returns the time at which the next hidden or delayed message becomes ready, in epoch milliseconds. */
  nextVisibleAtMs(queue: Queue): number | undefined {
    const row = this.#database
      .prepare("SELECT MIN(visible_at_ms) AS at FROM messages WHERE queue = ? AND visible_at_ms > ?")
      .get(queue.name, this.#now());
    return (row as { at: number | null }).at ?? undefined;
  }

  /** Returns the three counts that SQS calls approximate. Here they are exact. */
  counts(queue: Queue): { ready: number; inFlight: number; delayed: number } {
    const row = this.#database
      .prepare(
        `SELECT COALESCE(SUM(visible_at_ms <= ?1), 0) AS ready,
                COALESCE(SUM(visible_at_ms > ?1 AND receipt IS NOT NULL), 0) AS inFlight,
                COALESCE(SUM(visible_at_ms > ?1 AND receipt IS NULL), 0) AS delayed
         FROM messages WHERE queue = ?2`,
      )
      .get(this.#now(), queue.name);
    return row as { ready: number; inFlight: number; delayed: number };
  }

  /** Returns the counts of every queue with messages. */
  waiting(): WaitingMessages[] {
    const rows = this.#database
      .prepare(
        `SELECT queue, SUM(visible_at_ms <= ?1) AS ready, SUM(visible_at_ms > ?1) AS hidden,
                SUM(visible_at_ms > ?1 AND receipt IS NOT NULL) AS inFlight,
                MIN(CASE WHEN visible_at_ms > ?1 THEN visible_at_ms END) AS nextMs, MIN(sent_ms) AS oldestSentMs
         FROM messages GROUP BY queue`,
      )
      .all(this.#now());
    return rows as unknown as WaitingMessages[];
  }

  #deleteExpired(queue: Queue): void {
    const oldestMs = this.#now() - numericAttribute(queue.attributes, "MessageRetentionPeriod") * 1_000;
    this.#database.prepare("DELETE FROM messages WHERE queue = ? AND sent_ms < ?").run(queue.name, oldestMs);
    this.#work.deleteOld(queue.name, this.#now());
  }

  #pick(queue: Queue): StoredMessage | undefined {
    const now = this.#now();
    const groups = this.#work.statesOf(queue.name, now);
    const groupId = nextGroup(groups, now);
    if (groupId === undefined) return undefined;
    if (groups.find((group) => group.groupId === groupId)?.ready === 1) this.#work.forget(queue.name, groupId, now);
    const row = this.#database
      .prepare("SELECT * FROM messages WHERE queue = ? AND group_id = ? ORDER BY visible_at_ms, sequence LIMIT 1")
      .get(queue.name, groupId);
    return row as unknown as StoredMessage;
  }

  #take(queue: Queue, message: StoredMessage, hideSeconds: number): ReceivedMessage {
    const now = this.#now();
    // An earlier receiver did not delete it: its work ended when the message became visible again.
    this.#countWork(queue, message, Math.min(now, message.visible_at_ms));
    const row = this.#database
      .prepare(
        `UPDATE messages SET receipt = ?, received_ms = ?, visible_at_ms = ?, receive_count = receive_count + 1,
                first_received_ms = COALESCE(first_received_ms, ?) WHERE sequence = ? RETURNING *`,
      )
      .get(randomUUID(), now, now + hideSeconds * 1_000, now, message.sequence);
    return row as unknown as ReceivedMessage;
  }

  #countWork(queue: Queue, { group_id, received_ms, receipt }: StoredMessage, endMs: number): void {
    if (receipt === null || received_ms === null) return;
    this.#work.add(queue.name, group_id, endMs - received_ms, this.#now());
  }

  #move(message: StoredMessage, target: string): void {
    this.#database
      .prepare(
        `UPDATE messages SET source_queue = queue, queue = ?, receipt = NULL, visible_at_ms = ?,
                receive_count_before_queue = receive_count WHERE sequence = ?`,
      )
      .run(target, this.#now(), message.sequence);
  }
}

function checkReceipt(receipt: string): void {
  if (/^[0-9a-f-]{36}$/.test(receipt)) return;
  throw new AwsError("ReceiptHandleIsInvalid", `The input receipt handle "${receipt}" is not valid.`, 404);
}

/** Messages that consumers held who are no more. */
import { type DatabaseSync } from "node:sqlite";

/**
 * Makes messages in flight ready again, as if their visibility timeout were over. Those whose time a consumer has set
 * itself (to back off for hours) stay hidden: they are told by not lasting exactly as long as their queue says.
 */
export function releaseAbandonedMessages(database: DatabaseSync, nowMs: number): void {
  database
    .prepare(
      `UPDATE messages SET visible_at_ms = ?1
       WHERE receipt IS NOT NULL AND visible_at_ms > ?1 AND visible_at_ms - received_ms = (
         SELECT 1000 * CAST(COALESCE(json_extract(queues.attributes, '$.VisibilityTimeout'), '30') AS INTEGER)
         FROM queues WHERE queues.name = messages.queue
       )`,
    )
    .run(nowMs);
}

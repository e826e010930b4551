/** The SQLite database of the queues. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * One row per message. While `visible_at_ms` is in the future, a message is in flight if it has a receipt, and delayed
 * otherwise. All other messages are ready. `messages_by_group` covers the query of ReceiveMessage, so that long queues
 * are fast. `group_work` is the processing time of message groups per minute.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS queues (
  name TEXT PRIMARY KEY,
  attributes TEXT NOT NULL,
  tags TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS messages (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  queue TEXT NOT NULL REFERENCES queues (name) ON DELETE CASCADE,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  attributes TEXT NOT NULL,
  group_id TEXT NOT NULL,
  trace_header TEXT,
  sent_ms INTEGER NOT NULL,
  visible_at_ms INTEGER NOT NULL,
  receive_count INTEGER NOT NULL DEFAULT 0,
  receive_count_before_queue INTEGER NOT NULL DEFAULT 0,
  first_received_ms INTEGER,
  received_ms INTEGER,
  receipt TEXT,
  source_queue TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS group_work (
  queue TEXT NOT NULL REFERENCES queues (name) ON DELETE CASCADE,
  group_id TEXT NOT NULL,
  minute INTEGER NOT NULL,
  work_ms INTEGER NOT NULL,
  PRIMARY KEY (queue, group_id, minute)
) STRICT, WITHOUT ROWID;
DROP INDEX IF EXISTS messages_to_receive;
CREATE INDEX IF NOT EXISTS messages_by_group
  ON messages (queue, group_id, visible_at_ms, sequence, receipt, received_ms, sent_ms);
CREATE INDEX IF NOT EXISTS messages_by_age ON messages (queue, sent_ms);
CREATE INDEX IF NOT EXISTS messages_by_receipt ON messages (receipt) WHERE receipt IS NOT NULL;
`;

/** Opens `queues.sqlite` in the folder. Committed rows survive a kill of the process. */
export function openQueueDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, "queues.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
  database.exec(SCHEMA);
  return database;
}

/** Runs the work in one transaction, which is rolled back if it throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** The consumer time that the messages of each group have used, for the order of fair queues. */
import type { DatabaseSync } from "node:sqlite";
import { type GroupState, NO_GROUP, RECENT_WORK_MS } from "./fair-order.js";

const MINUTE_MS = 60_000;

interface GroupRow {
  readonly group_id: string;
  readonly ready: number;
  readonly in_flight: number;
  readonly in_flight_ms: number;
  readonly ready_since_ms: number | null;
  readonly first_sequence: number | null;
  readonly last_sent_ms: number;
}

export class GroupWork {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Adds the time for which one message was in flight. */
  add(queue: string, groupId: string, workMs: number, nowMs: number): void {
    this.#database
      .prepare(
        `INSERT INTO group_work VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET work_ms = work_ms + excluded.work_ms`,
      )
      .run(queue, groupId, Math.floor(nowMs / MINUTE_MS), Math.max(0, workMs));
  }

  /**
   * Detaches the time from its group when the backlog of the group is used up. The time still counts toward the total.
   */
  forget(queue: string, groupId: string, nowMs: number): void {
    const row = this.#database
      .prepare("SELECT SUM(work_ms) AS work FROM group_work WHERE queue = ? AND group_id = ?")
      .get(queue, groupId) as { work: number | null };
    if (row.work === null || groupId === NO_GROUP) return;
    this.#database.prepare("DELETE FROM group_work WHERE queue = ? AND group_id = ?").run(queue, groupId);
    this.add(queue, NO_GROUP, row.work, nowMs);
  }

  deleteOld(queue: string, nowMs: number): void {
    const oldest = Math.floor((nowMs - RECENT_WORK_MS) / MINUTE_MS);
    this.#database.prepare("DELETE FROM group_work WHERE queue = ? AND minute < ?").run(queue, oldest);
  }

  /** Returns the state of each group with messages, and of each group whose processing time is recent. */
  statesOf(queue: string, nowMs: number): GroupState[] {
    const rows = this.#database
      .prepare(
        `SELECT group_id, SUM(visible_at_ms <= ?1) AS ready,
                SUM(visible_at_ms > ?1 AND receipt IS NOT NULL) AS in_flight,
                SUM(CASE WHEN visible_at_ms > ?1 AND receipt IS NOT NULL THEN MAX(1, ?1 - received_ms) ELSE 0 END)
                  AS in_flight_ms,
                MIN(CASE WHEN visible_at_ms <= ?1 THEN visible_at_ms END) AS ready_since_ms,
                MIN(CASE WHEN visible_at_ms <= ?1 THEN sequence END) AS first_sequence,
                MAX(sent_ms) AS last_sent_ms
         FROM messages WHERE queue = ?2 GROUP BY group_id`,
      )
      .all(nowMs, queue) as unknown as GroupRow[];
    const states = new Map(rows.map((row) => [row.group_id, stateOf(row)]));
    const recent = this.#database
      .prepare("SELECT group_id, SUM(work_ms) AS work FROM group_work WHERE queue = ? GROUP BY group_id")
      .all(queue) as unknown as { group_id: string; work: number }[];
    for (const { group_id: groupId, work } of recent) {
      const state = states.get(groupId) ?? idleState(groupId);
      states.set(groupId, { ...state, workMs: state.workMs + work });
    }
    return [...states.values()];
  }
}

function stateOf(row: GroupRow): GroupState {
  return {
    groupId: row.group_id,
    ready: row.ready,
    inFlight: row.in_flight,
    workMs: row.in_flight_ms,
    readySinceMs: row.ready_since_ms ?? Infinity,
    firstSequence: row.first_sequence ?? Infinity,
    lastSentMs: row.last_sent_ms,
  };
}

function idleState(groupId: string): GroupState {
  return {
    ...{ groupId, ready: 0, inFlight: 0, workMs: 0 },
    ...{ readySinceMs: Infinity, firstSequence: Infinity, lastSentMs: 0 },
  };
}

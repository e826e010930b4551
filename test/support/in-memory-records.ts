/** Idempotency records in memory, with the same conditions as the table. */
import { isExpired } from "../../core/idempotency/respond-once.js";
import type { IdempotencyRecord, IdempotencyRecorder } from "../../core/idempotency/idempotency-record.js";

export interface InMemoryRecords extends IdempotencyRecorder {
  readonly items: Map<string, IdempotencyRecord>;
  /** Returns whether no unexpired record has this ID. */
  isFree(id: string, nowMs: number): boolean;
}

export function createInMemoryRecords(): InMemoryRecords {
  const items: InMemoryRecords["items"] = new Map();
  const isFree = (id: string, nowMs: number) => {
    const record = items.get(id);
    return record === undefined || isExpired(record, nowMs);
  };
  return {
    items,
    isFree,
    findRecord: async (id) => items.get(id),
    putFirst: async (record, nowMs) => {
      const canPut = isFree(record.id, nowMs);
      if (canPut) items.set(record.id, record);
      return canPut;
    },
  };
}

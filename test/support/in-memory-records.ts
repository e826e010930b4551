/** Idempotency records in memory, with the same conditions as the table. */
import { AlreadyRecordedError } from "../../core/idempotency/already-recorded.js";
import {
  type IdempotencyRecord,
  type IdempotencyRecorder,
  recordedAtMs,
} from "../../core/idempotency/idempotency-record.js";
import { isExpired } from "../../core/idempotency/respond-once.js";

export interface InMemoryRecords extends IdempotencyRecorder {
  readonly items: Map<string, IdempotencyRecord>;
  /** Returns whether no unexpired record has this ID. */
  isFree(id: string, nowMs: number): boolean;
  /** @throws AlreadyRecordedError if an unexpired record has the ID of this one. */
  requireFree(record: IdempotencyRecord | undefined): void;
  /** Stores a record that is written together with something else. */
  keep(record: IdempotencyRecord | undefined): void;
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
    requireFree: (record) => {
      if (record !== undefined && !isFree(record.id, recordedAtMs(record))) throw new AlreadyRecordedError();
    },
    keep: (record) => {
      if (record !== undefined) items.set(record.id, record);
    },
    findRecord: async (id) => items.get(id),
    putFirst: async (record, nowMs) => {
      const canPut = isFree(record.id, nowMs);
      if (canPut) items.set(record.id, record);
      return canPut;
    },
  };
}

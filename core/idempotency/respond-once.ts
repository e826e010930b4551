/** Runs a request once for its Idempotency-Key, and gives its first answer again ever after. */
import { validationError } from "../contract/errors.js";
import type { IdempotencyRecord, IdempotencyStore, IdempotentRequest } from "./idempotency-record.js";

export interface RecordedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What running came to: an answer, or word that another run of the same request has recorded its own first. */
export type Run = ({ readonly kind: "answered" } & RecordedAnswer) | { readonly kind: "recorded" };

export interface OnceAnswered extends RecordedAnswer {
  readonly replayed: boolean;
}

/**
 * `run` must write the record in the same transaction as what it creates, on condition that there is none.
 *
 * @throws ServiceError `VALIDATION_ERROR` when the key came with another body before, and whatever `run` throws. When
 *   the record can't be read the request fails: it must not run twice.
 */
export async function answerOnce(
  store: IdempotencyStore,
  request: IdempotentRequest | undefined,
  nowMs: number,
  run: () => Promise<Run>,
): Promise<OnceAnswered> {
  const first = request === undefined ? undefined : await findLive(store, request, nowMs);
  if (first !== undefined) return first;
  const result = await run();
  if (result.kind === "answered") return { status: result.status, body: result.body, replayed: false };
  const recorded = request === undefined ? undefined : await findLive(store, request, nowMs);
  if (recorded === undefined) throw new Error("An idempotency record was said to be there and is not.");
  return recorded;
}

async function findLive(
  store: IdempotencyStore,
  { id, bodyHash }: IdempotentRequest,
  nowMs: number,
): Promise<OnceAnswered | undefined> {
  const record = await store.findRecord(id);
  if (record === undefined || isExpired(record, nowMs)) return undefined;
  if (record.bodyHash !== bodyHash) {
    const message = "This `Idempotency-Key` was used with another body before; use a new one.";
    throw validationError(message, [{ path: "Idempotency-Key", message }]);
  }
  return { status: record.status, body: JSON.parse(record.answer) as unknown, replayed: true };
}

export function isExpired({ expiresAt }: IdempotencyRecord, nowMs: number): boolean {
  return expiresAt * 1000 <= nowMs;
}

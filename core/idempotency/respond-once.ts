/** Runs a request once for its `Idempotency-Key`, and returns the first response for every repetition. */
import { validationError } from "../contract/errors.js";
import type { IdempotencyRecord, IdempotencyStore, IdempotentRequest } from "./idempotency-record.js";

export interface RecordedResponse {
  readonly status: number;
  readonly body: unknown;
}

/** `recorded`: another run of the same request wrote its record first, and this run changed nothing. */
export type RunResult = ({ readonly kind: "completed" } & RecordedResponse) | { readonly kind: "recorded" };

export interface OnceResponse extends RecordedResponse {
  readonly replayed: boolean;
}

/**
 * `run` must write the record in the same transaction as what it creates, on the condition that no record exists.
 *
 * @throws ServiceError `VALIDATION_ERROR` if the key was used with a different request, and everything that `run` throws.
 *   If the record cannot be read, the request fails, because it must not run twice.
 */
export async function respondOnce(
  store: IdempotencyStore,
  request: IdempotentRequest | undefined,
  nowMs: number,
  run: () => Promise<RunResult>,
): Promise<OnceResponse> {
  const first = request === undefined ? undefined : await findUnexpired(store, request, nowMs);
  if (first !== undefined) return first;
  const result = await run();
  if (result.kind === "completed") return { status: result.status, body: result.body, replayed: false };
  const recorded = request === undefined ? undefined : await findUnexpired(store, request, nowMs);
  if (recorded === undefined) throw new Error("The idempotency record that prevented a write does not exist.");
  return recorded;
}

async function findUnexpired(
  store: IdempotencyStore,
  { id, bodyHash }: IdempotentRequest,
  nowMs: number,
): Promise<OnceResponse | undefined> {
  const record = await store.findRecord(id);
  if (record === undefined || isExpired(record, nowMs)) return undefined;
  if (record.bodyHash !== bodyHash) {
    const message = "This `Idempotency-Key` was already used with a different request. Use a new key.";
    throw validationError(message, [{ path: "Idempotency-Key", message }]);
  }
  return { status: record.status, body: JSON.parse(record.responseBody) as unknown, replayed: true };
}

export function isExpired({ expiresAt }: IdempotencyRecord, nowMs: number): boolean {
  return expiresAt * 1000 <= nowMs;
}

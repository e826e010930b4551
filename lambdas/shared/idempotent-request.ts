/** Reads the Idempotency-Key of a request. */
import { type IdempotentRequest, readIdempotencyKey } from "../../core/idempotency/idempotency-record.js";
import { header, type HttpEvent } from "./http-event.js";

/** Marks a response that repeats an earlier one. */
export const REPLAYED = { "idempotency-replayed": "true" };

/**
 * Returns `undefined` for a request without a key.
 *
 * @param pathId the ID in the path, on routes that have one
 * @throws ServiceError `BAD_REQUEST`.
 */
export function idempotentRequest(
  event: HttpEvent,
  workspaceId: string,
  route: string,
  pathId?: string,
): IdempotentRequest | undefined {
  const key = header(event, "idempotency-key");
  return key === undefined
    ? undefined
    : readIdempotencyKey(key, { workspaceId, route, pathId, body: event.body ?? "" });
}

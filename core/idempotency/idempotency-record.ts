/** The first response to an `Idempotency-Key`. It is stored beside the job that the request created. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { IDEMPOTENCY_MS } from "../contract/limits.js";
import { ServiceError } from "../contract/errors.js";

export const idempotencyRecordSchema = z.object({
  id: z.string().startsWith("idempotency#"),
  /** SHA-256 of the request body, and of the ID in the path if there is one. */
  bodyHash: z.string(),
  /** The workspace of the caller. Older records name none. */
  workspaceId: z.uuid().optional(),
  status: z.int(),
  /** JSON text. */
  responseBody: z.string(),
  /** Epoch seconds. This is the TTL attribute of the table. DynamoDB can delete expired items late. */
  expiresAt: z.int(),
});
export type IdempotencyRecord = z.infer<typeof idempotencyRecordSchema>;

export interface IdempotencyStore {
  /** Reads a record consistently. Throws if the read fails: a failure must not look like a missing record. */
  findRecord(id: string): Promise<IdempotencyRecord | undefined>;
}

/** The record ID of a request with an `Idempotency-Key`, and the hash that identifies an equal body. */
export interface IdempotentRequest {
  readonly workspaceId?: string;
  readonly id: string;
  readonly bodyHash: string;
}

/** Stores the record of a request that creates nothing else. */
export interface IdempotencyRecorder extends IdempotencyStore {
  /** Writes the record unless an unexpired one exists. Resolves to whether it was written. */
  putFirst(record: IdempotencyRecord, nowMs: number): Promise<boolean>;
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export interface KeyedRequest {
  readonly workspaceId: string;
  readonly route: string;
  /** The ID in the path, on routes that have one. A request with another ID is a different request. */
  readonly pathId?: string | undefined;
  /** The request body as it was sent. */
  readonly body: string;
}

/** @throws ServiceError `BAD_REQUEST` for a malformed key. */
export function readIdempotencyKey(key: string, { workspaceId, route, pathId, body }: KeyedRequest): IdempotentRequest {
  if (!VISIBLE_ASCII.test(key)) {
    throw new ServiceError("BAD_REQUEST", "An `Idempotency-Key` must have 1 to 255 visible ASCII characters.");
  }
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const content = pathId === undefined ? body : JSON.stringify([pathId, body]);
  return { id: `idempotency#${hash(JSON.stringify([workspaceId, route, key]))}`, bodyHash: hash(content), workspaceId };
}

/** Returns the record of a 2xx response. */
export function recordOf(
  { id, bodyHash, workspaceId }: IdempotentRequest,
  status: number,
  responseBody: unknown,
  nowMs: number,
): IdempotencyRecord {
  const expiresAt = Math.ceil((nowMs + IDEMPOTENCY_MS) / 1000);
  const owner = workspaceId === undefined ? {} : { workspaceId };
  return { id, bodyHash, ...owner, status, responseBody: JSON.stringify(responseBody), expiresAt };
}

/** Returns the time when a record was created, rounded up to the next second. */
export function recordedAtMs({ expiresAt }: IdempotencyRecord): number {
  return expiresAt * 1000 - IDEMPOTENCY_MS;
}

/** The first answer to an Idempotency-Key, kept beside what it created. */
import { createHash } from "node:crypto";
import * as z from "zod";
import { IDEMPOTENCY_MS } from "../contract/limits.js";
import { ServiceError } from "../contract/errors.js";

export const idempotencyRecordSchema = z.object({
  id: z.string().startsWith("idempotency#"),
  /** SHA-256 of the request's body. */
  bodyHash: z.string(),
  status: z.int(),
  /** The answer's body, as JSON text. */
  answer: z.string(),
  /** Epoch seconds; the table's TTL, which may come late. */
  expiresAt: z.int(),
});
export type IdempotencyRecord = z.infer<typeof idempotencyRecordSchema>;

export interface IdempotencyStore {
  /** The record as it stands at this moment; a failure to read is thrown, never taken for "none". */
  findRecord(id: string): Promise<IdempotencyRecord | undefined>;
}

/** A request that may be repeated: its record's id, and what tells an equal request from another. */
export interface IdempotentRequest {
  readonly id: string;
  readonly bodyHash: string;
}

/** Keeps the record of a request that creates nothing else. */
export interface IdempotencyRecorder extends IdempotencyStore {
  /** Keeps the record unless there is one whose time is not over. @returns whether it was kept */
  keepFirst(record: IdempotencyRecord, nowMs: number): Promise<boolean>;
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** @param body the request's body as it was sent. @throws ServiceError `BAD_REQUEST` for a key that can't be one. */
export function readIdempotencyKey(
  key: string,
  { workspaceId, route, body }: { workspaceId: string; route: string; body: string },
): IdempotentRequest {
  if (!VISIBLE_ASCII.test(key)) {
    throw new ServiceError("BAD_REQUEST", "An `Idempotency-Key` has 1 to 255 visible ASCII characters.");
  }
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  return { id: `idempotency#${hash(JSON.stringify([workspaceId, route, key]))}`, bodyHash: hash(body) };
}

/** The record of a 2xx answer. */
export function recordOf(
  { id, bodyHash }: IdempotentRequest,
  status: number,
  answer: unknown,
  nowMs: number,
): IdempotencyRecord {
  const expiresAt = Math.ceil((nowMs + IDEMPOTENCY_MS) / 1000);
  return { id, bodyHash, status, answer: JSON.stringify(answer), expiresAt };
}

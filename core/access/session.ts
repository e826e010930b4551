/**
 * Sessions: what a page of the service's own origin holds instead of a key.
 *
 * The cookie is `<token>.<hash of the key>`: 32 random bytes as base64url, and where to find the key, so that session and
 * key are read in one go. A session is worth nothing without its key, so it stops when the key is revoked.
 */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { apiKeyHashSchema } from "./api-key-record.js";

const TOKEN_BYTES = 32;
const COOKIE_PATTERN = /^([A-Za-z0-9_-]{43})\.([0-9a-f]{64})$/;
const PREFIX = "session#";

export const sessionRecordSchema = z.object({
  /** `session#` and the token's SHA-256: the token itself is stored nowhere. */
  hash: z.string().regex(/^session#[0-9a-f]{64}$/),
  keyHash: apiKeyHashSchema,
  expiresAtMs: z.int(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** Where a session and its key are stored. */
export type SessionAddress = Pick<SessionRecord, "hash" | "keyHash">;

export interface SessionStore {
  putSession(session: SessionRecord): Promise<void>;
  /** One that is not there is ended as well. */
  deleteSession(hash: string): Promise<void>;
}

/** A fresh session's cookie value. */
export function createSessionCookie(keyHash: string): string {
  return `${randomBytes(TOKEN_BYTES).toString("base64url")}.${keyHash}`;
}

/** `undefined` for what can't be a session's cookie. */
export function sessionAddressOf(cookie: string): SessionAddress | undefined {
  const [, token, keyHash] = COOKIE_PATTERN.exec(cookie) ?? [];
  if (token === undefined || keyHash === undefined) return undefined;
  return { hash: PREFIX + createHash("sha256").update(token).digest("hex"), keyHash };
}

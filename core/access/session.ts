/**
 * Sessions: pages of the service's own origin use them instead of an API key.
 *
 * The cookie is `<token>.<hash of the key>`. The token is 32 random bytes as base64url. The hash lets one batch read get
 * both the session and its key. A session is valid only while its key exists, so it ends when the key is revoked.
 */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { apiKeyHashSchema } from "./api-key-record.js";

const TOKEN_BYTES = 32;
const COOKIE_PATTERN = /^([A-Za-z0-9_-]{43})\.([0-9a-f]{64})$/;
const PREFIX = "session#";

export const sessionRecordSchema = z.object({
  /** `session#` and the SHA-256 of the token. The token itself is not stored. */
  hash: z.string().regex(/^session#[0-9a-f]{64}$/),
  keyHash: apiKeyHashSchema,
  expiresAtMs: z.int(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** The table keys of a session and its API key. */
export type SessionAddress = Pick<SessionRecord, "hash" | "keyHash">;

export interface SessionStore {
  putSession(session: SessionRecord): Promise<void>;
  /** Does nothing if the session does not exist. */
  deleteSession(hash: string): Promise<void>;
}

/** Creates the cookie value of a new session. */
export function createSessionCookie(keyHash: string): string {
  return `${randomBytes(TOKEN_BYTES).toString("base64url")}.${keyHash}`;
}

/** Returns `undefined` for a malformed cookie. */
export function sessionAddressOf(cookie: string): SessionAddress | undefined {
  const [, token, keyHash] = COOKIE_PATTERN.exec(cookie) ?? [];
  if (token === undefined || keyHash === undefined) return undefined;
  return { hash: PREFIX + createHash("sha256").update(token).digest("hex"), keyHash };
}

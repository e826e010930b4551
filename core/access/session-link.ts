/**
 * Sign-in links, which begin a session without a key. An administrator sends one to a colleague, and the local runner
 * prints one.
 *
 * The token is 32 random bytes as base64url. It is in the fragment of the link, which browsers send to no server. Only
 * its SHA-256 is stored, so neither the table nor a log contains a link that works.
 */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { apiKeyHashSchema } from "./api-key-record.js";
import { guestSchema } from "./guest.js";
import type { SessionRecord } from "./session.js";

const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const PREFIX = "link#";

export const sessionLinkRecordSchema = guestSchema.extend({
  /** `link#` and the SHA-256 of the token. */
  hash: z.string().regex(/^link#[0-9a-f]{64}$/),
  /** The key that created the link. The link and its session are valid only while the key exists. */
  keyHash: apiKeyHashSchema,
  expiresAtMs: z.int(),
});
export type SessionLinkRecord = z.infer<typeof sessionLinkRecordSchema>;

export interface SessionLinkStore {
  putLink(link: SessionLinkRecord): Promise<void>;
  /** The read is consistent. */
  findLink(hash: string): Promise<SessionLinkRecord | undefined>;
  /**
   * Deletes the link and stores the session, in one transaction. Resolves to `false`, with no change, if the link does
   * not exist. So a link begins one session, even if several requests have its token at the same time.
   */
  exchangeLink(hash: string, session: SessionRecord): Promise<boolean>;
}

/** Creates a random token. Show it once: the service stores only its hash. */
export function createLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Returns the stored form of a token, or `undefined` for a malformed one. */
export function hashLinkToken(token: string): string | undefined {
  return TOKEN_PATTERN.test(token) ? PREFIX + createHash("sha256").update(token).digest("hex") : undefined;
}

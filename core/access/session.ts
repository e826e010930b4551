/**
 * Sessions, which pages on the service's own origin use instead of an API key.
 *
 * The cookie's value is `<token>.<hash of the key>`. The token is 32 random bytes as base64url. The hash lets one batch
 * read get both the session and its key. A session is valid only while its key exists, so it ends when the key is
 * revoked.
 *
 * A session that began with a sign-in link has its own name and scopes, and `link.` before its token. Versions of the
 * service without such links would give it all scopes of the key. They refuse such a cookie as malformed.
 */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { SESSION_COOKIE, type SessionCookieName } from "../contract/session-cookie.js";
import { apiKeyHashSchema } from "./api-key-record.js";
import { guestSchema } from "./guest.js";

const TOKEN_BYTES = 32;
const LINK = "link.";
const COOKIE_PATTERN = /^((?:link\.)?[A-Za-z0-9_-]{43})\.([0-9a-f]{64})$/;
const PREFIX = "session#";

export const sessionRecordSchema = z.object({
  /** `session#` and the SHA-256 of the cookie's name and its token. The token itself is not stored. */
  hash: z.string().regex(/^session#[0-9a-f]{64}$/),
  keyHash: apiKeyHashSchema,
  expiresAtMs: z.int(),
  /** Only if the session began with a sign-in link. */
  guest: guestSchema.optional(),
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** The table keys of a session and its API key. */
export type SessionAddress = Pick<SessionRecord, "hash" | "keyHash">;

/** A session cookie of a request. */
export interface SessionCookie {
  readonly name: SessionCookieName;
  readonly value: string;
}

export interface SessionStore {
  putSession(session: SessionRecord): Promise<void>;
  /** Does nothing if the session does not exist. */
  deleteSession(hash: string): Promise<void>;
}

/** Creates the cookie of a new session, and the table keys of the session. */
export function createSessionCookie(
  keyHash: string,
  begunBy: "key" | "link",
): { readonly cookie: SessionCookie; readonly address: SessionAddress } {
  const token = `${begunBy === "link" ? LINK : ""}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
  const cookie = { name: SESSION_COOKIE, value: `${token}.${keyHash}` } as const;
  const address = sessionAddressOf(cookie);
  if (address === undefined) throw new Error("The new session cookie is malformed.");
  return { cookie, address };
}

/**
 * Returns `undefined` for a malformed cookie. The name is part of the hash, so a session is valid only under the cookie
 * name that it was created with. Under the old name, another host could give a browser somebody else's session.
 */
export function sessionAddressOf({ name, value }: SessionCookie): SessionAddress | undefined {
  const [, token, keyHash] = COOKIE_PATTERN.exec(value) ?? [];
  if (token === undefined || keyHash === undefined) return undefined;
  const hashed = name === SESSION_COOKIE ? `${name}=${token}` : token;
  return { hash: PREFIX + createHash("sha256").update(hashed).digest("hex"), keyHash };
}

/** Creates a session for an API key. */
import { ServiceError } from "../contract/errors.js";
import { SESSION_MS } from "../contract/limits.js";
import { hashApiKey, isApiKey } from "./api-key.js";
import type { ApiKeyRecord } from "./api-key-record.js";
import type { ApiKeyStore } from "./authenticate.js";
import { createSessionCookie, type SessionCookie, sessionAddressOf, type SessionStore } from "./session.js";

export interface CreateSessionDependencies {
  readonly apiKeys: Pick<ApiKeyStore, "findByHash">;
  readonly sessions: Pick<SessionStore, "putSession">;
  readonly now: () => number;
}

export interface CreatedSession {
  readonly key: ApiKeyRecord;
  readonly cookie: SessionCookie;
  readonly expiresAtMs: number;
}

/** @throws ServiceError `UNAUTHORIZED` for an invalid key. */
export async function createSession(
  { apiKeys, sessions, now }: CreateSessionDependencies,
  apiKey: string,
): Promise<CreatedSession> {
  const key = isApiKey(apiKey) ? await apiKeys.findByHash(hashApiKey(apiKey)) : undefined;
  if (key === undefined) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
  const cookie = createSessionCookie(key.hash);
  const address = sessionAddressOf(cookie);
  if (address === undefined) throw new Error("createSessionCookie returned a malformed cookie.");
  const expiresAtMs = now() + SESSION_MS;
  await sessions.putSession({ ...address, expiresAtMs });
  return { key, cookie, expiresAtMs };
}

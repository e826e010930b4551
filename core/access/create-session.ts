/** Creates a session from an API key or a sign-in link. */
import type { CreateSession } from "../contract/access-api.js";
import { ServiceError } from "../contract/errors.js";
import { SESSION_MS } from "../contract/limits.js";
import { hashApiKey, isApiKey } from "./api-key.js";
import type { ApiKeyRecord } from "./api-key-record.js";
import type { ApiKeyStore } from "./authenticate.js";
import { guestScopes } from "./guest.js";
import { createSessionCookie, type SessionCookie, type SessionStore } from "./session.js";
import { hashLinkToken, type SessionLinkStore } from "./session-link.js";

export interface CreateSessionDependencies {
  readonly apiKeys: Pick<ApiKeyStore, "findByHash">;
  readonly sessions: Pick<SessionStore, "putSession">;
  readonly links: Pick<SessionLinkStore, "findLink" | "exchangeLink">;
  readonly now: () => number;
}

export interface CreatedSession {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly scopes: ApiKeyRecord["scopes"];
  readonly by: "key" | "link";
  readonly cookie: SessionCookie;
  readonly expiresAtMs: number;
}

/** @throws ServiceError `UNAUTHORIZED` for an invalid key or link. */
export async function createSession(
  dependencies: CreateSessionDependencies,
  { apiKey, token = "" }: CreateSession,
): Promise<CreatedSession> {
  return apiKey === undefined ? await byLink(dependencies, token) : await byKey(dependencies, apiKey);
}

async function byKey({ apiKeys, sessions, now }: CreateSessionDependencies, apiKey: string): Promise<CreatedSession> {
  const key = isApiKey(apiKey) ? await apiKeys.findByHash(hashApiKey(apiKey)) : undefined;
  if (key === undefined) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
  const { workspaceId, keyId, scopes } = key;
  const { cookie, address } = createSessionCookie(key.hash, "key");
  const expiresAtMs = now() + SESSION_MS;
  await sessions.putSession({ ...address, expiresAtMs });
  return { workspaceId, keyId, scopes, by: "key", cookie, expiresAtMs };
}

async function byLink({ apiKeys, links, now }: CreateSessionDependencies, token: string): Promise<CreatedSession> {
  const hash = hashLinkToken(token);
  const link = hash === undefined ? undefined : await links.findLink(hash);
  // DynamoDB can delete expired links late, so check the time as well.
  const key = link !== undefined && now() < link.expiresAtMs ? await apiKeys.findByHash(link.keyHash) : undefined;
  if (link === undefined || key === undefined) throw invalidLink();
  const { cookie, address } = createSessionCookie(key.hash, "link");
  const expiresAtMs = now() + SESSION_MS;
  const guest = { name: link.name, scopes: link.scopes };
  if (!(await links.exchangeLink(link.hash, { ...address, expiresAtMs, guest }))) throw invalidLink();
  const { workspaceId, keyId } = key;
  return { workspaceId, keyId, scopes: guestScopes(guest, key), by: "link", cookie, expiresAtMs };
}

/** The text is the same for every reason, because a response must not reveal which links exist. */
function invalidLink(): ServiceError {
  return new ServiceError(
    "UNAUTHORIZED",
    "This sign-in link has expired or has been used. Ask for a new one, or sign in with an API key.",
  );
}

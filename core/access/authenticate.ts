/** Identifies the caller of a request by API key or session cookie. */
import { LRUCache } from "lru-cache";
import { CREDENTIAL_CACHE_SECONDS } from "../contract/caching.js";
import { ServiceError } from "../contract/errors.js";
import type { Plan, Plans } from "../contract/plans.js";
import type { Scope } from "../contract/scopes.js";
import { hashApiKey, isApiKey } from "./api-key.js";
import type { ApiKeyRecord } from "./api-key-record.js";
import { guestScopes } from "./guest.js";
import type { NoteUse } from "./note-use.js";
import { type SessionAddress, type SessionCookie, sessionAddressOf, type SessionRecord } from "./session.js";

export interface ApiKeyStore {
  findByHash(hash: string): Promise<ApiKeyRecord | undefined>;
  /** Reads a session and its key. Resolves to `undefined` unless both exist and the session belongs to the key. */
  findSession(
    address: SessionAddress,
  ): Promise<{ readonly session: SessionRecord; readonly key: ApiKeyRecord } | undefined>;
}

/** The authenticated caller of a request. */
export interface Caller {
  readonly workspaceId: string;
  readonly keyId: string;
  /** The stored hash of the key, which the sessions and sign-in links of the key refer to. */
  readonly keyHash: string;
  /** The name of the key, or of the sign-in link that the session began with. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly planName: string;
  readonly plan: Plan;
  /** Browsers send session cookies automatically, so requests with a session also need `checkOrigin`. */
  readonly by: "key" | "session";
  /** The end of the session. `undefined` for a key. */
  readonly expiresAtMs?: number;
  /** Whether the session began with a sign-in link. Such a caller can pass on only its own scopes. */
  readonly isGuest?: true;
}

/** The credentials of a request. An API key takes precedence over a session. */
export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly session: SessionCookie | undefined;
}

export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/** How long a result is cached. Revoked keys, their sessions, and ended sessions stop working within this time. */
const CACHE_MS = CREDENTIAL_CACHE_SECONDS * 1000;
const CACHE_SIZE = 1_000;

interface FoundKey {
  readonly record: ApiKeyRecord;
  /** `undefined` for a caller with the key itself. */
  readonly session: SessionRecord | undefined;
}

/**
 * Creates the function that resolves an `Authorization` header or a session cookie to the caller.
 *
 * The function throws ServiceError `UNAUTHORIZED` for missing, malformed, unknown, revoked, or expired credentials. All
 * of these errors except the first have the same text, because a response must not reveal which keys and sessions
 * exist.
 *
 * @param noteUse notes a key that was read, whether the caller has the key or a session of it. @default notes nothing
 */
export function createAuthenticator(
  store: ApiKeyStore,
  plans: Plans,
  now: () => number,
  noteUse: NoteUse = () => undefined,
): Authenticate {
  const findCached = createCachedFind(now, noteUse);

  async function byKey(key: string): Promise<Caller> {
    const hash = hashApiKey(key);
    const found = isApiKey(key) ? await findCached(hash, () => findKey(store, hash)) : undefined;
    if (found === undefined) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
    return callerOf(found, plans);
  }

  async function bySession(cookie: SessionCookie): Promise<Caller> {
    const address = sessionAddressOf(cookie);
    const found =
      address === undefined
        ? undefined
        : await findCached(`${address.hash}.${address.keyHash}`, () => findSession(store, address));
    if (found === undefined) throw new ServiceError("UNAUTHORIZED", "The session is not valid. Sign in again.");
    return callerOf(found, plans);
  }

  return async ({ authorization, session }) => {
    const key = bearerToken(authorization);
    if (key !== undefined) return await byKey(key);
    if (session !== undefined) return await bySession(session);
    throw new ServiceError("UNAUTHORIZED", "An API key is required. Send it as `Authorization: Bearer <API_KEY>`.");
  };
}

function createCachedFind(now: () => number, noteUse: NoteUse) {
  // lru-cache keeps an entry until it is older than its TTL. The entry must expire when it is exactly that old.
  const cache = new LRUCache<string, FoundKey>({ max: CACHE_SIZE, ttl: CACHE_MS - 1, ttlResolution: 0, perf: { now } });

  /** Reads in progress. Waiting requests check their keys repeatedly, and many of them use the same key. */
  const reading = new Map<string, Promise<FoundKey | undefined>>();

  async function read(id: string, find: () => Promise<FoundKey | undefined>): Promise<FoundKey | undefined> {
    const start = now();
    const found = unlessExpired(await find(), start);
    // Cache only keys that exist. Otherwise, requests with invented keys could evict real ones.
    if (found === undefined) return undefined;
    cache.set(id, found, { start });
    noteUse(found.record, start);
    return found;
  }

  return async (id: string, find: () => Promise<FoundKey | undefined>): Promise<FoundKey | undefined> => {
    const cached = cache.get(id);
    if (cached !== undefined) return unlessExpired(cached, now());
    const known = reading.get(id);
    if (known !== undefined) return await known;
    const started = read(id, find).finally(() => reading.delete(id));
    reading.set(id, started);
    return await started;
  };
}

/** DynamoDB can delete expired sessions late, so check the time as well. */
function unlessExpired(found: FoundKey | undefined, nowMs: number): FoundKey | undefined {
  return nowMs < (found?.session?.expiresAtMs ?? Infinity) ? found : undefined;
}

async function findKey(store: ApiKeyStore, hash: string): Promise<FoundKey | undefined> {
  const record = await store.findByHash(hash);
  return record && { record, session: undefined };
}

async function findSession(store: ApiKeyStore, address: SessionAddress): Promise<FoundKey | undefined> {
  const found = await store.findSession(address);
  return found && { record: found.key, session: found.session };
}

function callerOf({ record, session }: FoundKey, plans: Plans): Caller {
  const plan = plans[record.plan];
  if (plan === undefined)
    throw new Error(`Workspace ${record.workspaceId} has the plan ${record.plan}, which the settings do not define.`);
  const { workspaceId, keyId, hash: keyHash, name, scopes, plan: planName } = record;
  const caller = { workspaceId, keyId, keyHash, name, scopes, planName, plan };
  if (session === undefined) return { ...caller, by: "key" };
  const { expiresAtMs, guest } = session;
  if (guest === undefined) return { ...caller, by: "session", expiresAtMs };
  return { ...caller, name: guest.name, scopes: guestScopes(guest, record), by: "session", expiresAtMs, isGuest: true };
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

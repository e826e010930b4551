/** Finds out on whose behalf a request is made. */
import { CREDENTIAL_CACHE_SECONDS } from "../contract/caching.js";
import { ServiceError } from "../contract/errors.js";
import type { Plan, Plans } from "../contract/plans.js";
import type { Scope } from "../contract/scopes.js";
import { hashApiKey, isApiKey } from "./api-key.js";
import type { ApiKeyRecord } from "./api-key-record.js";
import { type SessionAddress, sessionAddressOf, type SessionRecord } from "./session.js";

export interface ApiKeyStore {
  findByHash(hash: string): Promise<ApiKeyRecord | undefined>;
  /** A session and its key, read at one time; `undefined` unless both are there and belong together. */
  findSession(
    address: SessionAddress,
  ): Promise<{ readonly session: SessionRecord; readonly key: ApiKeyRecord } | undefined>;
}

/** Who calls. */
export interface Caller {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly planName: string;
  readonly plan: Plan;
  /** A session rides on a cookie, which a browser sends by itself: see `checkOrigin`. */
  readonly by: "key" | "session";
}

/** What a request offers as proof; an API key goes before a session. */
export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The value of the session cookie. */
  readonly session: string | undefined;
}

export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/** How long a look-up is trusted: a revoked key and its sessions stop within this time, an ended session too. */
const CACHE_MS = CREDENTIAL_CACHE_SECONDS * 1000;
const CACHE_SIZE = 1_000;

interface LookUp {
  readonly record: ApiKeyRecord;
  /** Never, for a key. */
  readonly expiresAtMs: number;
}

/**
 * Makes the function that turns an `Authorization` header or a session cookie into the caller.
 *
 * It throws ServiceError `UNAUTHORIZED` for a missing, malformed, unknown, revoked or expired one, with one text for all
 * but the first: an answer must not tell which keys and sessions exist.
 */
export function createAuthenticator(store: ApiKeyStore, plans: Plans, now: () => number): Authenticate {
  const lookUp = createLookUp(now);

  async function byKey(key: string): Promise<Caller> {
    const hash = hashApiKey(key);
    const found = isApiKey(key) ? await lookUp(hash, () => findKey(store, hash)) : undefined;
    if (found === undefined) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
    return callerOf(found.record, plans, "key");
  }

  async function bySession(cookie: string): Promise<Caller> {
    const address = sessionAddressOf(cookie);
    const found =
      address === undefined
        ? undefined
        : await lookUp(`${address.hash}.${address.keyHash}`, () => findSession(store, address));
    if (found === undefined) throw new ServiceError("UNAUTHORIZED", "The session is not valid; start another one.");
    return callerOf(found.record, plans, "session");
  }

  return async ({ authorization, session }) => {
    const key = bearerToken(authorization);
    if (key !== undefined) return await byKey(key);
    if (session !== undefined) return await bySession(session);
    throw new ServiceError("UNAUTHORIZED", "An API key is needed: send it as `Authorization: Bearer <API_KEY>`.");
  };
}

/** Keeps what was found for a while. */
function createLookUp(now: () => number) {
  const cache = new Map<string, LookUp & { readonly readAtMs: number }>();

  return async (id: string, find: () => Promise<LookUp | undefined>): Promise<LookUp | undefined> => {
    const cached = cache.get(id);
    const fresh = cached !== undefined && now() - cached.readAtMs < CACHE_MS;
    if (fresh) return unlessExpired(cached, now());
    const readAtMs = now();
    const found = unlessExpired(await find(), readAtMs);
    cache.delete(id);
    // Only what exists is kept, so that made-up keys can't push real ones out.
    if (found !== undefined) cache.set(id, { ...found, readAtMs });
    const oldest = cache.keys().next();
    if (cache.size > CACHE_SIZE && !oldest.done) cache.delete(oldest.value);
    return found;
  };
}

/** The table deletes expired sessions only some time later. */
function unlessExpired(found: LookUp | undefined, nowMs: number): LookUp | undefined {
  return found !== undefined && nowMs < found.expiresAtMs ? found : undefined;
}

async function findKey(store: ApiKeyStore, hash: string): Promise<LookUp | undefined> {
  const record = await store.findByHash(hash);
  return record && { record, expiresAtMs: Number.POSITIVE_INFINITY };
}

async function findSession(store: ApiKeyStore, address: SessionAddress): Promise<LookUp | undefined> {
  const found = await store.findSession(address);
  return found && { record: found.key, expiresAtMs: found.session.expiresAtMs };
}

function callerOf(record: ApiKeyRecord, plans: Plans, by: Caller["by"]): Caller {
  const plan = plans[record.plan];
  if (plan === undefined)
    throw new Error(`The settings lack the plan ${record.plan} of workspace ${record.workspaceId}.`);
  const { workspaceId, keyId, scopes, plan: planName } = record;
  return { workspaceId, keyId, scopes, planName, plan, by };
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

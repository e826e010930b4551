/** Finds out on whose behalf a request is made. */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import { type Plan, planNameSchema, type Plans } from "../contract/plans.js";
import { type Scope, scopeSchema } from "../contract/scopes.js";
import { hashApiKey, isApiKey } from "./api-key.js";

/** An API key as stored: by its hash, never the key itself. */
export const apiKeyRecordSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  keyId: z.uuid(),
  workspaceId: z.uuid(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** The workspace's plan. It stands here too so that one look-up tells all; whoever changes the plan changes both. */
  plan: planNameSchema,
  createdAtMs: z.int(),
});
export type ApiKeyRecord = z.infer<typeof apiKeyRecordSchema>;

export interface ApiKeyStore {
  findByHash(hash: string): Promise<ApiKeyRecord | undefined>;
  /** Stores a key; an equal hash is left as it is. */
  put(record: ApiKeyRecord): Promise<void>;
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

/** How long a look-up is trusted: a revoked key stops within this time. */
const CACHE_MS = 5_000;
const CACHE_SIZE = 1_000;

/**
 * Makes the function that turns an `Authorization` header into the caller.
 *
 * It throws ServiceError `UNAUTHORIZED` for a missing, malformed, unknown or revoked key, with one text for the last
 * three: an answer must not tell which keys exist.
 */
export function createAuthenticator(store: ApiKeyStore, plans: Plans, now: () => number): Authenticate {
  const cache = new Map<string, { readonly record: ApiKeyRecord; readonly readAtMs: number }>();

  async function lookUp(hash: string): Promise<ApiKeyRecord | undefined> {
    const cached = cache.get(hash);
    if (cached !== undefined && now() - cached.readAtMs < CACHE_MS) return cached.record;
    const readAtMs = now();
    const record = await store.findByHash(hash);
    cache.delete(hash);
    // Only existing keys are kept, so that made-up keys can't push real ones out.
    if (record !== undefined) cache.set(hash, { record, readAtMs });
    const oldest = cache.keys().next();
    if (cache.size > CACHE_SIZE && !oldest.done) cache.delete(oldest.value);
    return record;
  }

  return async ({ authorization }) => {
    const key = bearerToken(authorization);
    const record = isApiKey(key) ? await lookUp(hashApiKey(key)) : undefined;
    if (record === undefined) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
    return callerOf(record, plans, "key");
  };
}

function callerOf(record: ApiKeyRecord, plans: Plans, by: Caller["by"]): Caller {
  const plan = plans[record.plan];
  if (plan === undefined)
    throw new Error(`The settings lack the plan ${record.plan} of workspace ${record.workspaceId}.`);
  const { workspaceId, keyId, scopes, plan: planName } = record;
  return { workspaceId, keyId, scopes, planName, plan, by };
}

function bearerToken(authorization: string | undefined): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  if (token === undefined) {
    throw new ServiceError("UNAUTHORIZED", "An API key is needed: send it as `Authorization: Bearer <API_KEY>`.");
  }
  return token;
}

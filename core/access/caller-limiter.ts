/**
 * The rates of a caller: those of its key, and those of all keys of its workspace together. A workspace can have 50 keys, so
 * rates of keys alone would allow it 50 times the rate of its plan.
 */
import { LRUCache } from "lru-cache";
import { workspaceRateOf } from "../contract/plans.js";
import { rateOf, type RateLimitName } from "../contract/rate-limits.js";
import type { Caller } from "./authenticate.js";
import type { Admission, RateLimiter, Tokens } from "./rate-limiter.js";

/**
 * Takes tokens of both rates, and resolves to the result of the tighter one. Resolves to `undefined` if the limiter's table
 * fails: then the request is allowed.
 */
export type LimitCaller = (
  caller: Pick<Caller, "keyId" | "workspaceId" | "plan">,
  limit: RateLimitName,
  tokens?: Tokens,
) => Promise<Admission | undefined>;

/** How long the two checks of a key follow one another after a refusal. */
const CAREFUL_MS = 10_000;
/** How many keys an instance remembers. */
const REMEMBERED_KEYS = 10_000;

/**
 * The two checks run at the same time, so that the second one takes no time. But a request that its key's rate refuses would
 * still take a token of the workspace, and a program in an endless loop would use up the rate of all other keys. After a
 * refusal, the workspace is therefore asked only if the key's rate allows the request.
 */
export function createCallerLimiter(limiter: RateLimiter, now: () => number): LimitCaller {
  const carefulUntilMs = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  return async ({ keyId, workspaceId, plan }, limit, tokens) => {
    const rate = rateOf(plan.rates, limit);
    const own = `${limit}#${keyId}`;
    const takeOwn = async () => await limiter(own, rate, tokens);
    const takeShared = async () =>
      await limiter(`${limit}#workspace#${workspaceId}`, workspaceRateOf(plan, rate), tokens);
    const isCareful = (carefulUntilMs.get(own) ?? 0) > now();
    const taken = takeOwn();
    const [ofKey, ofWorkspace] = isCareful
      ? [await taken, (await taken)?.allowed === false ? undefined : await takeShared()]
      : await Promise.all([taken, takeShared()]);
    if (ofKey?.allowed === false) carefulUntilMs.set(own, now() + CAREFUL_MS);
    return tighterOf(ofKey, ofWorkspace);
  };
}

/** A refusal is tighter than an admission, and the longer refusal is the tighter one. */
function tighterOf(one: Admission | undefined, other: Admission | undefined): Admission | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.retryAfterSeconds !== other.retryAfterSeconds) {
    return one.retryAfterSeconds > other.retryAfterSeconds ? one : other;
  }
  return one.remaining <= other.remaining ? one : other;
}

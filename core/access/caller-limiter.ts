/**
 * Limits a caller by two rates: the rate of its key, and the rate that all keys of its workspace share. A workspace can
 * have 50 keys, so the rate per key alone would allow 50 times the rate of the plan.
 */
import { LRUCache } from "lru-cache";
import { workspaceRateOf } from "../contract/plans.js";
import { rateOf, type RateLimitName } from "../contract/rate-limits.js";
import type { Caller } from "./authenticate.js";
import type { Admission, RateLimiter, Tokens } from "./rate-limiter.js";

/**
 * Takes tokens from both buckets and resolves to the stricter result. If the limiter's table fails, it resolves to
 * `undefined` and the request is allowed.
 */
export type LimitCaller = (
  caller: Pick<Caller, "keyId" | "workspaceId" | "plan">,
  limit: RateLimitName,
  tokens?: Tokens,
) => Promise<Admission | undefined>;

/** The time after a refusal during which the two checks of a key run one after the other. */
const SEQUENTIAL_MS = 10_000;
/** The number of keys that an instance remembers. */
const REMEMBERED_KEYS = 10_000;

/**
 * Creates the limiter. The two checks run at the same time, so the second one adds no latency. But a request that the
 * key's rate refuses would still take a token of the workspace, and a program in an endless loop would use up the rate
 * of all other keys. After a refusal, the workspace's rate is therefore checked only if the key's rate allows the
 * request.
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
    if (ofKey?.allowed === false) carefulUntilMs.set(own, now() + SEQUENTIAL_MS);
    return stricterOf(ofKey, ofWorkspace);
  };
}

/**
 * Returns the stricter result. A refusal is stricter than an admission, and a longer refusal is stricter than a shorter
 * one.
 */
function stricterOf(one: Admission | undefined, other: Admission | undefined): Admission | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.retryAfterSeconds !== other.retryAfterSeconds) {
    return one.retryAfterSeconds > other.retryAfterSeconds ? one : other;
  }
  return one.remaining <= other.remaining ? one : other;
}

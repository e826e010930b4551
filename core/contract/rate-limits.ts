/** The rate limits of the API, by name. A route names its limit. A new limit is a new row of {@link RATE_LIMITS}. */
import * as z from "zod";

/** A token bucket: `burst` requests at once, refilled with `perSecond` tokens per second. */
export const rateSchema = z.object({
  perSecond: z.number().positive().max(10_000),
  burst: z.int().min(1).max(10_000),
});
export type Rate = z.infer<typeof rateSchema>;

/**
 * The rate limit of each key. The limit of all keys of a workspace together is a multiple of it (`workspaceRateOf`).
 */
export interface RateLimit {
  /** The first sentence of the 429 response. */
  readonly refusal: string;
  /** The rate on every plan. Without it, the plan sets the rate under the limit's name. */
  readonly everyPlan?: Rate;
  /**
   * The rate of a plan that does not set one. Without it, a plan must set the rate. A new limit needs it, because the
   * settings of deployments contain older plans.
   */
  readonly byDefault?: Rate;
}

/** The names appear in the keys of stored buckets, in the plans of settings, and in the headers of responses. */
export const RATE_LIMITS = {
  create: { refusal: "Too many requests." },
  read: { refusal: "Too many requests." },
  write: { refusal: "Too many requests." },
  /** Previews: an editor sends four a second while somebody types. */
  preview: { refusal: "Too many previews.", byDefault: { perSecond: 10, burst: 50 } },
  /** Requests for the status of jobs. */
  status: { refusal: "Too many requests.", everyPlan: { perSecond: 2, burst: 20 } },
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** The limits whose rates a plan sets. */
export type PlanRateName = {
  [Name in RateLimitName]: (typeof RATE_LIMITS)[Name] extends { everyPlan: Rate } ? never : Name;
}[RateLimitName];

/** Creates the schema of the rates of a plan. A rate with a default can be missing. */
export function planRatesSchema<Name extends string>(limits: Readonly<Record<string, RateLimit>>) {
  const entries = Object.entries<RateLimit>(limits).filter(([, { everyPlan }]) => everyPlan === undefined);
  const shape = entries.map(([name, { byDefault }]) => [name, byDefault ? rateSchema.default(byDefault) : rateSchema]);
  return z.object(Object.fromEntries(shape) as Record<Name, typeof rateSchema>);
}

/** Returns the rate of a key. */
export function rateOf(rates: Readonly<Record<PlanRateName, Rate>>, name: RateLimitName): Rate {
  const { everyPlan }: RateLimit = RATE_LIMITS[name];
  return everyPlan ?? rates[name as PlanRateName];
}

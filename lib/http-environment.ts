/** The environment of every HTTP function whose callers have keys: `httpEnvironment` of lambdas/shared. */
import { attributesOf, secret, table } from "./grants.js";
import type { Resources } from "./resources.js";
import type { Settings } from "./settings.js";

/** Returns the plans of the settings as JSON. Functions know the built-in plans, which would fill a third of 4 KB. */
export function plansVariable({ plans }: Settings): string {
  return JSON.stringify(plans);
}

/** Returns the variables for authenticating callers, limiting their rates, and recognizing CloudFront. */
export function httpEnvironment({ settings, storage, access }: Resources) {
  return {
    // Records the last use of a key.
    API_KEYS_TABLE: attributesOf(storage.apiKeys, ["GetItem", "BatchGetItem"], ["hash", "lastUsedAtMs"]),
    LIMITS_TABLE: table(storage.limits, ["UpdateItem"]),
    ORIGIN_SECRET: secret(access.originSecret, "GetSecretValue"),
    PLANS: plansVariable(settings),
    CORS_ORIGINS: JSON.stringify(settings.corsOrigins),
  };
}

/** Returns variables in addition to {@link httpEnvironment}, for functions that limit a workspace's concurrency. */
export function slotEnvironment({ storage }: Resources) {
  return { LIMITS_TABLE: table(storage.limits, ["UpdateItem", "BatchGetItem"]) };
}

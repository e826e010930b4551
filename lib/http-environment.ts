/** The environment of every HTTP function for callers with keys: `httpEnvironment` of lambdas/shared. */
import { secret, table } from "./grants.js";
import type { Resources } from "./resources.js";
import type { Settings } from "./settings.js";

/** The plans of the settings as JSON. Functions know the built-in ones, which would fill a third of Lambda's 4 KB. */
export function plansVariable({ plans }: Settings): string {
  return JSON.stringify(plans);
}

/** Authenticates callers, limits their rates, and recognizes CloudFront. */
export function httpEnvironment({ settings, storage, access }: Resources) {
  return {
    API_KEYS_TABLE: table(storage.apiKeys, ["GetItem", "BatchGetItem"]),
    LIMITS_TABLE: table(storage.limits, ["UpdateItem"]),
    ORIGIN_SECRET: secret(access.originSecret, "GetSecretValue"),
    PLANS: plansVariable(settings),
    CORS_ORIGINS: JSON.stringify(settings.corsOrigins),
  };
}

/** In addition to {@link httpEnvironment}, for functions that bound what a workspace does at the same time. */
export function slotEnvironment({ storage }: Resources) {
  return { LIMITS_TABLE: table(storage.limits, ["UpdateItem", "BatchGetItem"]) };
}

/** What the frame of every HTTP function has: its environment and its permissions. */
import { DEFAULT_PLANS } from "../core/contract/plans.js";
import type { Access } from "./access.js";
import { allowSecret, allowTable } from "./grants.js";
import type { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";
import type { Storage } from "./storage.js";

export interface HttpFrameProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly access: Access;
}

/** The plans of the deployment, as functions read them. */
export function plansVariable({ plans }: Settings): string {
  return JSON.stringify({ ...DEFAULT_PLANS, ...plans });
}

/** The variables of `lambdas/shared/http-environment.ts`. */
export function frameEnvironment({ settings, storage, access }: HttpFrameProps) {
  return {
    API_KEYS_TABLE: storage.apiKeys.tableName,
    LIMITS_TABLE: storage.limits.tableName,
    ORIGIN_SECRET: access.originSecret.secretArn,
    PLANS: plansVariable(settings),
    CORS_ORIGINS: JSON.stringify(settings.corsOrigins),
  };
}

export function allowFrame(fn: ServiceFunction, { storage, access }: HttpFrameProps): void {
  allowTable(fn, storage.apiKeys, "GetItem", "BatchGetItem");
  allowTable(fn, storage.limits, "UpdateItem");
  allowSecret(fn, access.originSecret, "secretsmanager:GetSecretValue");
}

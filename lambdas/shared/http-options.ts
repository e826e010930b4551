/** Creates the options that all HTTP functions for callers with keys share, from their environment. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createApiKeysTable } from "../../aws/api-keys-table.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { readSecretDuringRotation } from "../../aws/secrets.js";
import { createAuthenticator } from "../../core/access/authenticate.js";
import { createCallerLimiter } from "../../core/access/caller-limiter.js";
import { createNoteUse } from "../../core/access/note-use.js";
import { createRateLimiter } from "../../core/access/rate-limiter.js";
import type { HttpAppOptions } from "./http-app.js";
import type { HttpEnvironment } from "./http-environment.js";
import { createLiveOriginSecrets } from "./live-origin-secrets.js";
import type { FunctionLog } from "./logger.js";

export interface HttpClients {
  readonly documents: DynamoDBDocumentClient;
  readonly secrets: SecretsManagerClient;
}

export async function createHttpOptions(
  env: HttpEnvironment,
  { documents, secrets }: HttpClients,
  log: FunctionLog,
): Promise<Omit<HttpAppOptions, "routes" | "streaming">> {
  const apiKeys = createApiKeysTable(documents, env.API_KEYS_TABLE);
  return {
    log,
    originSecrets: await createLiveOriginSecrets(
      () => readSecretDuringRotation(secrets, env.ORIGIN_SECRET),
      Date.now,
      (error) => log.error("The origin secret could not be read again. The last one stays valid.", { error }),
    ),
    corsOrigins: env.CORS_ORIGINS,
    admission: {
      authenticate: createAuthenticator(apiKeys, env.PLANS, Date.now, createNoteUse(apiKeys, log)),
      limiter: createCallerLimiter(
        createRateLimiter(createLimitsTable(documents, env.LIMITS_TABLE), Date.now, log),
        Date.now,
      ),
    },
  };
}

/**
 * Maintains what is stored at the edge: signing keys, signing generations, and copies of pictures. These routes have a
 * function of their own because of its permissions (it may write signing keys) and its size (it needs more AWS
 * clients).
 */
import { randomUUID } from "node:crypto";
import { CloudFrontClient } from "@aws-sdk/client-cloudfront";
import { CloudFrontKeyValueStoreClient } from "@aws-sdk/client-cloudfront-keyvaluestore";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { createDeploymentFacts } from "../../aws/deployment-facts.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEdgeCopies } from "../../aws/edge-copies.js";
import { createEdgeKeys } from "../../aws/edge-keys.js";
import { readSecret, writeSecret } from "../../aws/secrets.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import { createStoredFiles } from "../../aws/stored-files.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { createPurgeQuota } from "../../core/signed-images/purge-quota.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpOptions } from "../shared/http-options.js";
import type { RouteHandlersOf } from "../shared/http-request.js";
import { startLog } from "../shared/logger.js";
import { edgeKeeperEnvironmentSchema } from "./env.js";
import { purgeImageRoute } from "./routes/purge-image.js";
import { revokeSignaturesRoute } from "./routes/revoke-signatures.js";
import { signingKeyRoutes } from "./routes/signing-keys.js";

const env = parseEnvironment(edgeKeeperEnvironmentSchema);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const objects = new S3Client({});
const facts = createDeploymentFacts(documents, env.WORKSPACES_TABLE);
const templates = createTemplatesTable(documents, env.TEMPLATES_TABLE, createDocumentBucket(objects, env.BUCKET));
const edgeKeys = createEdgeKeys(new CloudFrontKeyValueStoreClient({}), env.EDGE_KEYS);

export const handler = createHttpApp({
  ...(await createHttpOptions(env, { documents, secrets }, startLog("edge-keeper", env.LOG_LEVEL))),
  streaming: false,
  routes: {
    purgeImage: purgeImageRoute({
      templates,
      takePurge: createPurgeQuota(createLimitsTable(documents, env.LIMITS_TABLE), Date.now, env.PURGES_PER_MONTH),
      pictures: createStoredFiles(objects, env.BUCKET),
      edge: createEdgeCopies(new CloudFrontClient({}), () => facts.distributionId(), randomUUID),
    }),
    revokeSignatures: revokeSignaturesRoute({
      templates,
      generations: createSignatureGenerations(documents, env.TEMPLATES_TABLE),
      edge: edgeKeys,
    }),
    ...signingKeyRoutes({
      signingKeys: {
        read: () => readSecret(secrets, env.SIGNING_KEYS_SECRET),
        write: (text: string) => writeSecret(secrets, env.SIGNING_KEYS_SECRET, text),
      },
      edgeKeys,
      now: Date.now,
    }),
  } satisfies RouteHandlersOf<"edge-keeper">,
});

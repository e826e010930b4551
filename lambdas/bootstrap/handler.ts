/**
 * A custom resource that runs in each deployment. It creates the first workspace, its first API key and the starter
 * templates, publishes the signing keys to the edge, and stores the web pages.
 */
import { CloudFrontKeyValueStoreClient } from "@aws-sdk/client-cloudfront-keyvaluestore";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { CloudFormationCustomResourceEvent, Context } from "aws-lambda";
import * as z from "zod";
import { readAccountConcurrency } from "../../aws/account-concurrency.js";
import { createDeploymentFacts } from "../../aws/deployment-facts.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEdgeKeys } from "../../aws/edge-keys.js";
import { readSecret, writeSecret } from "../../aws/secrets.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import { createSiteBucket } from "../../aws/site-bucket.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import { bootstrapWorkspace } from "../../core/access/bootstrap-workspace.js";
import { publishSigningKeys } from "../../core/signing/publish-signing-keys.js";
import { publishSite } from "../../core/site/publish-site.js";
import { seedTemplates } from "../../core/templates/seed-templates.js";
import { parseEnvironment } from "../shared/environment.js";
import { createLog } from "../shared/logger.js";
import { concurrencyWarning } from "./concurrency-warning.js";
import { respondToCustomResource } from "./custom-resource.js";
import { bootstrapEnvironmentSchema } from "./env.js";
import { readSite } from "./read-site.js";
import { sampleRequest, starterTemplates } from "./starter-templates.js";

const env = parseEnvironment(bootstrapEnvironmentSchema);
const log = createLog("bootstrap", env.LOG_LEVEL);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const s3 = new S3Client({});
const templates = createTemplatesTable(documents, env.TEMPLATES_TABLE, createDocumentBucket(s3, env.BUCKET));
const siteStore = createSiteBucket(s3, env.BUCKET);
const dependencies = {
  workspaces: createWorkspacesTable(documents, { workspaces: env.WORKSPACES_TABLE, apiKeys: env.API_KEYS_TABLE }),
  vault: {
    read: () => readSecret(secrets, env.FIRST_KEY_SECRET),
    write: (key: string) => writeSecret(secrets, env.FIRST_KEY_SECRET, key),
  },
  now: Date.now,
};
const signing = {
  secret: { read: () => readSecret(secrets, env.SIGNING_KEYS_SECRET) },
  edge: createEdgeKeys(new CloudFrontKeyValueStoreClient({}), env.EDGE_KEYS),
  generations: createSignatureGenerations(documents, env.TEMPLATES_TABLE),
};

const facts = createDeploymentFacts(documents, env.WORKSPACES_TABLE);
/** The custom resource passes these properties, because the function is created before the distribution. */
const propertiesSchema = z.object({
  DistributionId: z.string(),
  RendererConcurrency: z.coerce.number(),
  ConcurrencyIsReserved: z.stringbool(),
});

/** A warning must not stop a deployment, so neither does a failure to find out. */
async function checkConcurrency(properties: z.output<typeof propertiesSchema>): Promise<string> {
  try {
    return concurrencyWarning(await readAccountConcurrency(secrets.config), {
      renders: properties.RendererConcurrency,
      isReserved: properties.ConcurrencyIsReserved,
    });
  } catch (error) {
    log.warn("The account's concurrency could not be read.", { error });
    return "The account's Lambda concurrency could not be read. The log of the bootstrap function has the reason.";
  }
}

export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  await respondToCustomResource(event, context, log, async () => {
    await publishSigningKeys(signing);
    const properties = propertiesSchema.parse(event.ResourceProperties);
    await facts.writeDistributionId(properties.DistributionId);
    const workspaceId = await bootstrapWorkspace(dependencies, `${event.StackId}/${event.LogicalResourceId}`);
    log.info("The web pages are stored.", { ...(await publishSite(await readSite(), siteStore)) });
    const ids = await seedTemplates(templates, Date.now, workspaceId, starterTemplates);
    return {
      physicalResourceId: workspaceId,
      data: {
        WorkspaceId: workspaceId,
        Templates: JSON.stringify(ids),
        ConcurrencyWarning: await checkConcurrency(properties),
        SampleRequest: JSON.stringify(sampleRequest(ids)),
      },
    };
  });
}

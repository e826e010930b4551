/**
 * Two custom resources. One runs last in each deployment: it creates the first workspace, its first API key and the
 * starter templates, publishes the signing keys to the edge, stores the web pages, and sets the deletion protection of
 * the tables. The other one empties the bucket of a stack that is deleted with its data.
 */
import { CloudFrontKeyValueStoreClient } from "@aws-sdk/client-cloudfront-keyvaluestore";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { CloudFormationCustomResourceEvent, Context } from "aws-lambda";
import * as z from "zod";
import { checkAdoptedTables } from "../../aws/adopted-tables.js";
import { readAccountConcurrency } from "../../aws/account-concurrency.js";
import { createDeploymentFacts } from "../../aws/deployment-facts.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEdgeKeys } from "../../aws/edge-keys.js";
import { emptyBucket } from "../../aws/empty-bucket.js";
import { readSecret, writeSecret } from "../../aws/secrets.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import { createSiteBucket } from "../../aws/site-bucket.js";
import { setDeletionProtection } from "../../aws/table-protection.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import { bootstrapWorkspace } from "../../core/access/bootstrap-workspace.js";
import { BUCKET_CONTENTS, BUCKET_PREFIXES } from "../../core/deployment/storage-layout.js";
import { parseKeyRing } from "../../core/signing/key-ring.js";
import { publishSigningKeys } from "../../core/signing/publish-signing-keys.js";
import { fillPages } from "../../core/site/fill-pages.js";
import { homeValues } from "../../core/site/home-values.js";
import { publishSite } from "../../core/site/publish-site.js";
import { seedTemplates } from "../../core/templates/seed-templates.js";
import { parseEnvironment } from "../shared/environment.js";
import { startLog } from "../shared/logger.js";
import { concurrencyWarning } from "./concurrency-warning.js";
import { type CustomResource, respondToCustomResource } from "./custom-resource.js";
import { bootstrapEnvironmentSchema } from "./env.js";
import { readSite } from "./read-site.js";
import { homeSample, sampleRequest, starterTemplates } from "./starter-templates.js";
import { undoCreate } from "./undo-create.js";

const env = parseEnvironment(bootstrapEnvironmentSchema);
const log = startLog("bootstrap", env.LOG_LEVEL);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const bucket = new S3Client({});
const tables = new DynamoDBClient({});
const templates = createTemplatesTable(documents, env.TEMPLATES_TABLE, createDocumentBucket(bucket, env.BUCKET));
const facts = createDeploymentFacts(documents, env.WORKSPACES_TABLE);
const siteStore = createSiteBucket(bucket, env.BUCKET);
const dependencies = {
  workspaces: createWorkspacesTable(documents, { workspaces: env.WORKSPACES_TABLE, apiKeys: env.API_KEYS_TABLE }),
  firstWorkspace: facts.firstWorkspace,
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
/** The tables with data that must survive a stack whose data is protected. */
const dataTables = [
  env.TEMPLATES_TABLE,
  env.WORKSPACES_TABLE,
  env.API_KEYS_TABLE,
  env.JOBS_TABLE,
  env.BATCHES_TABLE,
  env.CLAIMS_TABLE,
  env.WEBHOOKS_TABLE,
];

/** The custom resource passes these properties, because the function is created before the distribution. */
const propertiesSchema = z.object({
  DistributionId: z.string(),
  RendererConcurrency: z.coerce.number(),
  ConcurrencyIsReserved: z.stringbool(),
  WebhookConcurrency: z.coerce.number(),
  ProtectData: z.stringbool(),
});
/** The tables that the stack adopts from another one. An earlier version did not pass the property. */
const adoptionSchema = z.object({
  AdoptedTables: z
    .string()
    .transform((names) => names.split(",").filter((name) => name !== ""))
    .optional(),
});
const contentsSchema = z.object({ DeleteWithStack: z.stringbool() });

/** Never throws: a warning must not stop a deployment, and neither must a failed check. */
async function checkConcurrency(properties: z.output<typeof propertiesSchema>): Promise<string> {
  try {
    return concurrencyWarning(await readAccountConcurrency(secrets.config), {
      renders: properties.RendererConcurrency,
      isReserved: properties.ConcurrencyIsReserved,
      webhooks: properties.WebhookConcurrency,
    });
  } catch (error) {
    log.warn("The account's concurrency could not be read.", { error });
    return "The account's Lambda concurrency could not be read. The log of the bootstrap function has the reason.";
  }
}

const deploymentId = ({ StackId, LogicalResourceId }: CloudFormationCustomResourceEvent) =>
  `${StackId}/${LogicalResourceId}`;

const deployment: CustomResource = {
  async apply(event) {
    const { AdoptedTables: adopted = [] } = adoptionSchema.parse(event.ResourceProperties);
    if (event.RequestType === "Create") await checkAdoptedTables(tables, adopted, env.LIMITS_TABLE);
    await publishSigningKeys(signing);
    const properties = propertiesSchema.parse(event.ResourceProperties);
    await facts.writeDistributionId(properties.DistributionId);
    const workspaceId = await bootstrapWorkspace(dependencies, deploymentId(event));
    const ids = await seedTemplates(templates, Date.now, workspaceId, starterTemplates);
    const values = await homeValues(
      { templates, keyRing: parseKeyRing(await signing.secret.read()), generations: signing.generations },
      homeSample(ids, workspaceId),
    );
    const { uploaded, removed } = await publishSite(await fillPages(await readSite(), values), siteStore);
    log.info("The web pages are stored.", { uploaded: uploaded.length, removed: removed.length });
    const warning = await checkConcurrency(properties);
    // Do this last: a deployment that fails earlier then has no protection to lift.
    await setDeletionProtection(tables, dataTables, properties.ProtectData);
    return {
      physicalResourceId: workspaceId,
      data: {
        WorkspaceId: workspaceId,
        Templates: JSON.stringify(ids),
        ConcurrencyWarning: warning,
        SampleRequest: JSON.stringify(sampleRequest(ids)),
      },
    };
  },

  confirmed: () => facts.writeSuccess(),

  async remove(event, signal) {
    if (event.RequestType !== "Delete") return;
    const { AdoptedTables: adopted } = adoptionSchema.parse(event.ResourceProperties);
    const undone = await undoCreate(
      {
        hasSucceeded: () => facts.hasSucceeded(),
        firstWorkspace: () => facts.firstWorkspace.read(),
        liftProtection: () => setDeletionProtection(tables, dataTables, false),
        removeSite: () => emptyBucket(bucket, env.BUCKET, signal, BUCKET_PREFIXES.site),
      },
      {
        physicalResourceId: event.PhysicalResourceId,
        deploymentId: deploymentId(event),
        // If this is unknown, delete nothing.
        hasAdoptedData: adopted === undefined || adopted.length > 0,
      },
    );
    if (undone) log.info("The first deployment has failed. Its protections and web pages are removed.");
  },
};

const bucketContents: CustomResource = {
  apply: () => Promise.resolve({ physicalResourceId: "bucket-contents", data: {} }),
  async remove(event, signal) {
    const { DeleteWithStack } = contentsSchema.parse(event.ResourceProperties);
    if (DeleteWithStack) await emptyBucket(bucket, env.BUCKET, signal);
  },
};

export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const resource = event.ResourceType === BUCKET_CONTENTS ? bucketContents : deployment;
  await respondToCustomResource(event, context, log, resource);
}

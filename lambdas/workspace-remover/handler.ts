/** Removes everything of deleted workspaces. Runs when a deletion is requested, and every few minutes to continue. */
import { randomUUID } from "node:crypto";
import { CloudFrontClient } from "@aws-sdk/client-cloudfront";
import { S3Client } from "@aws-sdk/client-s3";
import type { Context } from "aws-lambda";
import { createDeletionsTable } from "../../aws/deletions-table.js";
import { createDeploymentFacts } from "../../aws/deployment-facts.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { createEdgeCopies } from "../../aws/edge-copies.js";
import { createWorkspaceContents } from "../../aws/workspace-contents.js";
import { removeWorkspaces } from "../../core/access/deletion/remove-workspaces.js";
import { parseEnvironment } from "../shared/environment.js";
import { createLog } from "../shared/logger.js";
import { workspaceRemoverEnvironmentSchema } from "./env.js";

/** Enough time for one page, which can name a thousand jobs. */
const LAST_PAGE_MS = 60_000;

const env = parseEnvironment(workspaceRemoverEnvironmentSchema);
const documents = createDocumentClient();
const facts = createDeploymentFacts(documents, env.WORKSPACES_TABLE);
const tables = {
  workspaces: env.WORKSPACES_TABLE,
  apiKeys: env.API_KEYS_TABLE,
  templates: env.TEMPLATES_TABLE,
  claims: env.CLAIMS_TABLE,
  batches: env.BATCHES_TABLE,
  jobs: env.JOBS_TABLE,
  webhooks: env.WEBHOOKS_TABLE,
  limits: env.LIMITS_TABLE,
};
const clients = { documents, objects: new S3Client({}), now: Date.now };
const dependencies = {
  deletions: createDeletionsTable(documents, tables),
  contents: createWorkspaceContents(clients, { tables, bucket: env.BUCKET }),
  edge: createEdgeCopies(new CloudFrontClient({}), () => facts.distributionId(), randomUUID),
  log: createLog("workspace-remover", env.LOG_LEVEL),
  now: Date.now,
};

export async function handler(_event: unknown, context: Context): Promise<void> {
  await removeWorkspaces(dependencies, Date.now() + context.getRemainingTimeInMillis() - LAST_PAGE_MS);
}

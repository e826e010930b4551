/** Run by each deployment: makes the first workspace, its first API key and the starter templates. */
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import middy from "@middy/core";
import { createApiKeysTable } from "../../aws/api-keys-table.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDocumentClient } from "../../aws/document-client.js";
import { readSecret, writeSecret } from "../../aws/secrets.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import { bootstrapWorkspace } from "../../core/access/bootstrap-workspace.js";
import { seedTemplates } from "../../core/templates/seed-templates.js";
import { parseEnvironment } from "../shared/environment.js";
import { createLog } from "../shared/logger.js";
import { answerCustomResource } from "./custom-resource.js";
import { bootstrapEnvironmentSchema } from "./env.js";
import { sampleRequest, starterTemplates } from "./starter-templates.js";

const env = parseEnvironment(bootstrapEnvironmentSchema);
const log = createLog("bootstrap", env.LOG_LEVEL);
const documents = createDocumentClient();
const secrets = new SecretsManagerClient({});
const templates = createTemplatesTable(
  documents,
  env.TEMPLATES_TABLE,
  createDocumentBucket(new S3Client({}), env.BUCKET),
);
const dependencies = {
  workspaces: createWorkspacesTable(documents, env.WORKSPACES_TABLE),
  apiKeys: createApiKeysTable(documents, env.API_KEYS_TABLE),
  vault: {
    read: () => readSecret(secrets, env.FIRST_KEY_SECRET),
    write: (key: string) => writeSecret(secrets, env.FIRST_KEY_SECRET, key),
  },
  now: Date.now,
};

export const handler = middy<CloudFormationCustomResourceEvent, undefined>({ timeoutEarlyInMillis: 0 }).handler(
  (event, context) =>
    answerCustomResource(event, context, log, async () => {
      const workspaceId = await bootstrapWorkspace(dependencies, `${event.StackId}/${event.LogicalResourceId}`);
      const ids = await seedTemplates(templates, Date.now, workspaceId, starterTemplates);
      return {
        physicalResourceId: workspaceId,
        data: {
          WorkspaceId: workspaceId,
          Templates: JSON.stringify(ids),
          SampleRequest: JSON.stringify(sampleRequest(ids)),
        },
      };
    }),
);

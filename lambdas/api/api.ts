/** Composes the api function: stores from clients, routes from stores. */
import { randomUUID } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { createBalances } from "../../aws/balances.js";
import { createIdempotencyRecords } from "../../aws/idempotency-records.js";
import { createApiKeysTable } from "../../aws/api-keys-table.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { JobsTable } from "../../aws/jobs-table.js";
import { createProjectsTable } from "../../aws/projects-table.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { readSecret } from "../../aws/secrets.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpFrame, type FrameClients } from "../shared/http-frame.js";
import { createLog } from "../shared/logger.js";
import type { ApiEnvironment } from "./env.js";
import { createRenderRoute } from "./routes/create-render.js";
import { getRenderRoute } from "./routes/get-render.js";
import { getUsageRoute } from "./routes/get-usage.js";
import { healthRoute } from "./routes/health.js";
import { openApiRoute } from "./routes/open-api.js";
import { keyRoutes } from "./routes/keys.js";
import { sessionRoutes } from "./routes/sessions.js";
import { workspaceRoutes } from "./routes/workspaces.js";
import { projectRoutes } from "./routes/projects.js";
import { templateRoutes } from "./routes/templates.js";

export interface ApiClients extends FrameClients {
  readonly objects: S3Client;
  readonly queues: SQSClient;
}

export async function createApi(env: ApiEnvironment, clients: ApiClients) {
  const { documents, secrets, objects, queues } = clients;
  const [frame, keyRing] = await Promise.all([
    createHttpFrame(env, clients, createLog("api", env.LOG_LEVEL)),
    createLiveKeyRing(() => readSecret(secrets, env.SIGNING_KEYS_SECRET), Date.now),
  ]);
  const jobs = new JobsTable(documents, { jobs: env.JOBS_TABLE, workspaces: env.WORKSPACES_TABLE });
  const apiKeys = createApiKeysTable(documents, env.API_KEYS_TABLE);
  const access = {
    workspaces: createWorkspacesTable(documents, { workspaces: env.WORKSPACES_TABLE, apiKeys: env.API_KEYS_TABLE }),
    plans: env.PLANS,
    now: Date.now,
    newId: randomUUID,
  };
  const templates = createTemplatesTable(documents, env.TEMPLATES_TABLE, createDocumentBucket(objects, env.BUCKET));
  const projects = createProjectsTable(documents, env.WORKSPACES_TABLE);
  const authoring = { templates, projects, now: Date.now, newId: randomUUID };
  const create = {
    templates,
    jobs,
    inputs: createInputBucket(objects, env.BUCKET),
    queue: createRenderQueues(queues, {
      interactive: env.INTERACTIVE_QUEUE_URL,
      standard: env.STANDARD_QUEUE_URL,
      bulk: env.BULK_QUEUE_URL,
    }),
    now: Date.now,
    newId: randomUUID,
    allowLoopbackTargets: env.ALLOW_LOOPBACK_TARGETS,
  };

  return createHttpApp({
    ...frame,
    refresh: keyRing.refresh,
    streaming: false,
    routes: {
      health: healthRoute(),
      openApi: openApiRoute(),
      createRender: createRenderRoute({
        keyRing,
        create,
        records: createIdempotencyRecords(documents, env.JOBS_TABLE),
      }),
      getUsage: getUsageRoute(createBalances(documents, env.WORKSPACES_TABLE), Date.now),
      getRender: getRenderRoute({ keyRing, jobs }),
      ...keyRoutes(access),
      ...sessionRoutes({ apiKeys, sessions: apiKeys, now: Date.now }),
      ...workspaceRoutes(access),
      ...templateRoutes(authoring),
      ...projectRoutes(authoring),
    },
  });
}

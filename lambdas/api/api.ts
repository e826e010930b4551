/** Composes the api function: stores from clients, routes from stores. */
import { randomUUID } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { createInputBucket } from "../../aws/input-bucket.js";
import { JobsTable } from "../../aws/jobs-table.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { readSecret } from "../../aws/secrets.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { parseKeyRing } from "../../core/signing/key-ring.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpFrame, type FrameClients } from "../shared/http-frame.js";
import { createLog } from "../shared/logger.js";
import type { ApiEnvironment } from "./env.js";
import { createRenderRoute } from "./routes/create-render.js";
import { getRenderRoute } from "./routes/get-render.js";
import { healthRoute } from "./routes/health.js";
import { openApiRoute } from "./routes/open-api.js";

export interface ApiClients extends FrameClients {
  readonly objects: S3Client;
  readonly queues: SQSClient;
}

export async function createApi(env: ApiEnvironment, clients: ApiClients) {
  const { documents, secrets, objects, queues } = clients;
  const [frame, keyRingText] = await Promise.all([
    createHttpFrame(env, clients, createLog("api", env.LOG_LEVEL)),
    readSecret(secrets, env.SIGNING_KEYS_SECRET),
  ]);
  const keyRing = parseKeyRing(keyRingText);
  const jobs = new JobsTable(documents, { jobs: env.JOBS_TABLE, workspaces: env.WORKSPACES_TABLE });
  const templates = createTemplatesTable(documents, env.TEMPLATES_TABLE);
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
    streaming: false,
    routes: {
      health: healthRoute(),
      openApi: openApiRoute(),
      createRender: createRenderRoute({ keyRing, create }),
      getRender: getRenderRoute({ keyRing, jobs }),
    },
  });
}

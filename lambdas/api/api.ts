/** Composes the api function: creates the stores from the clients, and the routes from the stores. */
import { randomUUID } from "node:crypto";
import type { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import type { S3Client } from "@aws-sdk/client-s3";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { createDownloadUrls } from "../../aws/download-bucket.js";
import { createDownloadRequests } from "../../aws/download-requests.js";
import { createBalances } from "../../aws/balances.js";
import { createBatchesTable } from "../../aws/batches-table.js";
import { createIdempotencyRecords } from "../../aws/idempotency-records.js";
import { createApiKeysTable, createSessionLinks } from "../../aws/api-keys-table.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { createLedger } from "../../aws/ledger.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createProjectsTable } from "../../aws/projects-table.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { readSecret } from "../../aws/secrets.js";
import { createStoredFiles } from "../../aws/stored-files.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { createUploadFiles } from "../../aws/upload-files.js";
import { createUploadTickets } from "../../aws/upload-tickets.js";
import { createDeliveriesTable } from "../../aws/deliveries-table.js";
import { createWebhookQueue } from "../../aws/webhook-queue.js";
import { createWebhookSettings } from "../../aws/webhook-settings.js";
import { createUploadsTable } from "../../aws/uploads-table.js";
import { createFailureLimit } from "../../core/access/failed-work.js";
import { createConcurrencyLimit, type RunInSlot } from "../../core/access/concurrency-limit.js";
import type { SlotStore } from "../../core/access/slots.js";
import { CONCURRENT_DRY_RUNS, FUNCTION_TIMEOUT_MS } from "../../core/contract/limits.js";
import type { FigureStore } from "../../core/operations/ports.js";
import { createLiveKeyRing } from "../../core/signing/live-key-ring.js";
import { createDeletionsTable } from "../../aws/deletions-table.js";
import { createRemovalRequests } from "../../aws/removal-requests.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import type { FindWarnings } from "../../core/renders/find-request-warnings.js";
import { createUploadCheck } from "../../core/uploads/check-uploads.js";
import { createFindUploadImages } from "../../core/uploads/find-upload-images.js";
import { createHttpApp } from "../shared/http-app.js";
import { createHttpOptions, type HttpClients } from "../shared/http-options.js";
import type { RouteHandlersOf } from "../shared/http-request.js";
import { startLog } from "../shared/logger.js";
import { renderQueueUrls } from "../shared/render-queue-environment.js";
import type { ApiEnvironment } from "./env.js";
import { batchDownloadRoutes } from "./routes/batch-downloads.js";
import { batchRoutes } from "./routes/batches.js";
import { createRenderRoute } from "./routes/post-render.js";
import { renderRoutes } from "./routes/renders.js";
import { rerenderRoute } from "./routes/rerender.js";
import { getSigningKeyRoute } from "./routes/get-signing-key.js";
import { getUsageRoute } from "./routes/get-usage.js";
import { healthRoute } from "./routes/health.js";
import { operationsRoute, queueNamesOf } from "./routes/operations.js";
import { type MakeOpenApiDocument, openApiRoute } from "./routes/open-api.js";
import { keyRoutes } from "./routes/keys.js";
import { listLedgerRoute } from "./routes/list-ledger.js";
import { sessionRoutes } from "./routes/sessions.js";
import { signImagesRoute } from "./routes/sign-images.js";
import { uploadRoutes } from "./routes/uploads.js";
import { webhookRoutes } from "./routes/webhooks.js";
import { workspaceRoutes } from "./routes/workspaces.js";
import { projectRoutes } from "./routes/projects.js";
import { templateRoutes } from "./routes/templates.js";

export interface ApiClients extends HttpClients {
  readonly objects: S3Client;
  readonly queues: SQSClient;
  readonly events: EventBridgeClient;
  /** Signs uploads and sends nothing. It must not sign checksums, because the uploader sends the file. */
  readonly uploadSigner: S3Client;
}

export interface ApiParts {
  /** Lays out texts. The first call loads the text engine. */
  readonly findWarnings: FindWarnings;
  /** Creates the OpenAPI document. The first call loads the code for it. */
  readonly makeOpenApiDocument: MakeOpenApiDocument;
  /** Creates the reader of metrics and alarms. The first call loads the client of CloudWatch. */
  readonly loadFigures: () => Promise<FigureStore>;
}

/** Creates the stores of the routes, by the port that each implements. */
function createStores(env: ApiEnvironment, { documents, objects, queues, events, uploadSigner }: ApiClients) {
  const tables = { jobs: env.JOBS_TABLE, workspaces: env.WORKSPACES_TABLE, batches: env.BATCHES_TABLE };
  return {
    jobs: createJobsTable(documents, tables),
    batches: createBatchesTable(documents, tables),
    records: createIdempotencyRecords(documents, env.JOBS_TABLE),
    balances: createBalances(documents, env.WORKSPACES_TABLE),
    ledger: createLedger(documents, env.WORKSPACES_TABLE),
    apiKeys: createApiKeysTable(documents, env.API_KEYS_TABLE),
    links: createSessionLinks(documents, env.API_KEYS_TABLE),
    workspaces: createWorkspacesTable(documents, {
      workspaces: env.WORKSPACES_TABLE,
      apiKeys: env.API_KEYS_TABLE,
      records: env.JOBS_TABLE,
    }),
    deletions: createDeletionsTable(documents, { workspaces: env.WORKSPACES_TABLE, apiKeys: env.API_KEYS_TABLE }),
    removals: createRemovalRequests(events, env.EVENT_BUS),
    templates: createTemplatesTable(
      documents,
      env.TEMPLATES_TABLE,
      createDocumentBucket(objects, env.BUCKET),
      env.JOBS_TABLE,
    ),
    projects: createProjectsTable(documents, env.WORKSPACES_TABLE, env.JOBS_TABLE),
    uploads: createUploadsTable(documents, env.WORKSPACES_TABLE, env.JOBS_TABLE),
    generations: createSignatureGenerations(documents, env.TEMPLATES_TABLE),
    files: createUploadFiles(objects, env.BUCKET),
    tickets: createUploadTickets(uploadSigner, env.BUCKET),
    pictures: createStoredFiles(objects, env.BUCKET),
    downloadRequests: createDownloadRequests(events, env.EVENT_BUS),
    downloadUrls: createDownloadUrls(objects, env.BUCKET),
    inputs: createInputBucket(objects, env.BUCKET),
    queue: createRenderQueues(queues, renderQueueUrls(env)),
    webhooks: createWebhookSettings(documents, env.WEBHOOKS_TABLE, env.JOBS_TABLE),
    deliveries: createDeliveriesTable(documents, env.WEBHOOKS_TABLE, env.JOBS_TABLE),
    webhookQueue: createWebhookQueue(queues, env.WEBHOOK_QUEUE_URL),
  };
}

export async function createApi(env: ApiEnvironment, clients: ApiClients, parts: ApiParts) {
  const [frame, keyRing] = await Promise.all([
    createHttpOptions(env, clients, startLog("api", env.LOG_LEVEL)),
    createLiveKeyRing(() => readSecret(clients.secrets, env.SIGNING_KEYS_SECRET), Date.now),
  ]);
  const stores = createStores(env, clients);
  const { findWarnings } = parts;
  const limits = createLimitsTable(clients.documents, env.LIMITS_TABLE);
  const runInSlot = createDryRunSlots(limits);
  const dependencies = {
    ...stores,
    keyRing,
    checkUploads: createUploadCheck({ ...stores, log: frame.log }),
    findUploadImages: createFindUploadImages({ ...stores, log: frame.log }),
    requireFewFailures: createFailureLimit(limits, Date.now),
    findWarnings,
    runInSlot,
    ...{ plans: env.PLANS, retentionClasses: env.RETENTION_CLASSES },
    allowLoopbackTargets: env.ALLOW_LOOPBACK_TARGETS,
    ...{ now: Date.now, newId: randomUUID },
  };
  const release = { version: env.RELEASE_VERSION, commit: env.RELEASE_COMMIT || undefined };
  const creation = { keyRing, create: dependencies, records: stores.records, runInSlot, findWarnings };

  return createHttpApp({
    ...frame,
    ...{ refresh: keyRing.refresh, streaming: false },
    routes: {
      health: healthRoute(release),
      openApi: openApiRoute(parts.makeOpenApiDocument),
      createRender: createRenderRoute(creation),
      rerender: rerenderRoute(creation),
      ...renderRoutes(dependencies),
      ...batchRoutes(dependencies),
      ...batchDownloadRoutes(dependencies),
      getUsage: getUsageRoute(stores.balances, Date.now),
      listLedger: listLedgerRoute(stores.ledger, Date.now),
      ...templateRoutes(dependencies),
      ...projectRoutes(dependencies),
      ...uploadRoutes(dependencies),
      signImages: signImagesRoute(dependencies),
      getSigningKey: getSigningKeyRoute(dependencies),
      ...keyRoutes(dependencies),
      ...sessionRoutes({ ...dependencies, sessions: stores.apiKeys }),
      ...workspaceRoutes(dependencies),
      ...webhookRoutes(dependencies),
      getOperations: operationsRoute({ ...parts, queues: queueNamesOf(env), release, now: Date.now }),
    } satisfies RouteHandlersOf<"api">,
  });
}

/** Creates the limit of a workspace's concurrent dry runs. */
function createDryRunSlots(store: SlotStore): RunInSlot {
  return createConcurrencyLimit({
    store,
    name: "dry runs",
    slots: CONCURRENT_DRY_RUNS,
    holdMs: FUNCTION_TIMEOUT_MS,
    now: Date.now,
    newToken: randomUUID,
  });
}

/** Routes for batches. */
import { archiveBodySchema, batchBodySchema, batchResultSchema } from "../batch-body.js";
import { archiveQuerySchema, createArchiveSchema, createBatchSchema, MALFORMED_BATCH_FIELDS } from "../batches-api.js";
import { batchListSchema, listBatchesQuerySchema } from "../list-batches.js";
import { waitQuerySchema } from "../wait-api.js";
import type { Route } from "./route.js";

const common = { access: "key", scopes: ["render"], tag: "Batches" } as const;

/** The number of concurrent waits and streams is limited too, so each of these routes can return RATE_LIMITED. */
const waiting = { ...common, method: "GET", servedBy: "stream", limit: "read", errors: ["NOT_FOUND"] } as const;

export const BATCH_ROUTES = {
  createBatch: {
    ...common,
    method: "POST",
    path: "/api/v1/renders/batch",
    servedBy: "api",
    limit: "create",
    summary: "Create a batch of render jobs, all or nothing",
    headers: ["Idempotency-Key"],
    body: createBatchSchema,
    malformedFields: MALFORMED_BATCH_FIELDS,
    checkedLater: ["webhookUrl"],
    responses: { 200: batchResultSchema, 202: batchBodySchema },
    errors: ["DUPLICATE_LAYER_NAMES", "PAYMENT_REQUIRED", "FORBIDDEN", "QUEUE_UNAVAILABLE"],
  },
  listBatches: {
    ...common,
    method: "GET",
    path: "/api/v1/renders/batches",
    servedBy: "api",
    limit: "read",
    summary: "List the batches of the workspace, newest first",
    query: listBatchesQuerySchema,
    responses: { 200: batchListSchema },
    errors: [],
  },
  getBatch: {
    ...common,
    method: "GET",
    path: "/api/v1/renders/batches/{id}",
    servedBy: "api",
    limit: "status",
    summary: "Get a batch with its jobs",
    responses: { 200: batchBodySchema },
    errors: ["NOT_FOUND"],
  },
  cancelBatch: {
    ...common,
    method: "POST",
    path: "/api/v1/renders/batches/{id}/cancel",
    servedBy: "api",
    limit: "write",
    summary: "Cancel the jobs of a batch that are queued; their credits are refunded",
    responses: { 200: batchBodySchema },
    errors: ["NOT_FOUND"],
  },
  createArchive: {
    ...common,
    method: "POST",
    path: "/api/v1/renders/batches/{id}/archive",
    servedBy: "api",
    limit: "write",
    summary: "Make a ZIP or one PDF of the finished pictures of a batch, unless it exists",
    body: createArchiveSchema,
    bodyIsOptional: true,
    headers: ["Idempotency-Key"],
    responses: { 200: archiveBodySchema, 202: archiveBodySchema },
    errors: ["NOT_FOUND", "CONFLICT"],
  },
  getArchive: {
    ...common,
    method: "GET",
    path: "/api/v1/renders/batches/{id}/archive",
    servedBy: "api",
    limit: "read",
    summary: "Redirect to the ZIP or the PDF of a batch",
    query: archiveQuerySchema,
    responses: { 202: archiveBodySchema, 303: undefined },
    errors: ["NOT_FOUND", "CONFLICT", "GONE"],
  },
  waitForBatch: {
    ...waiting,
    path: "/api/v1/renders/batches/{id}/wait",
    summary: "Wait for the end of a batch",
    query: waitQuerySchema,
    responses: { 200: batchBodySchema, 202: batchBodySchema },
  },
  streamBatchEvents: {
    ...waiting,
    path: "/api/v1/renders/batches/{id}/events",
    summary: "Follow a batch by server-sent events: one for each job that ends, and one for the end of the batch",
    headers: ["Last-Event-ID"],
    responses: { 200: undefined, 204: undefined },
    media: ["text/event-stream"],
  },
} as const satisfies Record<string, Route>;

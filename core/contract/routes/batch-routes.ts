/** Routes for batches. */
import { batchBodySchema, createBatchSchema, MALFORMED_BATCH_FIELDS } from "../batches-api.js";
import type { Route } from "./route.js";

const common = { access: "key", scopes: ["render"], tag: "Batches" } as const;

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
    responses: { 202: batchBodySchema },
    errors: ["DUPLICATE_LAYER_NAMES", "PAYMENT_REQUIRED", "FORBIDDEN", "QUEUE_UNAVAILABLE"],
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
} as const satisfies Record<string, Route>;

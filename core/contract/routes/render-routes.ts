/** Routes for render jobs and their pictures. */
import * as z from "zod";
import { DEFERRED_FIELDS, createRenderSchema, MALFORMED_FIELDS } from "../render-request.js";
import { CONTENT_TYPES } from "@image-render/engine/formats";
import { dryRunBodySchema, jobBodySchema, renderResultSchema } from "../job-body.js";
import { listRendersQuerySchema, renderListSchema } from "../list-renders.js";
import { rerenderSchema } from "../rerender.js";
import { storedRequestSchema } from "../stored-request.js";
import { createRenderQuerySchema, waitQuerySchema } from "../wait-api.js";
import type { Method, Route } from "./route.js";

const assetQuerySchema = z.object({
  sig: z.string().optional().describe("The `sig` of `assetUrl`. It takes the place of a key."),
  download: z.literal("1").optional().catch(undefined).describe("`1` makes browsers save the picture as a file."),
});

function asset(method: Method, name: "asset" | "image") {
  return {
    method,
    path: `/api/v1/renders/{id}/${name}`,
    servedBy: "stream",
    access: "key-or-signature",
    scopes: ["render"],
    tag: "Renders",
    summary: name === "asset" ? "Get the picture of a finished render" : "An alias of /asset",
    query: assetQuerySchema,
    headers: ["Range", "If-None-Match"],
    responses: { 200: undefined, 206: undefined, 304: undefined, 416: undefined },
    media: CONTENT_TYPES,
    errors: ["NOT_FOUND", "GONE"],
  } as const satisfies Route;
}

/** The number of concurrent waits and streams is limited too, so each of these routes can return RATE_LIMITED. */
const waiting = {
  method: "GET",
  servedBy: "stream",
  access: "key",
  scopes: ["render"],
  limit: "read",
  tag: "Renders",
  errors: ["NOT_FOUND"],
} as const;

const changing = {
  servedBy: "api",
  access: "key",
  scopes: ["render"],
  limit: "write",
  tag: "Renders",
  errors: ["NOT_FOUND", "CONFLICT"],
} as const;

const creating = {
  method: "POST",
  servedBy: "api",
  access: "key",
  scopes: ["render"],
  limit: "create",
  tag: "Renders",
  headers: ["Idempotency-Key"],
  malformedFields: MALFORMED_FIELDS,
} as const;

const CREATION_ERRORS = [
  "NOT_FOUND",
  "DUPLICATE_LAYER_NAMES",
  "PAYMENT_REQUIRED",
  "FORBIDDEN",
  "QUEUE_UNAVAILABLE",
] as const;

export const RENDER_ROUTES = {
  createRender: {
    ...creating,
    path: "/api/v1/render",
    summary: "Create a render job",
    query: createRenderQuerySchema,
    body: createRenderSchema,
    checkedLater: DEFERRED_FIELDS,
    responses: { 200: renderResultSchema, 202: jobBodySchema },
    errors: CREATION_ERRORS,
  },
  rerender: {
    ...creating,
    path: "/api/v1/renders/{id}/rerender",
    summary: "Render a job that has ended again, as a new job from its stored request",
    body: rerenderSchema,
    bodyIsOptional: true,
    responses: { 200: dryRunBodySchema, 202: jobBodySchema },
    errors: [...CREATION_ERRORS, "CONFLICT", "GONE"],
  },
  listRenders: {
    method: "GET",
    path: "/api/v1/renders",
    servedBy: "api",
    access: "key",
    scopes: ["render"],
    limit: "read",
    tag: "Renders",
    summary: "List the workspace's render jobs, newest first",
    query: listRendersQuerySchema,
    responses: { 200: renderListSchema },
    errors: [],
  },
  getRenderRequest: {
    method: "GET",
    path: "/api/v1/renders/{id}/request",
    servedBy: "api",
    access: "key",
    scopes: ["render"],
    limit: "read",
    tag: "Renders",
    summary: "Get the request of a render job, as it is stored",
    responses: { 200: storedRequestSchema },
    errors: ["NOT_FOUND", "GONE"],
  },
  getRender: {
    method: "GET",
    path: "/api/v1/renders/{id}",
    servedBy: "api",
    access: "key",
    scopes: ["render"],
    limit: "status",
    tag: "Renders",
    summary: "Get a render job",
    responses: { 200: jobBodySchema },
    errors: ["NOT_FOUND"],
  },
  waitForRender: {
    ...waiting,
    path: "/api/v1/renders/{id}/wait",
    summary: "Wait for the end of a render job",
    query: waitQuerySchema,
    responses: { 200: jobBodySchema, 202: jobBodySchema },
  },
  streamRenderEvents: {
    ...waiting,
    path: "/api/v1/renders/{id}/events",
    summary: "Follow a render job by server-sent events, until it ends",
    headers: ["Last-Event-ID"],
    responses: { 200: undefined, 204: undefined },
    media: ["text/event-stream"],
  },
  cancelRender: {
    ...changing,
    method: "POST",
    path: "/api/v1/renders/{id}/cancel",
    summary: "Cancel a queued render job; its credit is refunded",
    responses: { 200: jobBodySchema },
  },
  deleteRender: {
    ...changing,
    method: "DELETE",
    path: "/api/v1/renders/{id}",
    summary: "Delete a render job that has ended, with its picture",
    responses: { 204: undefined },
  },
  getAsset: asset("GET", "asset"),
  headAsset: asset("HEAD", "asset"),
  getImage: asset("GET", "image"),
  headImage: asset("HEAD", "image"),
} as const satisfies Record<string, Route>;

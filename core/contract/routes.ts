/**
 * The route table: every endpoint of the service, once.
 *
 * The functions' router, the API Gateway routes and the CloudFront behaviours derive from it. A new endpoint is a row
 * here and a file in its function's `routes/`.
 */
import * as z from "zod";
import { createRenderSchema } from "./create-render.js";
import type { ErrorCode } from "./errors.js";
import { dryRunBodySchema, jobBodySchema } from "./job-body.js";

/** The function that serves a route: `api` behind the HTTP API, `stream` behind a function URL. */
export type ServedBy = "api" | "stream";

/** Who may call: anyone, a holder of an API key, or either a key or a signature in the URL. */
export type Access = "public" | "key" | "key-or-signature";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  readonly method: Method;
  /** With `{name}` for a segment that varies. */
  readonly path: string;
  readonly servedBy: ServedBy;
  readonly access: Access;
  readonly summary: string;
  readonly body?: z.ZodType;
  /** The JSON answers by status; a status without a schema answers bytes or nothing. */
  readonly answers: Readonly<Record<number, z.ZodType | undefined>>;
  readonly errors: readonly ErrorCode[];
}

const assetErrors = ["UNAUTHORIZED", "NOT_FOUND", "GONE"] as const;
const assetAnswers = { 200: undefined, 206: undefined, 304: undefined } as const;

function asset(method: Method, name: "asset" | "image"): Route {
  return {
    method,
    path: `/api/v1/renders/{id}/${name}`,
    servedBy: "stream",
    access: "key-or-signature",
    summary: name === "asset" ? "The picture of a finished render" : "An alias of /asset",
    answers: assetAnswers,
    errors: assetErrors,
  };
}

export const ROUTES = {
  health: {
    method: "GET",
    path: "/api/v1/health",
    servedBy: "api",
    access: "public",
    summary: "Whether the service answers",
    answers: { 200: z.object({ status: z.literal("ok") }) },
    errors: [],
  },
  createRender: {
    method: "POST",
    path: "/api/v1/render",
    servedBy: "api",
    access: "key",
    summary: "Queue a render",
    body: createRenderSchema,
    answers: { 200: dryRunBodySchema, 202: jobBodySchema },
    errors: [
      "UNAUTHORIZED",
      "BAD_REQUEST",
      "NOT_FOUND",
      "VALIDATION_ERROR",
      "DUPLICATE_LAYER_NAMES",
      "PAYLOAD_TOO_LARGE",
      "QUEUE_UNAVAILABLE",
    ],
  },
  getRender: {
    method: "GET",
    path: "/api/v1/renders/{id}",
    servedBy: "api",
    access: "key",
    summary: "The state of a render",
    answers: { 200: jobBodySchema },
    errors: ["UNAUTHORIZED", "NOT_FOUND"],
  },
  getAsset: asset("GET", "asset"),
  headAsset: asset("HEAD", "asset"),
  getImage: asset("GET", "image"),
  headImage: asset("HEAD", "image"),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

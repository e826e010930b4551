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
import { SIGNED_IMAGE_PATH } from "./signed-image-path.js";

/** The function that serves a route: `api` behind the HTTP API, `stream` and `image` behind function URLs. */
export type ServedBy = "api" | "stream" | "image";

/** Who may call: anyone, a holder of an API key, of a signature in the URL, or of either. */
export type Access = "public" | "key" | "signature" | "key-or-signature";

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

/** The edge has verified the signature before the function is asked. */
function signedImage(method: Method): Route {
  return {
    method,
    path: `${SIGNED_IMAGE_PATH}{template}`,
    servedBy: "image",
    access: "signature",
    summary: "The picture of a signed image URL",
    answers: { 200: undefined, 206: undefined, 304: undefined },
    errors: ["UNAUTHORIZED", "NOT_FOUND"],
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
  getSignedImage: signedImage("GET"),
  headSignedImage: signedImage("HEAD"),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

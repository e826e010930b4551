/**
 * The route table: every endpoint of the service, once.
 *
 * The router in the functions, the routes of the HTTP API, the behaviors of CloudFront and the OpenAPI document derive from
 * it. A new endpoint is a row under routes/ and a file in the `routes/` folder of its function.
 */
import * as z from "zod";
import { operationsBodySchema } from "./operations-api.js";
import { ACCESS_ROUTES } from "./routes/access-routes.js";
import { BATCH_ROUTES } from "./routes/batch-routes.js";
import { IMAGE_ROUTES } from "./routes/image-routes.js";
import { RENDER_ROUTES } from "./routes/render-routes.js";
import type { Route, ServedBy } from "./routes/route.js";
import { TEMPLATE_ROUTES } from "./routes/template-routes.js";
import { UPLOAD_ROUTES } from "./routes/upload-routes.js";
import { WEBHOOK_ROUTES } from "./routes/webhook-routes.js";

export { errorsOf, type Access, type Method, type PathParam, type Route, type ServedBy } from "./routes/route.js";

const SERVICE_ROUTES = {
  health: {
    method: "GET",
    path: "/api/v1/health",
    servedBy: "api",
    access: "public",
    tag: "Service",
    summary: "Check whether the service is available",
    responses: {
      200: z.object({
        status: z.literal("ok"),
        version: z.string().describe("The version of the service, as in its changelog."),
        commit: z
          .string()
          .optional()
          .describe("The commit that was deployed. Absent if the stack was not synthesized from a Git repository."),
      }),
    },
    errors: [],
  },
  getOperations: {
    method: "GET",
    path: "/api/v1/operations",
    servedBy: "api",
    access: "key",
    scopes: ["operator"],
    limit: "read",
    tag: "Service",
    summary: "Get the figures of the whole deployment: health, renders, times, queues, refusals and today's cost",
    responses: { 200: operationsBodySchema },
    errors: [],
  },
  openApi: {
    method: "GET",
    path: "/api/v1/openapi.json",
    servedBy: "api",
    access: "public",
    tag: "Service",
    summary: "Get this document",
    headers: ["If-None-Match"],
    responses: { 200: z.record(z.string(), z.unknown()), 304: undefined },
    errors: [],
  },
} as const satisfies Record<string, Route>;

export const ROUTES = {
  ...RENDER_ROUTES,
  ...BATCH_ROUTES,
  ...IMAGE_ROUTES,
  ...TEMPLATE_ROUTES,
  ...UPLOAD_ROUTES,
  ...WEBHOOK_ROUTES,
  ...ACCESS_ROUTES,
  ...SERVICE_ROUTES,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

/** The names of the routes that a function serves. */
export type RouteNameOf<F extends ServedBy> = {
  [N in RouteName]: (typeof ROUTES)[N] extends { readonly servedBy: F } ? N : never;
}[RouteName];

/** The routes that a function serves. */
export function routesServedBy(name: ServedBy): readonly Route[] {
  const routes: readonly Route[] = Object.values(ROUTES);
  return routes.filter(({ servedBy }) => servedBy === name);
}

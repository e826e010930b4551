/** The OpenAPI 3.1 document. It derives from the route table and from the schemas that validate requests and responses. */
import { type Route, ROUTES } from "../../core/contract/routes.js";
import { errorResponses } from "./error-responses.js";
import { responseHeaders } from "./headers.js";
import type { JsonObject } from "./json-schema-of.js";
import { namedSchemas } from "./named-schemas.js";
import { SESSION_COOKIE } from "../../core/contract/session-cookie.js";
import { operationOf } from "./operation.js";
import { WEBHOOK_TAG, webhookOperations } from "./webhooks.js";

export interface OpenApiDocument extends JsonObject {
  readonly openapi: string;
  readonly servers: readonly JsonObject[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

const TAGS: Readonly<Record<Route["tag"], string>> = {
  Renders: "Render templates and download the pictures.",
  Batches: "Render jobs that are created together.",
  "Signed images": "Pictures at signed URLs, which need no key.",
  Templates: "Templates with named layers, their versions, projects and previews.",
  Uploads: "Images and fonts for templates and renders.",
  Webhooks: "Deliveries about ended renders and batches, and the secrets that sign them.",
  Workspace: "Keys, sessions, usage and workspaces.",
  Service: "The service itself.",
};

const ANY_SERVER = {
  url: "{base}",
  variables: { base: { default: "https://images.example.com", description: "The base URL of the deployment." } },
};

/** Creates the document. Its server is a variable, which the service replaces with its own base URL. */
export function openApiDocument(): OpenApiDocument {
  const routes = Object.entries(ROUTES) as [string, Route][];
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [name, route] of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(name, route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Image render service",
      version: "1",
      description: "Turns templates into pictures. Every error has the same flat body and a `code`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [ANY_SERVER],
    tags: [...Object.entries(TAGS).map(([name, description]) => ({ name, description })), WEBHOOK_TAG],
    paths,
    webhooks: webhookOperations(),
    components: {
      schemas: namedSchemas(),
      responses: errorResponses(routes.map(([, route]) => route)),
      headers: responseHeaders(),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key." },
        session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE, description: "Set by `POST /api/v1/session`." },
        signature: {
          type: "apiKey",
          in: "query",
          name: "sig",
          description: "Part of each `assetUrl` and of each signed image URL.",
        },
      },
    },
  };
}

/** The OpenAPI 3.1 document, made from the route table and the schemas that validate requests and answers. */
import { type Route, ROUTES } from "./routes.js";
import { errorResponses } from "./openapi/error-responses.js";
import { answerHeaders } from "./openapi/headers.js";
import type { JsonObject } from "./openapi/json-schema-of.js";
import { namedSchemas } from "./openapi/named-schemas.js";
import { SESSION_COOKIE } from "./session-cookie.js";
import { operationOf } from "./openapi/operation.js";

export interface OpenApiDocument extends JsonObject {
  readonly openapi: string;
  readonly servers: readonly JsonObject[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
}

const TAGS: Readonly<Record<Route["tag"], string>> = {
  Renders: "Making pictures of templates, and downloading them.",
  "Signed images": "Pictures at signed addresses, which need no key.",
  Templates: "Designs with named layers, their versions, projects and previews.",
  Uploads: "Images and fonts that templates and renders use.",
  Workspace: "Keys, sessions, usage and workspaces.",
  Service: "The service itself.",
};

const ANY_SERVER = {
  url: "{base}",
  variables: { base: { default: "https://images.example.com", description: "The address of the deployment." } },
};

/**
 * The same at each call.
 *
 * @param baseUrl the address that callers use; without it the document leaves it open
 */
export function openApiDocument(baseUrl?: string): OpenApiDocument {
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
      description: "Turns templates into pictures. Every error has the same flat body; `code` tells them apart.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [baseUrl === undefined ? ANY_SERVER : { url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: namedSchemas(),
      responses: errorResponses(routes.map(([, route]) => route)),
      headers: answerHeaders(),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key." },
        session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE, description: "Set by `POST /api/v1/session`." },
        signature: {
          type: "apiKey",
          in: "query",
          name: "sig",
          description: "Part of each `assetUrl` and signed image URL.",
        },
      },
    },
  };
}

/**
 * mcp: serves assistants over the Model Context Protocol. It has no permissions: it calls the REST API of the service
 * at its public address, with the caller's key.
 */
import { createClientService, createHttpHandler } from "@image-render/mcp/http";
import type { Context } from "aws-lambda";
import { MCP_METADATA_PATH, MCP_PATH, MCP_SCOPES } from "../../core/deployment/mcp-paths.js";
import { parseEnvironment } from "../shared/environment.js";
import { type HttpEvent, requestIdOf } from "../shared/http-event.js";
import type { HttpResponse } from "../shared/http-response.js";
import { startLog } from "../shared/logger.js";
import { mcpEnvironmentSchema } from "./env.js";
import { requestOf, responseOf } from "./web-request.js";

const { BASE_URL: baseUrl, ...env } = parseEnvironment(mcpEnvironmentSchema);
const log = startLog("mcp", env.LOG_LEVEL);

const serve = createHttpHandler({
  resourceUrl: `${baseUrl}${MCP_PATH}`,
  metadataUrl: `${baseUrl}${MCP_METADATA_PATH}`,
  scopes: MCP_SCOPES,
  authorizationServer: env.AUTHORIZATION_SERVER === "" ? undefined : env.AUTHORIZATION_SERVER,
  connect: (apiKey) => createClientService({ baseUrl, apiKey }),
  corsOrigins: env.CORS_ORIGINS,
  now: Date.now,
  onError: (error) => log.error("A request failed.", { error }),
});

export async function handler(event: HttpEvent, context: Context): Promise<HttpResponse> {
  const response = await serve(requestOf(event, baseUrl));
  const requestId = requestIdOf(event);
  log.info("Request", { requestId, invocationId: context.awsRequestId, status: response.status });
  return await responseOf(response, requestId);
}

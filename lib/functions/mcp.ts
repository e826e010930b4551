/** mcp: serves assistants. It calls the REST API with the caller's key. Its only permission is to write its logs. */
import { MCP_METADATA_PATH, MCP_PATH } from "../../core/deployment/mcp-paths.js";
import { mcpEnvironmentSchema } from "../../lambdas/mcp/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";

/** @param baseUrl the address of the service. It refers to the distribution, so the function is created after it. */
export function mcpAt(baseUrl: string): DeclareFunction {
  return ({ settings: { mcpAuthorizationServer = "", corsOrigins } }) =>
    declareFunction({
      name: "mcp",
      description: "Serves assistants",
      environmentSchema: mcpEnvironmentSchema,
      environment: {
        BASE_URL: baseUrl,
        CORS_ORIGINS: JSON.stringify(corsOrigins),
        AUTHORIZATION_SERVER: mcpAuthorizationServer,
      },
      memoryMb: 512,
      // Just below the limit of the HTTP API. A tool waits at most 25 s.
      timeoutSeconds: 29,
      sharesLocalProcesses: true,
      http: {
        through: "http-api",
        routes: [
          { method: "ANY", path: MCP_PATH },
          { method: "GET", path: MCP_METADATA_PATH },
        ],
      },
      alarm: { errors: 1, runbook: "request-errors" },
    });
}

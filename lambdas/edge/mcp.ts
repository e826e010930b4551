/**
 * The refusal of assistants without a key. The HTTP API renames `WWW-Authenticate`
 * (https://github.com/anthropics/claude-ai-mcp/issues/748), and no edge function runs for errors of an origin. So an
 * assistant gets this header unchanged only from here.
 */
import { MCP_PATH } from "../../core/deployment/mcp-paths.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import type { Edge, EdgeRequest, EdgeResponse, EdgeValue } from "./edge.js";
import { edgeError } from "./edge-error.js";

/** Returns 401 for a request to the MCP server without a key, else `undefined`. */
export function refuseWithoutKey(edge: Edge, request: EdgeRequest, requestId: string): EdgeResponse | undefined {
  const headers = request.headers;
  if (request.uri !== MCP_PATH || request.method === "OPTIONS" || headers["authorization"]) return undefined;
  const response = edgeError(requestId, "UNAUTHORIZED", "An API key is required, as a bearer token.");
  const baseUrl = (headers[TRUSTED_HEADERS.baseUrl] as EdgeValue).value;
  response.headers["www-authenticate"] = { value: edge.settings.mcpChallenge.replace("$", baseUrl) };
  return response;
}

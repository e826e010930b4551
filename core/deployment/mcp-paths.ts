/**
 * The paths of the MCP server for assistants. It is not part of the REST API, so the route table does not contain it.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

export const MCP_PATH = "/mcp";

/** Where an MCP client finds the authorization server, by RFC 9728. */
export const MCP_METADATA_PATH = "/.well-known/oauth-protected-resource/mcp";

/** The scopes that the server's tools need, as `WWW-Authenticate` and the metadata name them. */
export const MCP_SCOPES = ["render", "templates", "admin"];

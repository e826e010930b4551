/** Who may call the HTTP transport, and what it says to the others (RFC 6750, RFC 9728). */

/** The path of the server below the base URL. */
export const MCP_PATH = "/mcp";
/** The path of the metadata, by RFC 9728. */
export const METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;
/** The scopes that tools need. */
const SCOPES = ["render", "templates", "admin"];

export interface Protection {
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** The issuer whose access tokens are API keys. @default none: users give an API key to their assistant */
  readonly authorizationServer?: string | undefined;
}

/** Returns the value of `WWW-Authenticate`. */
export function challengeFor({ baseUrl, authorizationServer }: Protection, isInvalid = false): string {
  const parameters = [
    ...(isInvalid ? ['error="invalid_token"'] : []),
    ...(authorizationServer === undefined
      ? []
      : [`resource_metadata="${baseUrl}${METADATA_PATH}"`, `scope="${SCOPES.join(" ")}"`]),
  ];
  return ["Bearer", parameters.join(", ")].filter((part) => part !== "").join(" ");
}

/** Returns the metadata of the resource, or `undefined` if there is no authorization server. */
export function metadataOf({ baseUrl, authorizationServer }: Protection): object | undefined {
  if (authorizationServer === undefined) return undefined;
  return {
    resource: `${baseUrl}${MCP_PATH}`,
    authorization_servers: [authorizationServer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Image render service",
    resource_documentation: `${baseUrl}/docs`,
  };
}

/** Returns the token of an `Authorization` header. */
export function bearerToken(authorization: string | null): string | undefined {
  return /^Bearer +([\x21-\x7e]{1,500}) *$/i.exec(authorization ?? "")?.[1];
}

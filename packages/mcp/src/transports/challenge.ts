/** Tells callers without a valid key how to get access to the HTTP transport (RFC 6750, RFC 9728). */

export interface Protection {
  /** The address of the server: `https://images.example.com/mcp`. */
  readonly resourceUrl: string;
  /** The address of its metadata. */
  readonly metadataUrl: string;
  /** The scopes that the tools need. */
  readonly scopes: readonly string[];
  /** The issuer whose access tokens are API keys. @default none: users give an API key to their assistant */
  readonly authorizationServer?: string | undefined;
}

/** Returns the value of `WWW-Authenticate`. */
export function challengeFor(protection: Protection, isInvalid: boolean): string {
  const { metadataUrl, scopes, authorizationServer } = protection;
  const parameters = [
    ...(isInvalid ? ['error="invalid_token"'] : []),
    ...(authorizationServer === undefined ? [] : [`resource_metadata="${metadataUrl}"`, `scope="${scopes.join(" ")}"`]),
  ];
  return ["Bearer", parameters.join(", ")].filter((part) => part !== "").join(" ");
}

/** Returns the metadata of the resource, or `undefined` if there is no authorization server. */
export function metadataOf({ resourceUrl, scopes, authorizationServer }: Protection): object | undefined {
  if (authorizationServer === undefined) return undefined;
  return {
    resource: resourceUrl,
    authorization_servers: [authorizationServer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "Image render service",
  };
}

/** Returns the token of an `Authorization` header. */
export function bearerToken(authorization: string | null): string | undefined {
  return /^Bearer +([\x21-\x7e]{1,500}) *$/i.exec(authorization ?? "")?.[1];
}

/** The scopes of an API key. */
export type Scope = "render" | "templates" | "admin" | "operator";

/** All scopes. A server without a service to ask offers the tools of all of them. */
export const ALL_SCOPES: readonly Scope[] = ["render", "templates", "admin", "operator"];

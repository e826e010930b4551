/** The link that signs in to the studio of the service that has just started. */
import * as z from "zod";
import { sessionLinkBodySchema } from "../core/contract/access-api.js";
import { scopeSchema } from "../core/contract/scopes.js";

/** A start must not wait longer for a link, because the service works without it. */
const MAX_WAIT_MS = 15_000;

/** The service, and a key with the scope `admin`. */
export interface LinkSource {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Creates a link that signs in once, within five minutes, with all scopes of the key.
 *
 * @returns `undefined` if the service creates no link, for example because the key has been revoked
 */
export async function createSignInLink({ baseUrl, apiKey }: LinkSource): Promise<string | undefined> {
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    return await response.json();
  };
  try {
    const { scopes } = z.object({ scopes: z.array(scopeSchema) }).parse(await call("/api/v1/session"));
    const link = await call("/api/v1/session/links", { name: "npm start", scopes });
    return sessionLinkBodySchema.parse(link).url;
  } catch {
    return undefined;
  }
}

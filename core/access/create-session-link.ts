/** Creates a sign-in link. */
import type { CreateSessionLink } from "../contract/access-api.js";
import { SESSION_LINK_MS } from "../contract/limits.js";
import { STUDIO_PATH } from "../deployment/site-paths.js";
import type { Caller } from "./authenticate.js";
import { checkGrant } from "./check-grant.js";
import { createLinkToken, hashLinkToken, type SessionLinkStore } from "./session-link.js";

export interface CreateSessionLinkDependencies {
  readonly links: Pick<SessionLinkStore, "putLink">;
  readonly now: () => number;
}

export interface CreatedSessionLink {
  readonly url: string;
  readonly expiresAtMs: number;
}

/**
 * Creates a link that begins one session. The session has the given name and scopes, and ends with the caller's key. If
 * the key has just been revoked, the link does not work.
 *
 * @throws ServiceError `FORBIDDEN` for a scope that the caller does not have
 */
export async function createSessionLink(
  { links, now }: CreateSessionLinkDependencies,
  { keyHash, scopes: own, by }: Pick<Caller, "keyHash" | "scopes" | "by">,
  { name, scopes }: CreateSessionLink,
  baseUrl: string,
): Promise<CreatedSessionLink> {
  checkGrant(by, own, scopes);
  const token = createLinkToken();
  const hash = hashLinkToken(token);
  if (hash === undefined) throw new Error("createLinkToken returned a malformed token.");
  const expiresAtMs = now() + SESSION_LINK_MS;
  await links.putLink({ hash, keyHash, name, scopes, expiresAtMs });
  return { url: `${baseUrl}${STUDIO_PATH}#${token}`, expiresAtMs };
}

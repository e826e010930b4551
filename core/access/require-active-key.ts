/** Checks that the caller's key has not been revoked. */
import { ServiceError } from "../contract/errors.js";
import type { Workspace } from "./workspace.js";

/**
 * Functions cache authentication for a few seconds. During that time, a revoked key must not be able to create another
 * key or to revoke the keys of others.
 *
 * @throws ServiceError `UNAUTHORIZED`
 */
export function requireActiveKey({ keys }: Workspace, keyId: string): void {
  if (!keys.some((key) => key.keyId === keyId)) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
}

/** Whether a caller's key is still one of its workspace's. */
import { ServiceError } from "../contract/errors.js";
import type { Workspace } from "./workspace.js";

/**
 * A function trusts a look-up for some seconds. In these a revoked key must not make itself a successor, nor revoke the
 * keys of those who revoked it.
 *
 * @throws ServiceError `UNAUTHORIZED`
 */
export function checkStillKey({ keys }: Workspace, keyId: string): void {
  if (!keys.some((key) => key.keyId === keyId)) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
}

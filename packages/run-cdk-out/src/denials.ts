/**
 * Permissions that are removed from individual functions to simulate an outage, for example `renderer:s3:PutObject`.
 *
 * Each function has its own access key ID, so the services can tell which function calls.
 */
import type { IncomingHttpHeaders } from "node:http";
import { LOCAL_CREDENTIALS } from "./credentials.js";

/** The services whose actions can be denied, as in IAM. */
export const DENIABLE_SERVICES = ["dynamodb", "events", "s3", "secretsmanager", "sqs"] as const;
export type DeniableService = (typeof DENIABLE_SERVICES)[number];

export interface Denial {
  /** The short name of the function. */
  readonly functionName: string;
  readonly service: DeniableService;
  /** The action in IAM, for example `PutObject`. */
  readonly action: string;
}

/** Returns the access key ID of a function's processes. Their secret access key is that of `LOCAL_CREDENTIALS`. */
export const accessKeyIdOf = (functionName: string): string => `${LOCAL_CREDENTIALS.accessKeyId}-${functionName}`;

/** Returns whether a service accepts this access key ID. */
export function isLocalAccessKeyId(id: string, base: string = LOCAL_CREDENTIALS.accessKeyId): boolean {
  return id === base || id.startsWith(`${base}-`);
}

/** Returns the access key ID in the signature of a request. */
export function callerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /Credential=([^/,\s]+)\//.exec(authorization ?? "")?.[1];
}

/** Returns a function that tells whether an action, for example `s3:PutObject`, is denied to a caller. */
export function createDenials(denials: readonly Denial[]): (accessKeyId: string, action: string) => boolean {
  const keyOf = (accessKeyId: string, action: string): string => `${accessKeyId} ${action}`;
  const denied = new Set(
    denials.map(({ functionName, service, action }) => keyOf(accessKeyIdOf(functionName), `${service}:${action}`)),
  );
  return (accessKeyId, action) => denied.has(keyOf(accessKeyId, action));
}

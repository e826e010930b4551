/**
 * Permissions that are removed from individual functions to simulate an outage, for example `renderer:s3:PutObject`.
 *
 * Each function has its own access key ID, so the services can tell which function calls. Nothing else is enforced.
 */
import type { IncomingHttpHeaders } from "node:http";
import { LOCAL_CREDENTIALS } from "./credentials.js";
import { LOCAL_ACCOUNT_ID } from "./local-account.js";
import { AwsError } from "./services/aws-error.js";

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

/**
 * Throws AWS's error if the caller may not call the action. `error` is the code and the status that this service uses.
 */
export type CheckCall = (
  service: DeniableService,
  action: string,
  accessKeyId: string | undefined,
  error: { readonly code: string; readonly status: number },
) => void;

/** The access key ID of a function's processes. Their secret access key is that of `LOCAL_CREDENTIALS`. */
export const accessKeyIdOf = (functionName: string): string => `${LOCAL_CREDENTIALS.accessKeyId}-${functionName}`;

/** Whether a service accepts this access key ID. */
export function isLocalAccessKeyId(id: string, base: string = LOCAL_CREDENTIALS.accessKeyId): boolean {
  return id === base || id.startsWith(`${base}-`);
}

/** The access key ID in the signature of a request. */
export function callerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /Credential=([^/,\s]+)\//.exec(authorization ?? "")?.[1];
}

export function createCallCheck(denials: readonly Denial[]): CheckCall {
  const denied = new Set(
    denials.map(({ functionName, service, action }) => keyOf(accessKeyIdOf(functionName), service, action)),
  );
  return (service, action, accessKeyId, { code, status }) => {
    if (accessKeyId === undefined || !denied.has(keyOf(accessKeyId, service, action))) return;
    const user = `arn:aws:sts::${LOCAL_ACCOUNT_ID}:assumed-role/${accessKeyId}`;
    const reason = "because no identity-based policy allows the action";
    throw new AwsError(code, `User: ${user} is not authorized to perform: ${service}:${action} ${reason}`, status);
  };
}

/** Allows every action. */
export const ALLOW_ALL: CheckCall = () => undefined;

function keyOf(accessKeyId: string, service: string, action: string): string {
  return `${accessKeyId} ${service}:${action}`;
}

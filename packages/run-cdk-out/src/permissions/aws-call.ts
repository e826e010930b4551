/** A call to a service, as IAM sees it: an action on a resource, with the values that conditions can name. */

/** Values by condition key in lower case, for example `dynamodb:leadingkeys`. A key that the call lacks is absent. */
export type CallContext = Readonly<Record<string, readonly string[]>>;

export interface AwsCall {
  /** The action with its service, for example `dynamodb:GetItem`. */
  readonly action: string;
  /** The ARN of the resource; `*` for an action that has none. */
  readonly resource: string;
  readonly context?: CallContext;
}

/** A service of AWS that calls for one of the stack's resources, for example EventBridge for a rule. */
export interface ServiceCaller {
  /** For example `events.amazonaws.com`. */
  readonly service: string;
  /** The ARN of the resource, which `aws:SourceArn` contains. */
  readonly sourceArn: string;
}

/** The access key ID of a function or of the operator, or a service of AWS. `undefined` is the runner itself. */
export type Caller = string | ServiceCaller | undefined;

/** The code and the status of the error that a service returns for a missing permission. */
export interface DenialError {
  readonly code: string;
  readonly status: number;
}

/** Decides whether callers may make calls. */
export interface Authorizer {
  /** Throws the service's error if the caller may not make the call. Counts the grants that allow it as used. */
  check(call: AwsCall, caller: Caller, error: DenialError): void;
  /** Returns whether the caller may make the call. If it may, counts the grants that allow it as used. */
  allows(call: AwsCall, caller: Caller): boolean;
}

/** Allows every call. */
export const ALLOW_ALL: Authorizer = { check: () => undefined, allows: () => true };

/** Resources with resolved properties, and how the rest of the template refers to them. */
import type { ResolvedValue } from "./resolve.js";
import type { DeletionPolicy } from "./template.js";

export interface StackFacts {
  readonly stackName: string;
  readonly stackId: string;
  /** The seed of names and IDs. A stack that follows a deleted one of the same name has another seed. */
  readonly idSeed: string;
  /** Host and port of the distribution, for example `127.0.0.1:4000`. */
  readonly edgeDomain: string;
}

/** A resource in which every intrinsic function and dynamic reference is resolved. */
export interface ResolvedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, ResolvedValue>>;
  /** Whether the resource is deleted or kept when the stack is deleted. @default Delete */
  readonly deletionPolicy?: DeletionPolicy;
  /** The path of the construct, if the synthesis has recorded it. */
  readonly constructPath?: string;
  /** The short name in the metadata of the resource, `run-cdk-out:name`. */
  readonly givenName?: string;
  /** `run-cdk-out:shares-processes` in the metadata of a function: many of its invocations can share a process. */
  readonly sharesProcesses?: boolean;
}

/** The values of `Ref` and `Fn::GetAtt` for a resource. */
export interface Identity {
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, ResolvedValue>>;
  /** Whether the attributes are secret (`NoEcho`) and not shown. */
  readonly noEcho?: boolean;
}

/** Returns an attribute that is a string. */
export function textAttribute({ physicalId, attributes }: Identity, name: string): string {
  const value = attributes[name];
  if (typeof value !== "string") throw new TypeError(`The resource ${physicalId} has no ${name}.`);
  return value;
}

export const arnOf = (identity: Identity): string => textAttribute(identity, "Arn");

export interface ProvisionedResource extends ResolvedResource, Identity {}

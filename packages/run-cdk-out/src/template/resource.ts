/** A resource whose properties are resolved, and what it answers to the rest of the template. */
import { type ResolvedValue } from "./resolve.js";

/** The stack that a resource belongs to. */
export interface StackFacts {
  readonly stackName: string;
  readonly stackId: string;
  /** Host and port under which the distribution is reached, e.g. `127.0.0.1:4000`. */
  readonly edgeDomain: string;
}

/** A resource of the template with every intrinsic function and dynamic reference resolved. */
export interface ResolvedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, ResolvedValue>>;
  /** The path of the construct that made it, where the synthesis recorded one. */
  readonly constructPath?: string;
  /** What the template calls the resource for people: `run-cdk-out:name` in its metadata. */
  readonly givenName?: string;
}

/** What `Ref` and `Fn::GetAtt` answer for a resource. */
export interface Identity {
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, ResolvedValue>>;
  /** The attributes are secret (`NoEcho`): they are used, but not shown. */
  readonly noEcho?: boolean;
}

/** An attribute of a resource that is a text by its kind. */
export function textAttribute({ physicalId, attributes }: Identity, name: string): string {
  const value = attributes[name];
  if (typeof value !== "string") throw new TypeError(`The resource ${physicalId} has no ${name}.`);
  return value;
}

/** The ARN among a resource's attributes. */
export const arnOf = (identity: Identity): string => textAttribute(identity, "Arn");

/** A resource that exists. */
export interface ProvisionedResource extends ResolvedResource, Identity {}

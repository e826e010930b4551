/** The environment of provisioners: the running services and the registry of functions. */
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type { Permissions } from "../permissions/permissions.js";
import type { BucketRules } from "../services/s3.js";
import type { ReadSecret } from "./dynamic-references.js";
import type { FunctionRegistry } from "./function-registry.js";
import type { Identity, ResolvedResource } from "./resource.js";

export interface Platform {
  /** Whether to also remove data of earlier runs outside the state folder. */
  readonly fresh: boolean;
  readonly dynamoDb: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly buckets: {
    ensureBucket(name: string, rules?: BucketRules): Promise<void> | void;
    deleteBucket(name: string): Promise<void> | void;
  };
  /** Names of the buckets that send their events to the default bus. */
  readonly bucketsWithEvents: Set<string>;
  readonly buses: { ensureBus(name: string): Promise<void> | void };
  readonly secrets: {
    ensureSecret(secret: { arn: string; name: string; initialValue: () => string }): Promise<void> | void;
    deleteSecret(arn: string): Promise<void> | void;
    readonly read: ReadSecret;
  };
  readonly keyValueStores: {
    ensureStore(arn: string): Promise<void> | void;
    deleteStore(arn: string): Promise<void> | void;
  };
  readonly functions: FunctionRegistry;
  readonly permissions: Permissions;
  /** The documents of the stack's own managed policies, by ARN. */
  readonly managedPolicies: Map<string, unknown>;
  /** Returns the ARN of the queue with this URL. */
  readonly queueArn: (queueUrl: string) => string;
  /** Folders of the layers, by ARN. */
  readonly layers: Map<string, string>;
  /** Variables for each function: the endpoints of the services, and credentials. */
  readonly functionEnvironment: Readonly<Record<string, string>>;
  /** The folder of an asset, by its object key in a deployment. */
  readonly assetFolder: (objectKey: string) => string;
  /** Folder for code that is in the template itself. */
  readonly inlineCodeDir: string;
}

/** Creates a resource, or adopts an existing one. The returned identity replaces the one of identities.ts. */
export type Provisioner = (
  resource: ResolvedResource,
  identity: Identity,
  platform: Platform,
) => Promise<Identity | undefined> | Identity | undefined;

/** What the provisioners make resources with: the running services and the registry of functions. */
import { type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { type SQSClient } from "@aws-sdk/client-sqs";
import { type CorsRule } from "../services/s3/cors.js";
import { type ReadSecret } from "./dynamic-references.js";
import { type FunctionRegistry } from "./function-registry.js";
import { type Identity, type ResolvedResource } from "./resource.js";

/** The services of a running stack, as far as provisioning needs them. */
export interface Platform {
  /** Whether what an earlier run left is to be forgotten; of use only for what lies outside the state folder. */
  readonly fresh: boolean;
  readonly dynamoDb: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly buckets: { ensureBucket(name: string, cors?: readonly CorsRule[]): Promise<void> | void };
  /** Names of the buckets whose events go to the default bus. */
  readonly bucketsWithEvents: Set<string>;
  readonly buses: { ensureBus(name: string): Promise<void> | void };
  readonly secrets: {
    ensureSecret(secret: { arn: string; name: string; initialValue: () => string }): Promise<void> | void;
    readonly read: ReadSecret;
  };
  readonly keyValueStores: { ensureStore(arn: string): Promise<void> | void };
  readonly functions: FunctionRegistry;
  /** Folders of the layers, by ARN. */
  readonly layers: Map<string, string>;
  /** Added to the environment of each function: the endpoints of the services, and credentials for them. */
  readonly functionEnvironment: Readonly<Record<string, string>>;
  /** The folder of an asset, by the key that a deployment would upload it under. */
  readonly assetFolder: (objectKey: string) => string;
  /** Folder for code that stands in the template itself. */
  readonly inlineCodeDir: string;
}

/** Makes a resource, or adopts the one that is there. What it returns overrides the identity of the table. */
export type Provisioner = (
  resource: ResolvedResource,
  identity: Identity,
  platform: Platform,
) => Promise<Identity | undefined> | Identity | undefined;

/**
 * Deletes the resources of a stack as CloudFormation does: each before those that it depends on, and according to its
 * deletion policy.
 */
import { DeleteTableCommand, ResourceNotFoundException, waitUntilTableNotExists } from "@aws-sdk/client-dynamodb";
import { DeleteQueueCommand, QueueDoesNotExist } from "@aws-sdk/client-sqs";
import { type CustomResources, isCustomResource } from "./custom-resources/custom-resources.js";
import type { Platform } from "./platform.js";
import { arnOf, type ProvisionedResource } from "./resource.js";
import { TemplateError } from "./template-error.js";

type Deleter = (resource: ProvisionedResource, platform: Platform) => Promise<void> | void;

/** The types that store something. All others exist only while the runner runs. */
const DELETERS: Readonly<Record<string, Deleter>> = {
  "AWS::DynamoDB::Table": deleteTable,
  "AWS::DynamoDB::GlobalTable": deleteTable,
  "AWS::SQS::Queue": deleteQueue,
  "AWS::S3::Bucket": ({ physicalId }, { buckets }) => buckets.deleteBucket(physicalId),
  "AWS::SecretsManager::Secret": ({ physicalId }, { secrets }) => secrets.deleteSecret(physicalId),
  "AWS::CloudFront::KeyValueStore": (resource, { keyValueStores }) => keyValueStores.deleteStore(arnOf(resource)),
};

/** A resource that its deletion policy keeps. */
export interface RetainedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
}

export interface StackDeletion {
  readonly platform: Platform;
  readonly customResources: Pick<CustomResources, "delete" | "deleteFailed">;
  /** Whether the creation of the stack failed: `RetainExceptOnCreate` then keeps nothing. */
  readonly isRollback: boolean;
}

/**
 * Deletes the resources, and returns those that were kept. A resource that cannot be deleted stops the deletion, so
 * that the resources that it depends on remain. A second call continues.
 *
 * @param resources in the order of their creation
 */
export async function deleteStack(
  resources: readonly ProvisionedResource[],
  { platform, customResources, isRollback }: StackDeletion,
): Promise<RetainedResource[]> {
  await customResources.deleteFailed();
  const retained: RetainedResource[] = [];
  for (const resource of [...resources].reverse()) {
    const { logicalId, type, physicalId, deletionPolicy } = resource;
    if (deletionPolicy === "Retain" || (deletionPolicy === "RetainExceptOnCreate" && !isRollback)) {
      retained.push({ logicalId, type, physicalId });
    } else if (isCustomResource(type)) await customResources.delete(logicalId);
    else await deleteResource(resource, platform);
  }
  return retained;
}

async function deleteResource(resource: ProvisionedResource, platform: Platform): Promise<void> {
  const { logicalId, type, physicalId } = resource;
  try {
    await DELETERS[type]?.(resource, platform);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TemplateError(logicalId, `${type} ${physicalId} could not be deleted: ${reason}`, { cause });
  }
}

/** Deletes a table. Fails if the table has deletion protection. */
async function deleteTable({ physicalId: TableName }: ProvisionedResource, { dynamoDb }: Platform): Promise<void> {
  try {
    await dynamoDb.send(new DeleteTableCommand({ TableName }));
    await waitUntilTableNotExists({ client: dynamoDb, maxWaitTime: 30, minDelay: 1 }, { TableName });
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

async function deleteQueue({ physicalId: QueueUrl }: ProvisionedResource, { sqs }: Platform): Promise<void> {
  try {
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
  }
}

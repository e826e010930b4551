/** Copies the data of a stack, as AWS restores a backup: the items, without what belongs to the old tables only. */
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

/** The tables of the setting `adoptData`. Its other names are those of the bucket and the secrets. */
export const TABLES = ["templates", "jobs", "batches", "workspaces", "apiKeys", "claims", "webhooks"] as const;

/** A client of a local DynamoDB. */
export function tablesAt(endpoint: string): DynamoDBDocumentClient {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const plain = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  return DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
}

/** Copies a table with its keys, indexes and items, and without its TTL, tags, alarms and protection. */
export async function copyTable(
  source: DynamoDBDocumentClient,
  TableName: string,
  target: DynamoDBDocumentClient,
  copyName: string,
): Promise<void> {
  const { Table } = await source.send(new DescribeTableCommand({ TableName }));
  const indexes = (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => ({
    ...{ IndexName, KeySchema, Projection },
  }));
  const created = {
    TableName: copyName,
    KeySchema: Table?.KeySchema,
    AttributeDefinitions: Table?.AttributeDefinitions,
    BillingMode: "PAY_PER_REQUEST",
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  } as CreateTableCommandInput;
  await target.send(new CreateTableCommand(created));
  for await (const { Items = [] } of paginateScan({ client: source }, { TableName, ConsistentRead: true }))
    for (const Item of Items) await target.send(new PutCommand({ TableName: copyName, Item }));
}

/**
 * Puts the jobs that waited in a queue of the old stack into the index of the sweeper, as the command in docs/deploy.md
 * does. No queue of the new stack has their messages.
 */
export async function watchQueuedJobs(client: DynamoDBDocumentClient, TableName: string): Promise<number> {
  const condition = {
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":queued": "queued" },
  };
  const FilterExpression = "#status = :queued AND attribute_not_exists(sweepAtMs)";
  let count = 0;
  for await (const { Items = [] } of paginateScan({ client }, { TableName, FilterExpression, ...condition }))
    for (const { id } of Items as { id: string }[]) {
      const ExpressionAttributeValues = { ":shard": count % 16, ":now": Date.now() };
      const UpdateExpression = "SET sweepShard = :shard, sweepAtMs = :now";
      await client.send(new UpdateCommand({ TableName, Key: { id }, UpdateExpression, ExpressionAttributeValues }));
      count += 1;
    }
  return count;
}

/** Deletes expired items of tables, as DynamoDB does within days (DynamoDB developer guide, "Using time to live"). */
import { type AttributeValue, DeleteItemCommand, type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { ProvisionedResource } from "../template/resource.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";

const tableSchema = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string() })),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

/** Resolves to the number of deleted items. */
export async function deleteExpiredItems(
  stack: ProvisionedStack,
  client: DynamoDBClient,
  nowMs: number,
): Promise<number> {
  const tables = ["AWS::DynamoDB::GlobalTable", "AWS::DynamoDB::Table"].flatMap((type) => resourcesOfType(stack, type));
  const counts = await Promise.all(tables.map(async (table) => deleteFrom(table, client, nowMs)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function deleteFrom(
  { physicalId: TableName, properties }: ProvisionedResource,
  client: DynamoDBClient,
  nowMs: number,
): Promise<number> {
  const { KeySchema, TimeToLiveSpecification: timeToLive } = tableSchema.parse(properties);
  if (timeToLive?.Enabled !== true) return 0;
  const expired = {
    FilterExpression: "#ttl <= :now",
    ExpressionAttributeNames: { "#ttl": timeToLive.AttributeName },
    ExpressionAttributeValues: { ":now": { N: String(Math.floor(nowMs / 1_000)) } },
  };
  let count = 0;
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ...expired })) {
    for (const item of Items) {
      await client.send(new DeleteItemCommand({ TableName, Key: keyOf(item, KeySchema) }));
      count += 1;
    }
  }
  return count;
}

function keyOf(item: Record<string, AttributeValue>, schema: readonly { readonly AttributeName: string }[]) {
  const names = schema.map(({ AttributeName }) => AttributeName);
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}

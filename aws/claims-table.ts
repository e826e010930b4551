/** The claims table: key `id`, the storage key of a signed image's picture. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { type Claim, claimSchema, type ClaimStore } from "../core/signed-images/claim.js";
import { parseItem } from "./stored-item.js";
import type { TransactItem } from "./transact.js";

export function createClaimsTable(client: DynamoDBDocumentClient, tableName: string): ClaimStore {
  return {
    async find(id) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(claimSchema, Item, "the claims table");
    },
  };
}

/** Writes the first claim of a picture where there is none, and any later one over the generation before it. */
export function claimWrite(tableName: string | undefined, claim: Claim): TransactItem {
  if (tableName === undefined) throw new Error("This function makes no claims.");
  const seen = claim.generation - 1;
  const condition =
    seen === 0
      ? { ConditionExpression: "attribute_not_exists(id)" }
      : { ConditionExpression: "generation = :seen", ExpressionAttributeValues: { ":seen": seen } };
  return { Put: { TableName: tableName, Item: claim, ...condition } };
}

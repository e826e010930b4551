/**
 * The claims table. Key: `id`, the storage key of a signed image.
 *
 * Stored attribute names cannot change, because items exist: `debited` is stored as `charged`.
 */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { type ImageClaim, imageClaimSchema, type ImageClaimStore } from "../core/renders/image-claim.js";
import { parseItem } from "./stored-item.js";
import type { TransactItem } from "./transact.js";

const claimItemSchema = imageClaimSchema
  .omit({ debited: true })
  .extend({ charged: z.boolean() })
  .transform(({ charged, ...claim }): ImageClaim => ({ ...claim, debited: charged }));

export function createClaimsTable(client: DynamoDBDocumentClient, tableName: string): ImageClaimStore {
  return {
    async find(id) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(claimItemSchema, Item, "the claims table");
    },
  };
}

/** Writes the first claim of a picture if none exists. Writes a later claim only over the previous generation. */
export function claimWrite(tableName: string | undefined, { debited, ...claim }: ImageClaim): TransactItem {
  if (tableName === undefined) throw new Error("This function has no claims table.");
  const previous = claim.generation - 1;
  const condition =
    previous === 0
      ? { ConditionExpression: "attribute_not_exists(id)" }
      : { ConditionExpression: "generation = :previous", ExpressionAttributeValues: { ":previous": previous } };
  return { Put: { TableName: tableName, Item: { ...claim, charged: debited }, ...condition } };
}

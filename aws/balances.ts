/** Reads the monthly balances in the workspaces table. credit-writes.ts writes them. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { BalanceStore, MonthBalance } from "../core/billing/month-balance.js";
import { parseItem } from "./stored-item.js";

const balanceItemSchema = z
  .looseObject({ granted: z.int(), spent: z.int(), remaining: z.int() })
  .transform(({ granted, spent, remaining, ...rest }): MonthBalance => {
    const credits = (name: string): number => (typeof rest[name] === "number" ? rest[name] : 0);
    const days = Array.from({ length: 31 }, (_, index) => index + 1)
      .map((day) => ({ day, spent: credits(`spent${day}`), refunded: credits(`refunded${day}`) }))
      .filter((day) => day.spent > 0 || day.refunded > 0);
    return { granted, spent, remaining, days };
  });

export function createBalances(client: DynamoDBDocumentClient, tableName: string): BalanceStore {
  return {
    async find(workspaceId, month) {
      const Key = { id: workspaceId, item: `month#${month}` };
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(balanceItemSchema, Item, "the workspaces table");
    },
  };
}

/** The deletion protection of tables. */
import { setTimeout as pause } from "node:timers/promises";
import {
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";

/** A table refuses this change while another change is in progress. */
const ATTEMPTS = 10;
const PAUSE_MS = 2_000;

/** Changes only tables whose protection differs. */
export async function setDeletionProtection(
  client: DynamoDBClient,
  tableNames: readonly string[],
  isProtected: boolean,
): Promise<void> {
  await Promise.all(tableNames.map((name) => setProtection(client, name, isProtected)));
}

async function setProtection(client: DynamoDBClient, TableName: string, isProtected: boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if ((Table?.DeletionProtectionEnabled ?? false) === isProtected) return;
    try {
      await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: isProtected }));
    } catch (error) {
      if (!(error instanceof ResourceInUseException) || attempt === ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}

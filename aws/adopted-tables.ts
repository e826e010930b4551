/** Checks that the tables that a stack adopts existed before the stack. */
import { DescribeTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * Throws if an adopted table is not older than the stack. CloudFormation imports a table that exists, and creates a
 * table that does not exist. So a wrong name in `adoptData` creates an empty table, and nobody notices.
 *
 * @param ownTable a table that the stack created itself, before any table that it might have created by mistake
 * @throws Error that names the tables that are not older than `ownTable`
 */
export async function checkAdoptedTables(
  client: DynamoDBClient,
  adopted: readonly string[],
  ownTable: string,
): Promise<void> {
  const createdAtMs = async (TableName: string): Promise<number> => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    return Table?.CreationDateTime?.getTime() ?? 0;
  };
  const stackMs = await createdAtMs(ownTable);
  const ages = await Promise.all(adopted.map(async (name) => [name, await createdAtMs(name)] as const));
  const created = ages.filter(([, tableMs]) => tableMs >= stackMs).map(([name]) => name);
  if (created.length === 0) return;
  throw new Error(
    `The setting adoptData names tables that did not exist, so CloudFormation created them empty: ${created.join(", ")}. ` +
      "Delete these tables and this stack, correct the names, and deploy again. No other data was changed.",
  );
}

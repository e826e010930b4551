/** The key attributes of tables and indexes, which a template cannot change without a new table. */
import { DescribeTableCommand, type DynamoDBClient, type KeySchemaElement } from "@aws-sdk/client-dynamodb";

interface Schemas {
  readonly table: readonly KeySchemaElement[];
  readonly indexes: ReadonlyMap<string, readonly KeySchemaElement[]>;
}

export class KeySchemas {
  readonly #client: DynamoDBClient;
  readonly #schemas = new Map<string, Promise<Schemas>>();

  constructor(client: DynamoDBClient) {
    this.#client = client;
  }

  /** Returns the names of the key attributes of a table. */
  async all(tableName: string): Promise<readonly string[]> {
    return (await this.#read(tableName)).table.map(({ AttributeName = "" }) => AttributeName);
  }

  /** Returns the name of the partition key of a table or of its index. Empty if there is no such table or index. */
  async partitionKey(tableName: string, indexName?: string): Promise<string> {
    try {
      const { table, indexes } = await this.#read(tableName);
      const schema = indexName === undefined ? table : (indexes.get(indexName) ?? []);
      return schema.find(({ KeyType }) => KeyType === "HASH")?.AttributeName ?? "";
    } catch {
      // DynamoDB reports that there is no such table.
      return "";
    }
  }

  async #read(name: string): Promise<Schemas> {
    const known = this.#schemas.get(name);
    if (known !== undefined) return known;
    const reading = this.#describe(name);
    this.#schemas.set(name, reading);
    reading.catch(() => this.#schemas.delete(name));
    return reading;
  }

  async #describe(TableName: string): Promise<Schemas> {
    const { Table = {} } = await this.#client.send(new DescribeTableCommand({ TableName }));
    const indexes = [...(Table.GlobalSecondaryIndexes ?? []), ...(Table.LocalSecondaryIndexes ?? [])];
    return {
      table: Table.KeySchema ?? [],
      indexes: new Map(indexes.map(({ IndexName = "", KeySchema = [] }) => [IndexName, KeySchema])),
    };
  }
}

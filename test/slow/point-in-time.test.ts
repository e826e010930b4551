import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { makeStateFolder, Service, type StateFolder } from "../end-to-end/service.js";

const RESTORED = "-restored";
/** The tables of the setting `adoptData`. Its other names are those of the bucket and the secrets. */
const TABLES = ["templates", "jobs", "batches", "workspaces", "apiKeys", "claims", "webhooks"];

let state: StateFolder;
let running: Service | undefined;

beforeAll(() => {
  state = makeStateFolder();
});
afterEach(async () => {
  await running?.stop().catch(() => undefined);
});
afterAll(() => state.remove());

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  running = new Service(settings);
  await running.start(state.dir);
  return running;
}

/**
 * Copies a table with its keys and indexes under another name, as DynamoDB restores it to a point in time: with the items of
 * that time, and without its TTL, tags, alarms and protection.
 */
async function restoreTable(plain: DynamoDBClient, client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  const { Table } = await plain.send(new DescribeTableCommand({ TableName }));
  const indexes = (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => ({
    ...{ IndexName, KeySchema, Projection },
  }));
  const created = {
    TableName: `${TableName}${RESTORED}`,
    KeySchema: Table?.KeySchema,
    AttributeDefinitions: Table?.AttributeDefinitions,
    BillingMode: "PAY_PER_REQUEST",
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  } as CreateTableCommandInput;
  await plain.send(new CreateTableCommand(created));
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    for (const Item of Items) await client.send(new PutCommand({ TableName: created.TableName, Item }));
  }
}

const pathOf = (url: string | undefined) => (url ?? "").replace(/^https?:\/\/[^/]+/, "");

test("a new stack with tables that were restored to a point in time has everything from before it, and nothing from after it", async () => {
  const old = await start();
  const template = old.template("Open Graph card");
  const before = await old.ended((await old.createRender({ template, scale: 0.2 })).id);
  const minted = await old.post("/api/v1/img/sign", { template, layers: { title: { text: "Before" } }, scale: 0.2 });
  const viewed = pathOf(((await minted.json()) as { url: string }).url);
  const picture = Buffer.from(await (await old.fetch(viewed)).arrayBuffer());
  const spent = async (service: Service) =>
    ((await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } }).credits.spent;
  const spentBefore = await spent(old);

  // The point in time.
  const { DataToAdopt } = await old.inspect<{ DataToAdopt: string }>("/outputs");
  const names = JSON.parse(DataToAdopt) as Record<string, string>;
  const { dynamodb } = await old.inspect<{ dynamodb: string }>("/services");
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const plain = new DynamoDBClient({ endpoint: dynamodb, region: "us-east-1", credentials });
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
  for (const table of TABLES) await restoreTable(plain, client, names[table] ?? "");
  plain.destroy();

  const after = await old.ended((await old.createRender({ template, scale: 0.2 })).id);
  const { apiKey } = old.connection;
  await old.deleteStack();

  const adoptData = Object.fromEntries(
    Object.entries(names).map(([name, value]) => [name, TABLES.includes(name) ? `${value}${RESTORED}` : value]),
  );
  const renewed = await start({ adoptData: JSON.stringify(adoptData) });
  expect(renewed.connection.apiKey).toBe(apiKey);
  expect(await renewed.getRender(before.id)).toMatchObject({ id: before.id, status: "done" });
  expect((await renewed.fetch(pathOf(before.assetUrl))).status).toBe(200);
  expect(Buffer.from(await (await renewed.fetch(viewed)).arrayBuffer())).toEqual(picture);
  expect(await spent(renewed)).toBe(spentBefore);
  // The job from after the point in time is gone. Its picture stays in the bucket, which has no points in time.
  expect((await renewed.call(`/api/v1/renders/${after.id}`)).status).toBe(404);
  expect((await renewed.fetch(pathOf(after.assetUrl))).status).toBe(200);
  expect((await renewed.ended((await renewed.createRender({ template, scale: 0.2 })).id)).status).toBe("done");
});

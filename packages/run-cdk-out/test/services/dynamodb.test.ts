import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { describe, expect, test } from "@jest/globals";
import { startDynamoDb } from "../../src/services/dynamodb.js";
import { cleanups, credentials, region, temporaryFolder } from "./fixtures.js";

const atEnd = cleanups();

async function start(dataDir: string, port?: number) {
  const lines: string[] = [];
  const service = await startDynamoDb({
    dataDir,
    onLine: (line) => lines.push(line),
    ...(port === undefined ? {} : { port }),
  });
  atEnd(() => service.close());
  const client = new DynamoDBClient({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
  atEnd(() => client.destroy());
  return { service, client, lines };
}

describe("DynamoDB", () => {
  test("DynamoDB keeps tables and items when it restarts on the same port", async () => {
    const dataDir = await temporaryFolder(atEnd);
    const before = await start(dataDir);
    const create = new CreateTableCommand({
      TableName: "jobs",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      BillingMode: "PAY_PER_REQUEST",
    });
    await before.client.send(create);
    await before.client.send(new PutItemCommand({ TableName: "jobs", Item: { id: { S: "1" }, n: { N: "7" } } }));
    await before.service.close();

    const after = await start(dataDir, Number(new URL(before.service.endpoint).port));
    expect(after.service.endpoint).toBe(before.service.endpoint);
    const { Item } = await after.client.send(new GetItemCommand({ TableName: "jobs", Key: { id: { S: "1" } } }));
    expect(Item).toEqual({ id: { S: "1" }, n: { N: "7" } });
  });

  test("DynamoDB listens on the loopback interface only, and stops listening when it is closed", async () => {
    const { service, client, lines } = await start(await temporaryFolder(atEnd));
    expect(service.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await service.close();
    await expect(client.send(new DescribeTableCommand({ TableName: "jobs" }))).rejects.toThrow("ECONNREFUSED");
    expect(lines).not.toContain("DynamoDB ended unexpectedly");
  });

  test("DynamoDB names the port in the error when the port is in use", async () => {
    const { service } = await start(await temporaryFolder(atEnd));
    const port = Number(new URL(service.endpoint).port);
    await expect(start(await temporaryFolder(atEnd), port)).rejects.toThrow(
      `DynamoDB cannot use port ${port}: another program uses it.`,
    );
  });

  test("DynamoDB uses DYNAMODB_ENDPOINT on a platform without a binary, and the error recommends that variable if it is not set", async () => {
    const { arch, env } = process;
    Object.defineProperty(process, "arch", { value: "unknown" });
    process.env = {};
    atEnd(() => {
      Object.defineProperty(process, "arch", { value: arch });
      process.env = env;
    });
    const dataDir = await temporaryFolder(atEnd);
    await expect(startDynamoDb({ dataDir })).rejects.toThrow("set DYNAMODB_ENDPOINT");
    process.env["DYNAMODB_ENDPOINT"] = "http://127.0.0.1:8000/";
    expect((await startDynamoDb({ dataDir })).endpoint).toBe("http://127.0.0.1:8000");
  });
});

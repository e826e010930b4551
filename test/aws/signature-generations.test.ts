import { DynamoDBDocumentClient, GetCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createDocumentClient } from "../../aws/document-client.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import { JOB as TEMPLATE } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const dynamo = mockClient(DynamoDBDocumentClient);
const generations = createSignatureGenerations(createDocumentClient(), "Templates");
const Key = { id: TEMPLATE, version: -1 };

beforeEach(() => void dynamo.reset());

describe("a template's generation", () => {
  test("is the first until it is raised", async () => {
    dynamo.on(GetCommand).resolves({});
    expect(await generations.find(TEMPLATE)).toBe(1);
    dynamo.on(GetCommand).resolves({ Item: { ...Key, signatureGeneration: 5 } });
    expect(await generations.find(TEMPLATE)).toBe(5);
    expect(dynamo.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({ Key, ConsistentRead: true });
  });

  test("is raised by the table, so that two raises at once are two", async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: { ...Key, signatureGeneration: 2 } });
    expect(await generations.raise(TEMPLATE)).toBe(2);
    expect(dynamo.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key,
      UpdateExpression: "SET signatureGeneration = if_not_exists(signatureGeneration, :first) + :one",
      ExpressionAttributeValues: { ":first": 1, ":one": 1 },
    });
  });

  test("of every raised template is listed, page by page", async () => {
    const other = TEMPLATE.replace(/.$/, "0");
    dynamo
      .on(ScanCommand)
      .resolvesOnce({ Items: [], LastEvaluatedKey: Key })
      .resolvesOnce({ Items: [{ ...Key, signatureGeneration: 3 }], LastEvaluatedKey: Key })
      .resolves({ Items: [{ id: other, version: -1, signatureGeneration: 2 }] });
    expect(await generations.listRaised()).toEqual([
      { templateId: TEMPLATE, generation: 3 },
      { templateId: other, generation: 2 },
    ]);
  });

  test("that is corrupt is an error, never the first one", async () => {
    dynamo.on(GetCommand).resolves({ Item: { ...Key, signatureGeneration: "2" } });
    await expect(generations.find(TEMPLATE)).rejects.toThrow(/templates table is corrupt/);
  });
});

import { DynamoDBDocumentClient, GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createDocumentClient } from "../../aws/document-client.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import { OTHER_WORKSPACE as OTHER_TEMPLATE, TEMPLATE } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const dynamo = mockClient(DynamoDBDocumentClient);
const generations = createSignatureGenerations(createDocumentClient(), "Templates");
const Key = { id: TEMPLATE, version: -1 };

beforeEach(() => void dynamo.reset());

describe("signing generations in the templates table", () => {
  test("a signing generation is read consistently from the item with version -1", async () => {
    dynamo.on(GetCommand).resolves({ Item: { ...Key, signatureGeneration: 5 } });
    expect(await generations.find(TEMPLATE)).toBe(5);
    expect(dynamo.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({ Key, ConsistentRead: true });
  });

  test("the list of raised generations reads all pages of the sparse index, and no document", async () => {
    dynamo
      .on(ScanCommand)
      .resolvesOnce({ Items: [], LastEvaluatedKey: Key })
      .resolvesOnce({ Items: [{ ...Key, signatureGeneration: 3 }], LastEvaluatedKey: Key })
      .resolves({ Items: [{ id: OTHER_TEMPLATE, version: -1, signatureGeneration: 2 }] });
    expect(await generations.listRaised()).toEqual([
      { templateId: TEMPLATE, generation: 3 },
      { templateId: OTHER_TEMPLATE, generation: 2 },
    ]);
    for (const { args } of dynamo.commandCalls(ScanCommand)) expect(args[0].input.IndexName).toBe("raisedGenerations");
  });

  test("a corrupt item is an error and never looks like generation 1", async () => {
    dynamo.on(GetCommand).resolves({ Item: { ...Key, signatureGeneration: "2" } });
    await expect(generations.find(TEMPLATE)).rejects.toThrow(/templates table is corrupt/);
  });
});

import { expect, test } from "@jest/globals";
import { resourcesOf, synthesize } from "../lib/synthesize.js";
import { TABLE_DEFINITIONS } from "./table-definitions.js";

test("the table definitions of the tests match the synthesized template", async () => {
  const synthesized = resourcesOf(await synthesize(), "AWS::DynamoDB::GlobalTable").map(([id, { Properties }]) => {
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = Properties;
    const name = id.replace(/^Storage/, "").replace(/[0-9A-F]{8}$/, "");
    return [name, { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes }];
  });
  expect(Object.fromEntries(synthesized)).toEqual(TABLE_DEFINITIONS);
});

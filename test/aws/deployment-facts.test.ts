import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createDeploymentFacts, type DeploymentFacts } from "../../aws/deployment-facts.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";

const WORKSPACE = "c2d9e610-3b7f-4c58-a14d-6f0b8e93d572";

describe("the facts about a deployment", () => {
  let tables: DynamoTables;
  let facts: DeploymentFacts;

  beforeAll(async () => {
    tables = await startDynamoTables();
    facts = createDeploymentFacts(tables.client, tables.names.Workspaces);
  });
  afterAll(() => tables.close());

  test("the distribution ID can be read after it was written, and until then an error says that the deployment is not complete", async () => {
    await expect(facts.distributionId()).rejects.toThrow("The deployment is not complete.");
    await facts.writeDistributionId("E2QWRUHAPOMQZL");
    expect(await facts.distributionId()).toBe("E2QWRUHAPOMQZL");
  });

  test("there is no first workspace until one is written", async () => {
    expect(await facts.firstWorkspace.read()).toBeUndefined();
    await facts.firstWorkspace.write(WORKSPACE);
    expect(await facts.firstWorkspace.read()).toBe(WORKSPACE);
  });

  test("a deployment has not succeeded until its success is written", async () => {
    expect(await facts.hasSucceeded()).toBe(false);
    await facts.writeSuccess();
    expect(await facts.hasSucceeded()).toBe(true);
  });
});

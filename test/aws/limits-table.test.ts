import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createLimitsTable } from "../../aws/limits-table.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";

let tables: DynamoTables;
beforeAll(async () => {
  tables = await startDynamoTables();
});
afterAll(() => tables.close());

test("the item of a quota has a TTL that is rounded up to the next second", async () => {
  const limits = createLimitsTable(tables.client, tables.names.Limits);
  await limits.countWithin("quota", 5, 7_001);
  await limits.countWithin("quota", 5, 8_001);
  expect(await tables.itemAt("Limits", { id: "quota" })).toEqual({ id: "quota", count: 2, expiresAt: 9 });
});

test("the item of a token bucket expires one day after the time when the bucket can be full again", async () => {
  const limits = createLimitsTable(tables.client, tables.names.Limits);
  await limits.restart("bucket", 1_500, 0);
  expect(await tables.itemAt("Limits", { id: "bucket" })).toMatchObject({ fullAtMs: 1_500, expiresAt: 2 + 86_400 });
  await limits.extend("bucket", 100, 0, 4_500);
  expect(await tables.itemAt("Limits", { id: "bucket" })).toMatchObject({ fullAtMs: 1_600, expiresAt: 5 + 86_400 });
});

test("counters of failed work start at 0, add up, and have a TTL", async () => {
  const limits = createLimitsTable(tables.client, tables.names.Limits);
  await limits.addTo("failed", 3_600, 7_001);
  await limits.addTo("failed", 1_400, 7_001);
  expect(await limits.readCounters(["none", "failed"])).toEqual([0, 5_000]);
  expect(await tables.itemAt("Limits", { id: "failed" })).toEqual({ id: "failed", count: 5_000, expiresAt: 8 });
});

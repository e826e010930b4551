/** Tests the debits that find a credit reservation whose request ended early or is late. */
import { randomUUID } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createBalances } from "../../aws/balances.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { Job } from "../../core/renders/job.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { queuedJob, START_MS } from "../support/render-fixture.js";

const MONTH = "2026-11";
const SHARD = 5;
/** A reservation expires after 60 s. */
const LATER_MS = START_MS + 60_001;

let tables: DynamoTables;
/** Runs before the next transaction reaches the tables. */
let beforeTransaction: (() => Promise<unknown>) | undefined;
/** Each update of an item waits for this promise. */
let beforeUpdates: Promise<undefined> | undefined;

beforeAll(async () => {
  tables = await startDynamoTables();
  tables.client.middlewareStack.add(
    (next) => async (args) => {
      const action = "TransactItems" in args.input ? beforeTransaction : undefined;
      if (action !== undefined) beforeTransaction = undefined;
      await action?.();
      if ("UpdateExpression" in args.input) await beforeUpdates;
      return await next(args);
    },
    { step: "initialize", name: "beforeTransaction" },
  );
});
afterEach(() => {
  beforeUpdates = undefined;
  jest.restoreAllMocks();
});
afterAll(() => tables.close());

const stores = () => {
  const { Jobs: jobs, Workspaces: workspaces } = tables.names;
  return createJobsTable(tables.client, { jobs, workspaces });
};
const balanceAt = (workspaceId: string, nowMs: number) =>
  createBalances(tables.client, tables.names.Workspaces, () => nowMs).find(workspaceId, MONTH);
const shardItem = (workspaceId: string) =>
  tables.itemAt("Workspaces", { id: `credits#${workspaceId}#${SHARD}`, item: `month#${MONTH}` });
const reservationsIn = (item: Record<string, unknown> | undefined) =>
  Object.keys(item ?? {}).filter((name) => name.startsWith("reserved#"));

const jobOf = (workspaceId: string, createdAtMs = START_MS): Job =>
  queuedJob({ id: randomUUID(), workspaceId, createdAtMs, debit: { date: "2026-11-01", credits: 1 } });

/** Opens the month with 10 credits in each shard. All later debits take from one shard. */
async function openMonth(): Promise<string> {
  const workspaceId = randomUUID();
  jest.spyOn(Math, "random").mockReturnValue((SHARD + 0.5) / 16);
  const job = jobOf(workspaceId);
  await stores().create(job, { grant: 160 });
  await stores().end(job, { unleasedAtMs: START_MS }, { status: "failed", error: "No image." }, START_MS);
  expect(await shardItem(workspaceId)).toMatchObject({ remaining: 10, spent: 0 });
  return workspaceId;
}

/** Stores a reservation in the shard. `spends`: whether it also takes the credit. */
async function putReservation(workspaceId: string, jobId: string, id: string, spends: boolean): Promise<void> {
  const update = {
    TableName: tables.names.Workspaces,
    Key: { id: `credits#${workspaceId}#${SHARD}`, item: `month#${MONTH}` },
    UpdateExpression: `SET #reserved = :reservation, remaining = remaining - :n, spent = spent + :n, spent1 = spent1 + :n`,
    ExpressionAttributeNames: { "#reserved": `reserved#${id}` },
    ExpressionAttributeValues: {
      ":reservation": { jobId, credits: 1, day: 1, atMs: START_MS },
      ":n": spends ? 1 : 0,
    },
  };
  await tables.client.send(new UpdateCommand(update));
}

/** Returns the ledger entry of a debit from the shard that contains it. */
async function debitEntry(workspaceId: string, jobId: string): Promise<Record<string, unknown> | undefined> {
  const item = `ledger#${MONTH}#debit#${jobId}`;
  const found = await Promise.all(
    Array.from({ length: 16 }, (_, shard) =>
      tables.itemAt("Workspaces", { id: `credits#${workspaceId}#${shard}`, item }),
    ),
  );
  return found.find((entry) => entry !== undefined);
}

describe("an expired reservation", () => {
  test("the next debit of the shard returns the credits of an expired reservation without a job", async () => {
    const workspaceId = await openMonth();
    await putReservation(workspaceId, randomUUID(), "lost", true);
    expect(await shardItem(workspaceId)).toMatchObject({ remaining: 9, spent: 1 });
    expect(await stores().create(jobOf(workspaceId, LATER_MS), { grant: 160 })).toBe("created");
    const item = await shardItem(workspaceId);
    expect(item).toMatchObject({ remaining: 9, spent: 1 });
    expect(reservationsIn(item)).toEqual([]);
    // At this time nothing has expired, so reading recovers nothing.
    expect(await balanceAt(workspaceId, START_MS)).toMatchObject({ granted: 160, spent: 1, remaining: 159 });
  });

  test("the next debit of the shard does not change a reservation that has not expired", async () => {
    const workspaceId = await openMonth();
    await putReservation(workspaceId, randomUUID(), "slow", true);
    expect(await stores().create(jobOf(workspaceId, LATER_MS - 1), { grant: 160 })).toBe("created");
    const item = await shardItem(workspaceId);
    expect(item).toMatchObject({ remaining: 8, spent: 2 });
    expect(reservationsIn(item)).toEqual(["reserved#slow"]);
  });

  test("the next debit of the shard keeps the debit of an expired reservation whose job was written", async () => {
    const workspaceId = await openMonth();
    const job = jobOf(workspaceId);
    await stores().create(job, { grant: 160 });
    const { reservation } = (await debitEntry(workspaceId, job.id)) ?? {};
    expect(typeof reservation).toBe("string");
    // Simulates a request that ended before it settled the reservation.
    await putReservation(workspaceId, job.id, String(reservation), false);
    expect(await stores().create(jobOf(workspaceId, LATER_MS), { grant: 160 })).toBe("created");
    const item = await shardItem(workspaceId);
    expect(item).toMatchObject({ remaining: 8, spent: 2 });
    expect(reservationsIn(item)).toEqual([]);
    expect(await debitEntry(workspaceId, job.id)).toMatchObject({ kind: "debit" });
  });
});

describe("a creation that does not wait for its settlement", () => {
  test("a creation with `goOnUntil` responds before the reservation is settled, and settles it in the background", async () => {
    const workspaceId = await openMonth();
    const work: Promise<void>[] = [];
    const goOnUntil = (later: Promise<void>) => void work.push(later);
    // The first update reserves the credit, and the one after the transaction settles the reservation.
    const settling = Promise.withResolvers<undefined>();
    beforeTransaction = () => {
      beforeUpdates = settling.promise;
      return Promise.resolve();
    };
    expect(await stores().create(jobOf(workspaceId), { grant: 160, goOnUntil })).toBe("created");
    expect(reservationsIn(await shardItem(workspaceId))).toHaveLength(1);
    settling.resolve(undefined);
    await Promise.all(work);
    const item = await shardItem(workspaceId);
    expect(item).toMatchObject({ remaining: 9, spent: 1 });
    expect(reservationsIn(item)).toEqual([]);
  });
});

describe("a transaction that comes after its reservation was recovered", () => {
  test("a late transaction finds the void mark, writes no job, and takes no credit", async () => {
    const workspaceId = await openMonth();
    const job = jobOf(workspaceId);
    // Another request finds the reservation expired while this one is still on its way.
    beforeTransaction = () => balanceAt(workspaceId, LATER_MS);
    await expect(stores().create(job, { grant: 160 })).rejects.toThrow("Failed conditions: ledger");
    expect(await stores().find(job.id)).toBeUndefined();
    const voided = await debitEntry(workspaceId, job.id);
    expect(voided).toMatchObject({ kind: "void" });
    expect(await shardItem(workspaceId)).toMatchObject({ remaining: 10, spent: 0 });
    expect(await balanceAt(workspaceId, START_MS)).toMatchObject({ granted: 160, spent: 0, remaining: 160 });

    // The void mark is for that reservation only: the job can still be created.
    expect(await stores().create(job, { grant: 160 })).toBe("created");
    expect(await debitEntry(workspaceId, job.id)).toMatchObject({ kind: "debit", credits: 1 });
    expect(await balanceAt(workspaceId, LATER_MS)).toMatchObject({ granted: 160, spent: 1, remaining: 159 });
  });
});

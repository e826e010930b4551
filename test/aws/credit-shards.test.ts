/** Together, the shards of a balance behave like one balance. The model is the in-memory store, which has no shards. */
import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { PutCommand, type TransactWriteCommandInput, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createBalances } from "../../aws/balances.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import type { Job } from "../../core/renders/job.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { createInMemoryJobs } from "../support/in-memory-jobs.js";
import { queuedJob, START_MS } from "../support/render-fixture.js";
import fc from "../support/fast-check.js";

const MONTH = "2026-11";
const FAILED = { status: "failed", error: "There is no image." } as const;
const UNLEASED = { unleasedAtMs: START_MS };

let tables: DynamoTables;
/** The number of upcoming transactions that find the credits of the debit taken by another request. */
let lostDebits = 0;

beforeAll(async () => {
  tables = await startDynamoTables();
  tables.client.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems = [] } = args.input as Partial<TransactWriteCommandInput>;
      const isDebit = TransactItems.map(({ Update }) => String(Update?.Key?.id).startsWith("credits#"));
      if (lostDebits === 0 || !isDebit.includes(true)) return await next(args);
      lostDebits -= 1;
      const reasons = isDebit.map((isLost) => ({ Code: isLost ? "ConditionalCheckFailed" : "None" }));
      throw new TransactionCanceledException({ message: "canceled", $metadata: {}, CancellationReasons: reasons });
    },
    { step: "initialize", name: "lostDebits" },
  );
});
afterAll(() => tables.close());

function createStores(nowMs = START_MS) {
  const { Jobs, Workspaces, ApiKeys } = tables.names;
  return {
    jobs: createJobsTable(tables.client, { jobs: Jobs, workspaces: Workspaces }),
    balances: createBalances(tables.client, Workspaces, () => nowMs),
    workspaces: createWorkspacesTable(tables.client, { workspaces: Workspaces, apiKeys: ApiKeys }),
  };
}

const jobOf = (workspaceId: string, credits: number, day = 1): Job =>
  queuedJob({
    id: randomUUID(),
    workspaceId,
    debit: { date: `2026-11-${String(day).padStart(2, "0")}`, credits },
  });

const shardItem = (workspaceId: string, shard: number) =>
  tables.itemAt("Workspaces", { id: `credits#${workspaceId}#${shard}`, item: `month#${MONTH}` });

const putOldBalance = async (workspaceId: string, granted: number, spent: number) => {
  const figures = { granted, spent, remaining: granted - spent, ...(spent > 0 && { spent3: spent }) };
  const Item = { id: workspaceId, item: `month#${MONTH}`, ...figures };
  await tables.client.send(new PutCommand({ TableName: "Workspaces", Item }));
};

const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("debit" as const), credits: fc.constantFrom(1, 1, 1, 3, 20, 50) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("refund" as const), job: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("plan" as const), credits: fc.constantFrom(0, 5, 40, 100) }) },
);

describe("shards of a balance", () => {
  test("any sequence of debits, refunds, and changes of plan has the same results as on a balance without shards", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(3, 40, 100),
        fc.boolean(),
        fc.array(operation, { minLength: 4, maxLength: 25 }),
        async (credits, isOld, operations) => {
          const workspaceId = randomUUID();
          const [{ jobs, balances, workspaces }, model] = [createStores(), createInMemoryJobs()];
          const profile = { id: workspaceId, name: "W", plan: "test", createdAtMs: START_MS, keys: [], revision: 1 };
          await workspaces.create(profile);
          if (isOld) {
            await putOldBalance(workspaceId, credits, 2);
            model.balances.debit(workspaceId, { date: "2026-11-03", credits: 2 }, credits);
          }
          let [plan, revision]: [number, number] = [credits, 1];
          const created: Job[] = [];
          for (const each of operations) {
            if (each.kind === "debit") {
              const job = jobOf(workspaceId, each.credits);
              const expected = await model.create(job, { grant: plan });
              expect(await jobs.create(job, { grant: plan })).toBe(expected);
              if (expected === "created") created.push(job);
            }
            if (each.kind === "refund" && created.length > 0) {
              const [job] = created.splice(each.job % created.length, 1) as [Job];
              await model.end(job, UNLEASED, FAILED, START_MS);
              await jobs.end(job, UNLEASED, FAILED, START_MS);
            }
            if (each.kind === "plan") {
              const change = { month: MONTH, before: plan, after: each.credits };
              model.balances.changePlan(workspaceId, change);
              await workspaces.replace({ ...profile, revision }, { ...profile, revision: revision + 1 }, change);
              [plan, revision] = [each.credits, revision + 1];
            }
            expect(await balances.find(workspaceId, MONTH)).toEqual(await model.balances.find(workspaceId, MONTH));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test("concurrent requests split a balance without shards once, and can spend its last credit", async () => {
    const { jobs, balances } = createStores();
    const workspaceId = randomUUID();
    await putOldBalance(workspaceId, 30, 10);
    const results = await Promise.all(
      Array.from({ length: 25 }, () => jobs.create(jobOf(workspaceId, 1), { grant: 999 })),
    );
    expect(results.filter((result) => result === "created")).toHaveLength(20);
    expect(results.filter((result) => result === "out-of-credits")).toHaveLength(5);
    expect(await balances.find(workspaceId, MONTH)).toEqual({
      ...{ granted: 30, spent: 30, remaining: 0 },
      days: [
        { day: 1, spent: 20, refunded: 0 },
        { day: 3, spent: 10, refunded: 0 },
      ],
    });
  });

  test("a month is opened with equal shares, and the first shards get the remainder", async () => {
    const { jobs } = createStores();
    const workspaceId = randomUUID();
    await jobs.create(jobOf(workspaceId, 1), { grant: 35 });
    const items = await Promise.all(Array.from({ length: 16 }, (_, shard) => shardItem(workspaceId, shard)));
    expect(items.map((item) => item?.granted)).toEqual([3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  test("a debit is repeated while other requests take the credits that it has selected, up to twelve times", async () => {
    const { jobs, balances } = createStores();
    const workspaceId = randomUUID();
    await jobs.create(jobOf(workspaceId, 1), { grant: 64 });
    // No shard has more than 4 credits, so both debits use several shards, and reserve nothing.
    lostDebits = 11;
    expect(await jobs.create(jobOf(workspaceId, 20), { grant: 64 })).toBe("created");
    lostDebits = 12;
    await expect(jobs.create(jobOf(workspaceId, 20), { grant: 64 })).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(lostDebits).toBe(0);
    expect(await balances.find(workspaceId, MONTH)).toMatchObject({ granted: 64, spent: 21, remaining: 43 });
  });

  test("a refund returns the credits to the shards of its debit", async () => {
    const { jobs } = createStores();
    const workspaceId = randomUUID();
    // No shard has more than 2 credits, so this debit uses several.
    const job = jobOf(workspaceId, 30);
    await jobs.create(job, { grant: 32 });
    const shards = (await jobs.find(job.id))?.debit?.shards ?? [];
    expect(shards.reduce((sum, { credits }) => sum + credits, 0)).toBe(30);
    expect(shards.length).toBeGreaterThanOrEqual(15);
    await jobs.end(job, UNLEASED, FAILED, START_MS);
    for (const { shard } of shards)
      expect(await shardItem(workspaceId, shard)).toMatchObject({ spent: 0, remaining: 2 });
  });

  test("the refund of a job that is older than the shards goes to the main item, and can be spent again", async () => {
    const { jobs, balances } = createStores();
    const workspaceId = randomUUID();
    await putOldBalance(workspaceId, 1, 1);
    const old = jobOf(workspaceId, 1, 3);
    const Item = { ...old, charge: old.debit, debit: undefined };
    await tables.client.send(new PutCommand({ TableName: "Jobs", Item }));
    expect(await jobs.create(jobOf(workspaceId, 1), { grant: 1 })).toBe("out-of-credits");
    await jobs.end(old, UNLEASED, FAILED, START_MS);
    expect(await balances.find(workspaceId, MONTH)).toMatchObject({ granted: 1, spent: 0, remaining: 1 });
    expect(await jobs.create(jobOf(workspaceId, 1), { grant: 1 })).toBe("created");
    expect(await jobs.create(jobOf(workspaceId, 1), { grant: 1 })).toBe("out-of-credits");
  });
});

describe("reservations of credits", () => {
  /** Leaves a reservation in the first existing shard, as a request that ends early does. */
  async function leaveReservation(workspaceId: string, jobId: string, id: string): Promise<void> {
    const reservation = { jobId, credits: 1, day: 1, atMs: START_MS };
    const update = {
      TableName: "Workspaces",
      Key: { id: `credits#${workspaceId}#0`, item: `month#${MONTH}` },
      UpdateExpression:
        "SET #reserved = :reservation, remaining = remaining - :one, spent = spent + :one, spent1 = :one",
      ExpressionAttributeNames: { "#reserved": `reserved#${id}` },
      ExpressionAttributeValues: { ":reservation": reservation, ":one": 1 },
    };
    await tables.client.send(new UpdateCommand(update));
  }

  async function openMonth(): Promise<string> {
    const workspaceId = randomUUID();
    const { jobs } = createStores();
    const job = jobOf(workspaceId, 160);
    await jobs.create(job, { grant: 160 });
    await jobs.end(job, UNLEASED, FAILED, START_MS);
    return workspaceId;
  }

  test("a reservation whose request never wrote the job returns its credits after it expired", async () => {
    const workspaceId = await openMonth();
    await leaveReservation(workspaceId, randomUUID(), "lost");
    expect(await createStores(START_MS + 60_000).balances.find(workspaceId, MONTH)).toMatchObject({ spent: 1 });
    expect(await createStores(START_MS + 60_001).balances.find(workspaceId, MONTH)).toMatchObject({
      ...{ granted: 160, spent: 0, remaining: 160 },
    });
    expect(await shardItem(workspaceId, 0)).not.toHaveProperty(["reserved#lost"]);
  });

  test("a reservation whose job was written stays spent after it expired", async () => {
    const workspaceId = await openMonth();
    const jobId = randomUUID();
    const { jobs } = createStores();
    await jobs.create(queuedJob({ ...jobOf(workspaceId, 1), id: jobId }), { grant: 160 });
    const job = await jobs.find(jobId);
    const shard = job?.debit?.shards?.[0]?.shard ?? -1;
    expect(await shardItem(workspaceId, shard)).toMatchObject({ remaining: 9 });
    expect(await createStores(START_MS + 90_000).balances.find(workspaceId, MONTH)).toMatchObject({ spent: 1 });
  });

  test("a debit is not refused for lack of credits while an expired reservation holds a credit", async () => {
    const workspaceId = randomUUID();
    const { jobs } = createStores();
    await jobs.create(jobOf(workspaceId, 1), { grant: 2 });
    const [first, second] = [await shardItem(workspaceId, 0), await shardItem(workspaceId, 1)];
    expect([first?.remaining, second?.remaining]).toContain(1);
    if (first?.remaining === 1) await leaveReservation(workspaceId, randomUUID(), "lost");
    const later = { ...jobOf(workspaceId, 1), createdAtMs: START_MS + 90_000 };
    expect(await jobs.create(later, { grant: 2 })).toBe("created");
    expect(await jobs.create({ ...later, id: randomUUID() }, { grant: 2 })).toBe("out-of-credits");
  });
});

/** Each threshold of a month's credits is reported exactly once, although no shard knows the sum. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createBalances } from "../../aws/balances.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import type { ServiceEvent } from "../../core/contract/events.js";
import { creditsLow } from "../../core/contract/events/credits-low.js";
import { publishEnd } from "../../core/renders/finish-job.js";
import type { Job } from "../../core/renders/job.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { queuedJob, START_MS } from "../support/render-fixture.js";
import fc from "../support/fast-check.js";

const MONTH = "2026-11";
const UNLEASED = { unleasedAtMs: START_MS };
const DONE = { status: "done", bytes: 1 } as const;
const FAILED = { status: "failed", error: "There is no image." } as const;

let tables: DynamoTables;
beforeAll(async () => {
  tables = await startDynamoTables();
}, 60_000);
afterAll(() => tables.close());

/** Creates a workspace whose jobs end when the test says so, and collects the events that their ends publish. */
function createWorkspace(grant: number) {
  const { Jobs, Workspaces, ApiKeys } = tables.names;
  const jobs = createJobsTable(tables.client, { jobs: Jobs, workspaces: Workspaces });
  const workspaces = createWorkspacesTable(tables.client, { workspaces: Workspaces, apiKeys: ApiKeys });
  const workspaceId = randomUUID();
  const published: ServiceEvent[] = [];
  const events = { publish: async (event: ServiceEvent) => void published.push(event) };
  const balances = createBalances(tables.client, Workspaces, () => START_MS);
  return {
    workspaceId,
    jobs,
    workspaces,
    lows: () => published.flatMap((event) => (event.type === "credits.low" ? [event] : [])),
    remaining: async () => (await balances.find(workspaceId, MONTH))?.remaining ?? grant,
    create: async (credits = 1): Promise<Job | undefined> => {
      const debit = { date: `${MONTH}-05`, credits };
      const job = queuedJob({ id: randomUUID(), workspaceId, debit });
      return (await jobs.create(job, { grant })) === "created" ? job : undefined;
    },
    end: async (
      { id }: Job,
      ending: typeof DONE | typeof FAILED = DONE,
      publish: (event: ServiceEvent) => Promise<void> = events.publish,
    ) => {
      const ended = (await jobs.end(await demand(jobs.find(id)), UNLEASED, ending, START_MS)) ?? (await jobs.find(id));
      await publishEnd({ jobs, events: { publish }, now: () => START_MS }, await demand(Promise.resolve(ended)));
    },
  };
}

async function demand<T>(value: Promise<T | undefined>): Promise<T> {
  const found = await value;
  if (found === undefined) throw new Error("There is no such job.");
  return found;
}

const percents = (workspace: ReturnType<typeof createWorkspace>) => workspace.lows().map(({ threshold }) => threshold);

describe("the event about low credits", () => {
  test("the event about low credits is published at 80 % and at 100 % of the month's credits, and not before", async () => {
    const workspace = createWorkspace(40);
    for (let spent = 1; spent <= 40; spent += 1) {
      await workspace.end(await demand(workspace.create()));
      expect(percents(workspace)).toEqual(spent < 32 ? [] : spent < 40 ? [80] : [80, 100]);
    }
    const [first] = workspace.lows();
    expect(creditsLow.detail.parse(first)).toEqual({
      eventId: `${workspace.workspaceId}.credits.2026-11.80`,
      type: "credits.low",
      workspaceId: workspace.workspaceId,
      timestamp: new Date(START_MS).toISOString(),
      hasWebhook: false,
      month: MONTH,
      threshold: 80,
      credits: { granted: 40, spent: 32, remaining: 8 },
    });
  });

  test("any sequence of debits, refunds, and late ends publishes the event about low credits once per threshold", async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant("debit" as const), credits: fc.constantFrom(1, 2, 7) }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("done" as const), job: fc.nat(30) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("failed" as const), job: fc.nat(30) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(20, 50),
        fc.array(step, { minLength: 20, maxLength: 45 }),
        async (grant, steps) => {
          const workspace = createWorkspace(grant);
          const queued: Job[] = [];
          for (const each of steps) {
            if (each.kind === "debit") {
              queued.push(...[await workspace.create(each.credits)].filter((job) => job !== undefined));
            } else if (queued.length > 0) {
              const [job] = queued.splice(each.job % queued.length, 1) as [Job];
              await workspace.end(job, each.kind === "done" ? DONE : FAILED);
            }
          }
          for (const job of queued) await workspace.end(job);
          const left = await workspace.remaining();
          const found = percents(workspace);
          expect(new Set(found).size).toBe(found.length);
          if (left <= grant * 0.2) expect(found).toContain(80);
          if (left <= 0) expect(found).toContain(100);
          for (const { threshold, credits } of workspace.lows())
            expect(credits.spent).toBeGreaterThanOrEqual((grant * threshold) / 100);
        },
      ),
      { numRuns: 5, seed: 20_261_122 },
    );
  }, 120_000);

  test("the event about low credits is published once per threshold when all jobs of the month are created and end at the same time", async () => {
    const workspace = createWorkspace(60);
    await workspace.end(await demand(workspace.create()));
    const created = await Promise.all(Array.from({ length: 59 }, async () => await workspace.create()));
    await Promise.all(created.map(async (job) => await workspace.end(await demand(Promise.resolve(job)))));
    expect(percents(workspace).sort()).toEqual([100, 80]);
  }, 60_000);

  test("the event about low credits has the same ID and figures when the end of its job is repeated", async () => {
    const workspace = createWorkspace(10);
    await workspace.end(await demand(workspace.create(7)));
    const last = await demand(workspace.create());
    const broken = async (event: ServiceEvent) => {
      if (event.type === "credits.low") throw new Error("The bus is not available.");
    };
    await expect(workspace.end(last, DONE, broken)).rejects.toThrow("The bus is not available.");
    // Another job does not report the threshold that this one has claimed.
    await workspace.end(await demand(workspace.create()));
    expect(percents(workspace)).toEqual([]);
    await workspace.end(last);
    expect(workspace.lows()).toMatchObject([{ threshold: 80, credits: { spent: 8, remaining: 2 } }]);
  });

  test("the event about low credits is not published again in a month whose plan was changed back and forth", async () => {
    const workspace = createWorkspace(10);
    const profile = { id: workspace.workspaceId, name: "W", plan: "test", createdAtMs: START_MS, keys: [] };
    await workspace.workspaces.create({ ...profile, revision: 1 });
    await workspace.end(await demand(workspace.create(8)));
    expect(percents(workspace)).toEqual([80]);
    const more = { month: MONTH, before: 10, after: 100 };
    await workspace.workspaces.replace({ ...profile, revision: 1 }, { ...profile, revision: 2 }, more);
    await workspace.end(await demand(workspace.create(72)));
    expect(percents(workspace)).toEqual([80]);
    await workspace.end(await demand(workspace.create(20)));
    expect(percents(workspace)).toEqual([80, 100]);
  });

  test("most jobs of a month neither read nor write the other shards to detect low credits", async () => {
    const workspace = createWorkspace(2_000);
    await workspace.end(await demand(workspace.create()));
    let checked = 0;
    for (let index = 0; index < 60; index += 1) {
      const job = await demand(workspace.create(1));
      const stored = await demand(workspace.jobs.find(job.id));
      if (stored.checksCredits === true) checked += 1;
      await workspace.end(job);
    }
    expect(checked).toBeLessThan(10);
  }, 60_000);

  test("most jobs after a change of plan beyond 80 % of the credits neither read nor write the other shards", async () => {
    const workspace = createWorkspace(1_000);
    const profile = { id: workspace.workspaceId, name: "W", plan: "test", createdAtMs: START_MS, keys: [] };
    await workspace.workspaces.create({ ...profile, revision: 1 });
    await workspace.end(await demand(workspace.create(850)));
    const change = { month: MONTH, before: 1_000, after: 1_050 };
    await workspace.workspaces.replace({ ...profile, revision: 1 }, { ...profile, revision: 2 }, change);
    let checked = 0;
    for (let index = 0; index < 20; index += 1) {
      const job = await demand(workspace.create(1));
      const stored = await demand(workspace.jobs.find(job.id));
      if (stored.checksCredits === true) checked += 1;
      await workspace.end(job);
    }
    expect(percents(workspace)).toEqual([80]);
    expect(checked).toBeLessThan(5);
  }, 60_000);
});

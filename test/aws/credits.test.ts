import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createBalances } from "../../aws/balances.js";
import { createIdempotencyRecords } from "../../aws/idempotency-records.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { parseCreateRender } from "../../core/contract/create-render.js";
import { ServiceError } from "../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../core/contract/plans.js";
import { respondOnce } from "../../core/idempotency/respond-once.js";
import { readIdempotencyKey, recordOf } from "../../core/idempotency/idempotency-record.js";
import { createRender } from "../../core/renders/create-render.js";
import type { Job } from "../../core/renders/job.js";
import { QueueRefusedError, type RenderQueue } from "../../core/renders/ports.js";
import { renderJob } from "../../core/renders/render-job.js";
import { sweepJobs } from "../../core/renders/sweep-jobs.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { createRenderFixture, START_MS, TEMPLATE, templateVersion } from "../support/render-fixture.js";

let tables: DynamoTables;
/** What happens to the next transactions; beyond the list they go well. */
const troubles: ("conflict" | "lost")[] = [];

/** Tokens of transactions that were written although nobody was told. */
const answered = new Set<string>();

beforeAll(async () => {
  tables = await startDynamoTables();
  // Below the SDK's retries, as a network would have it.
  tables.client.middlewareStack.add(
    (next) => async (args) => {
      const { ClientRequestToken: token = "" } = args.input as { ClientRequestToken?: string };
      // A repeated request is known by its token, and was written.
      const trouble = token === "" || answered.has(token) ? undefined : troubles.shift();
      if (trouble === "conflict") {
        const reasons = [{ Code: "TransactionConflict" }];
        throw new TransactionCanceledException({ message: "busy", $metadata: {}, CancellationReasons: reasons });
      }
      const answer = await next(args);
      if (trouble !== "lost") return answer;
      answered.add(token);
      throw Object.assign(new Error("socket hang up"), { name: "TimeoutError", $retryable: { throttling: false } });
    },
    { step: "finalizeRequest", priority: "low", name: "troubles" },
  );
}, 60_000);

afterAll(async () => tables.close());

type QueueMood = "takes" | "refuses" | "takes but its answer is lost" | "loses";
type RenderMood = "draws" | "fails for good" | "fails for now";

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      queue: fc.constantFrom<QueueMood>("takes", "takes", "refuses", "takes but its answer is lost", "loses"),
      key: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("deliver" as const),
      message: fc.nat(20),
      mood: fc.constantFrom<RenderMood>("draws", "fails for good", "fails for now"),
      again: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sweep" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(2_000, 90_000, 20 * 86_400_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Groups run one after another, the steps of a group all at once. */
const history = fc.record({
  credits: fc.constantFrom(2, 5, 1000),
  groups: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
  troubles: fc.array(fc.constantFrom<"conflict" | "lost">("conflict", "lost"), { maxLength: 6 }),
});

/** A history that surely sees a refusal, a failure, a success and the turn of a month. */
const create = { kind: "create", queue: "takes", key: undefined } as const;
const deliver = { kind: "deliver", message: 0, mood: "fails for good", again: false } as const;
const wherever = {
  credits: 1000 as const,
  groups: [
    [{ ...create, queue: "refuses" as const }, create],
    [deliver],
    [create],
    [{ kind: "wait" as const, ms: 20 * 86_400_000 }],
    [{ kind: "wait" as const, ms: 20 * 86_400_000 }],
    [create],
  ] satisfies Step[][],
  troubles: ["lost" as const],
};

/** One workspace of its own in the shared tables, and everything that may happen to its renders. */
function createScene(credits: number) {
  const workspaceId = randomUUID();
  const fixture = createRenderFixture([], [templateVersion({ workspaceId })]);
  const jobs = createJobsTable(tables.client, { jobs: tables.names.Jobs, workspaces: tables.names.Workspaces });
  const records = createIdempotencyRecords(tables.client, tables.names.Jobs);
  const messages: { jobId: string; requestId: string }[] = [];
  const made: string[] = [];
  const dependencies = { ...fixture, jobs, newId: () => (made.push(randomUUID()), made.at(-1) ?? "") };
  const caller = { workspaceId, planName: "test", plan: { ...(DEFAULT_PLANS.team as Plan), credits } };

  const queueOf = (mood: QueueMood): RenderQueue => ({
    send: async (_lane, _workspace, message) => {
      if (mood === "refuses") throw new QueueRefusedError("no");
      if (mood !== "loses") messages.push(message);
      if (mood !== "takes") throw new Error("socket hang up");
    },
  });

  const create = async (mood: QueueMood, key: string | undefined): Promise<void> => {
    const once = key === undefined ? undefined : readIdempotencyKey(key, { workspaceId, route: "r", body: "b" });
    const context = { caller, requestId: "r", baseUrl: "https://images.example.com" };
    await respondOnce(records, once, fixture.clock.nowMs, async () => {
      const recordFor = once && ((job: Job) => recordOf(once, 202, { id: job.id }, fixture.clock.nowMs));
      const request = parseCreateRender({ template: TEMPLATE });
      const result = await createRender({ ...dependencies, queue: queueOf(mood) }, context, request, recordFor);
      return result.kind === "recorded" ? result : { kind: "completed", status: 202, body: { id: result.job.id } };
    });
  };

  const deliver = async (index: number, mood: RenderMood, again: boolean): Promise<void> => {
    const [message] = messages.splice(index % Math.max(1, messages.length), 1);
    if (message === undefined) return;
    const render = async () => {
      if (mood === "fails for good") throw new ServiceError("VALIDATION_ERROR", "no such thing");
      if (mood === "fails for now") throw new Error("a passing fault");
      return { bytes: new Uint8Array(1), warnings: [] };
    };
    const outcome = await renderJob({ ...dependencies, render }, message, { remainingMs: 30_000 });
    if (again || outcome.kind === "retry") messages.push(message);
  };

  return {
    ...dependencies,
    workspaceId,
    messages,
    made,
    create,
    deliver,
    sweep: () => sweepJobs({ ...dependencies, queue: queueOf("takes") }),
  };
}

type Scene = ReturnType<typeof createScene>;

async function run(scene: Scene, step: Step): Promise<void> {
  try {
    if (step.kind === "create") await scene.create(step.queue, step.key);
    if (step.kind === "deliver") await scene.deliver(step.message, step.mood, step.again);
    if (step.kind === "sweep") await scene.sweep();
    if (step.kind === "wait") scene.clock.nowMs += step.ms;
  } catch (error) {
    // What the caller is told is not the matter here; a fault of the test's own is.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  }
}

/** Lets everything come to its end: messages, sweeps, time. */
async function settle(scene: Scene): Promise<Job[]> {
  const look = async () =>
    (await Promise.all(scene.made.map((id) => scene.jobs.find(id)))).filter((job) => job !== undefined);
  for (let round = 0; round < 20; round += 1) {
    const found = await look();
    if (found.every(({ status }) => status !== "queued") && scene.messages.length === 0) return found;
    scene.clock.nowMs += 10 * 60_000;
    await scene.sweep();
    // A message that finds its job leased comes back, and has its turn in the next round.
    for (let left = scene.messages.length; left > 0; left -= 1) await scene.deliver(0, "draws", false);
  }
  throw new Error("Some jobs never end.");
}

async function itemsOf(workspaceId: string, prefix: string): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.names.Workspaces,
      KeyConditionExpression: "id = :id AND begins_with(#item, :prefix)",
      ExpressionAttributeNames: { "#item": "item" },
      ExpressionAttributeValues: { ":id": workspaceId, ":prefix": prefix },
      ConsistentRead: true,
    }),
  );
  return Items;
}

describe("credits", () => {
  test("are never lost, made or taken twice, whatever happens in whatever order", async () => {
    const seen = { failed: 0, done: 0, undone: 0, months: 0 };
    await fc.assert(
      fc.asyncProperty(history, async ({ credits, groups, troubles: planned }) => {
        const scene = createScene(credits);
        troubles.splice(0, troubles.length, ...planned);
        for (const group of groups) await Promise.all(group.map((each) => run(scene, each)));
        troubles.length = 0;
        const jobs = await settle(scene);

        const ledger = await itemsOf(scene.workspaceId, "ledger#");
        const entries = (kind: string, jobId: string) =>
          ledger.filter((entry) => entry.kind === kind && entry.jobId === jobId);
        for (const job of jobs) {
          expect(entries("debit", job.id)).toHaveLength(1);
          expect(entries("refund", job.id)).toHaveLength(job.status === "failed" ? 1 : 0);
        }
        // A creation that was undone has left both entries, one that never was has left none.
        const gone = scene.made.filter((id) => !jobs.some((job) => job.id === id));
        for (const id of gone) expect(entries("debit", id)).toHaveLength(entries("refund", id).length);

        const months = await itemsOf(scene.workspaceId, "month#");
        for (const { item, granted, spent, remaining } of months) {
          const month = String(item).slice("month#".length);
          const billed = jobs.filter((job) => job.status === "done" && job.debit?.date.startsWith(month) === true);
          expect({ granted, spent, remaining }).toEqual({
            granted: credits,
            spent: billed.length,
            remaining: credits - billed.length,
          });
        }
        const keyed = jobs.flatMap(({ recordId }) => recordId ?? []);
        // A key is forgotten after a day, so it may make another job then; within one it makes one.
        const days = new Set(jobs.map(({ createdAtMs }) => Math.floor((createdAtMs - START_MS) / 86_400_000)));
        expect(keyed.length).toBeLessThanOrEqual(2 * days.size);
        seen.failed += jobs.filter(({ status }) => status === "failed").length;
        seen.done += jobs.filter(({ status }) => status === "done").length;
        seen.undone += gone.filter((id) => entries("refund", id).length > 0).length;
        seen.months += months.length > 1 ? 1 : 0;
      }),
      { numRuns: 60, examples: [[wherever]] },
    );
    // The histories have been where it hurts.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  }, 120_000);
});

describe("a month", () => {
  test("opens itself with the plan's credits, and shows what was spent and given back by day", async () => {
    const scene = createScene(3);
    const balances = createBalances(tables.client, tables.names.Workspaces);
    expect(await balances.find(scene.workspaceId, "2026-11")).toBeUndefined();
    await scene.create("takes", undefined);
    await scene.create("takes", undefined);
    await scene.deliver(0, "fails for good", false);
    expect(await balances.find(scene.workspaceId, "2026-11")).toEqual({
      granted: 3,
      spent: 1,
      remaining: 2,
      days: [{ day: 1, spent: 2, refunded: 1 }],
    });
    scene.clock.nowMs = Date.UTC(2026, 11, 24);
    await scene.create("takes", undefined);
    // A refund goes to the month of its debit.
    await scene.deliver(0, "fails for good", false);
    expect(await balances.find(scene.workspaceId, "2026-11")).toMatchObject({ spent: 0, remaining: 3 });
    expect(await balances.find(scene.workspaceId, "2026-12")).toMatchObject({ spent: 1, remaining: 2 });
  });

  test("that has no credits left says so", async () => {
    const scene = createScene(1);
    await scene.create("takes", undefined);
    await expect(scene.create("takes", undefined)).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
    const empty = createScene(0);
    await expect(empty.create("takes", undefined)).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
  });
});

describe("an idempotency key", () => {
  test("makes one job of many requests at once", async () => {
    const scene = createScene(100);
    await Promise.all(Array.from({ length: 10 }, () => scene.create("takes", "same")));
    expect(scene.messages).toHaveLength(1);
    expect(await itemsOf(scene.workspaceId, "ledger#")).toHaveLength(1);
  });
});

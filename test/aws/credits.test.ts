import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
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
/** The errors of the next transactions. Later transactions succeed. */
const errors: ("conflict" | "lost response")[] = [];

/** Tokens of transactions that took effect although their response was lost. */
const lostTokens = new Set<string>();

beforeAll(async () => {
  tables = await startDynamoTables();
  // Simulates network errors below the retries of the SDK.
  tables.client.middlewareStack.add(
    (next) => async (args) => {
      const { ClientRequestToken: token = "" } = args.input as { ClientRequestToken?: string };
      // A repeated request has the token of the first one, which took effect.
      const error = token === "" || lostTokens.has(token) ? undefined : errors.shift();
      if (error === "conflict") {
        const reasons = [{ Code: "TransactionConflict" }];
        throw new TransactionCanceledException({ message: "busy", $metadata: {}, CancellationReasons: reasons });
      }
      const response = await next(args);
      if (error !== "lost response") return response;
      lostTokens.add(token);
      throw Object.assign(new Error("socket hang up"), { name: "TimeoutError", $retryable: { throttling: false } });
    },
    { step: "finalizeRequest", priority: "low", name: "errors" },
  );
}, 60_000);

afterAll(async () => tables.close());

/** `loses response`: the message is sent, but the response is lost. `loses request`: the message is not sent. */
type QueueBehavior = "accepts" | "refuses" | "loses response" | "loses request";
type RendererBehavior = "renders" | "fails permanently" | "fails temporarily";

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      queue: fc.constantFrom<QueueBehavior>("accepts", "accepts", "refuses", "loses response", "loses request"),
      key: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("deliver" as const),
      message: fc.nat(20),
      renderer: fc.constantFrom<RendererBehavior>("renders", "fails permanently", "fails temporarily"),
      redeliver: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sweep" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(2_000, 90_000, 20 * 86_400_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Groups run one after another. The steps of a group run at the same time. */
const history = fc.record({
  credits: fc.constantFrom(2, 5, 1000),
  groups: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
  errors: fc.array(fc.constantFrom("conflict" as const, "lost response" as const), { maxLength: 6 }),
});

/** A history with a refused message, a failed job, a done job, and a change of month. */
const create = { kind: "create", queue: "accepts", key: undefined } as const;
const deliver = { kind: "deliver", message: 0, renderer: "fails permanently", redeliver: false } as const;
const completeHistory = {
  credits: 1000 as const,
  groups: [
    [{ ...create, queue: "refuses" as const }, create],
    [deliver],
    [create],
    [{ kind: "wait" as const, ms: 20 * 86_400_000 }],
    [{ kind: "wait" as const, ms: 20 * 86_400_000 }],
    [create],
  ] satisfies Step[][],
  errors: ["lost response" as const],
};

/** A new workspace in the shared tables, and the operations of a history. */
function createScenario(credits: number) {
  const workspaceId = randomUUID();
  const fixture = createRenderFixture([], [templateVersion({ workspaceId })]);
  const jobs = createJobsTable(tables.client, { jobs: tables.names.Jobs, workspaces: tables.names.Workspaces });
  const records = createIdempotencyRecords(tables.client, tables.names.Jobs);
  const messages: { jobId: string; requestId: string }[] = [];
  const createdIds: string[] = [];
  const dependencies = { ...fixture, jobs, newId: () => (createdIds.push(randomUUID()), createdIds.at(-1) ?? "") };
  const caller = { workspaceId, planName: "test", plan: { ...(DEFAULT_PLANS.team as Plan), credits } };

  const queueOf = (behavior: QueueBehavior): RenderQueue => ({
    send: async (_queue, _workspace, message) => {
      if (behavior === "refuses") throw new QueueRefusedError("no");
      if (behavior !== "loses request") messages.push(message);
      if (behavior !== "accepts") throw new Error("socket hang up");
    },
  });

  const create = async (behavior: QueueBehavior, key: string | undefined): Promise<void> => {
    const once = key === undefined ? undefined : readIdempotencyKey(key, { workspaceId, route: "r", body: "b" });
    const context = { caller, requestId: "r", baseUrl: "https://images.example.com" };
    await respondOnce(records, once, fixture.clock.nowMs, async () => {
      const recordFor = once && ((job: Job) => recordOf(once, 202, { id: job.id }, fixture.clock.nowMs));
      const request = parseCreateRender({ template: TEMPLATE });
      const result = await createRender({ ...dependencies, queue: queueOf(behavior) }, context, request, recordFor);
      return result.kind === "recorded" ? result : { kind: "completed", status: 202, body: { id: result.job.id } };
    });
  };

  const deliver = async (index: number, behavior: RendererBehavior, redeliver: boolean): Promise<void> => {
    const [message] = messages.splice(index % Math.max(1, messages.length), 1);
    if (message === undefined) return;
    const render = async () => {
      if (behavior === "fails permanently") throw new ServiceError("VALIDATION_ERROR", "There is no such layer.");
      if (behavior === "fails temporarily") throw new Error("A transient error.");
      return { bytes: new Uint8Array(1), warnings: [] };
    };
    const outcome = await renderJob({ ...dependencies, render }, message, { remainingMs: 30_000 });
    if (redeliver || outcome.kind === "retry") messages.push(message);
  };

  return {
    ...dependencies,
    workspaceId,
    messages,
    createdIds,
    create,
    deliver,
    sweep: () => sweepJobs({ ...dependencies, queue: queueOf("accepts") }),
  };
}

type Scenario = ReturnType<typeof createScenario>;

async function run(scenario: Scenario, step: Step): Promise<void> {
  try {
    if (step.kind === "create") await scenario.create(step.queue, step.key);
    if (step.kind === "deliver") await scenario.deliver(step.message, step.renderer, step.redeliver);
    if (step.kind === "sweep") await scenario.sweep();
    if (step.kind === "wait") scenario.clock.nowMs += step.ms;
  } catch (error) {
    // Errors of the service are part of a history. Errors of the test itself are not.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  }
}

/** Delivers messages, sweeps, and moves the clock until all jobs have ended. */
async function settle(scenario: Scenario): Promise<Job[]> {
  const findJobs = async () =>
    (await Promise.all(scenario.createdIds.map((id) => scenario.jobs.find(id)))).filter((job) => job !== undefined);
  for (let round = 0; round < 20; round += 1) {
    const found = await findJobs();
    if (found.every(({ status }) => status !== "queued") && scenario.messages.length === 0) return found;
    scenario.clock.nowMs += 10 * 60_000;
    await scenario.sweep();
    // The message of a leased job returns, and is delivered in the next round.
    for (let left = scenario.messages.length; left > 0; left -= 1) await scenario.deliver(0, "renders", false);
  }
  throw new Error("Some jobs do not end.");
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
  test("credits are never lost, created, or taken twice, for any history of requests and errors", async () => {
    const seen = { failed: 0, done: 0, undone: 0, months: 0 };
    await fc.assert(
      fc.asyncProperty(history, async ({ credits, groups, errors: planned }) => {
        const scenario = createScenario(credits);
        errors.splice(0, errors.length, ...planned);
        for (const group of groups) await Promise.all(group.map((each) => run(scenario, each)));
        errors.length = 0;
        const jobs = await settle(scenario);

        const ledger = await itemsOf(scenario.workspaceId, "ledger#");
        const entries = (kind: string, jobId: string) =>
          ledger.filter((entry) => entry.kind === kind && entry.jobId === jobId);
        for (const job of jobs) {
          expect(entries("debit", job.id)).toHaveLength(1);
          expect(entries("refund", job.id)).toHaveLength(job.status === "failed" ? 1 : 0);
        }
        // A creation that was undone left both entries. One that was refused left none.
        const missing = scenario.createdIds.filter((id) => !jobs.some((job) => job.id === id));
        for (const id of missing) expect(entries("debit", id)).toHaveLength(entries("refund", id).length);

        const months = await itemsOf(scenario.workspaceId, "month#");
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
        // A record expires after one day. Then its key can create another job.
        const days = new Set(jobs.map(({ createdAtMs }) => Math.floor((createdAtMs - START_MS) / 86_400_000)));
        expect(keyed.length).toBeLessThanOrEqual(2 * days.size);
        seen.failed += jobs.filter(({ status }) => status === "failed").length;
        seen.done += jobs.filter(({ status }) => status === "done").length;
        seen.undone += missing.filter((id) => entries("refund", id).length > 0).length;
        seen.months += months.length > 1 ? 1 : 0;
      }),
      { numRuns: 60, examples: [[completeHistory]] },
    );
    // The histories contained all of these cases.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  }, 120_000);
});

describe("idempotency keys", () => {
  test("ten requests with the same key at the same time create one job and one ledger entry", async () => {
    const scenario = createScenario(100);
    await Promise.all(Array.from({ length: 10 }, () => scenario.create("accepts", "same")));
    expect(scenario.messages).toHaveLength(1);
    expect(await itemsOf(scenario.workspaceId, "ledger#")).toHaveLength(1);
  });
});

import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  createCreditScenario,
  type CreditScenario,
  type QueueBehavior,
  type RendererBehavior,
  settleJobs,
} from "../support/credit-scenario.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { START_MS } from "../support/render-fixture.js";
import fc from "../support/fast-check.js";

let tables: DynamoTables;
/** `crash before`: the request ends, and the write has no effect. `crash after`: it ends, and the write takes effect. */
type Crash = "crash before" | "crash after";
/** The errors of the next transactions. Later transactions succeed. */
const errors: ("conflict" | "lost response" | Crash)[] = [];
/** The errors of the next updates that reserve, settle, or release credits. */
const reservationErrors: ("none" | "lost response" | "occupied" | Crash)[] = [];

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
      if (error === "crash before") throw new Error("crashed");
      if (error === "conflict") {
        const reasons = [{ Code: "TransactionConflict" }];
        throw new TransactionCanceledException({ message: "busy", $metadata: {}, CancellationReasons: reasons });
      }
      const response = await next(args);
      if (error === "crash after") throw new Error("crashed");
      if (error !== "lost response") return response;
      lostTokens.add(token);
      throw Object.assign(new Error("socket hang up"), { name: "TimeoutError", $retryable: { throttling: false } });
    },
    { step: "finalizeRequest", priority: "low", name: "errors" },
  );
  tables.client.middlewareStack.add(
    (next) => async (args) => {
      const { UpdateExpression = "" } = args.input as { UpdateExpression?: string };
      const error = UpdateExpression.includes("#reserved") ? reservationErrors.shift() : undefined;
      if (error === "crash before") throw new Error("crashed");
      if (error === "occupied") throw new TransactionConflictException({ message: "busy", $metadata: {} });
      const response = await next(args);
      if (error === "crash after") throw new Error("crashed");
      if (error !== "lost response") return response;
      throw Object.assign(new Error("socket hang up"), { name: "TimeoutError", $retryable: { throttling: false } });
    },
    { step: "finalizeRequest", priority: "low", name: "reservationErrors" },
  );
});

afterAll(async () => tables.close());

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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("plan" as const), credits: fc.constantFrom(0, 1, 7, 1000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(2_000, 90_000, 20 * 86_400_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Groups run one after another. The steps of a group run at the same time. */
const history = fc.record({
  /** Most of these leave some of the 16 shards without credits. */
  credits: fc.constantFrom(2, 5, 20, 1000),
  /** Whether the month was opened before balances had shards. */
  isOld: fc.boolean(),
  groups: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
  errors: fc.array(fc.constantFrom("conflict" as const, "lost response" as const), { maxLength: 6 }),
  crashes: fc.array(fc.constantFrom("conflict" as const, "crash before" as const, "crash after" as const), {
    maxLength: 3,
  }),
  reservationErrors: fc.array(
    fc.constantFrom(
      "none" as const,
      "lost response" as const,
      "occupied" as const,
      "crash before" as const,
      "crash after" as const,
    ),
    { maxLength: 10 },
  ),
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
  isOld: true,
  crashes: [],
  reservationErrors: [],
};

/** A history in which plans get fewer credits than were spent, shards run out of credits, and requests end early. */
const shortHistory = {
  credits: 5 as const,
  groups: [
    [create, create, create, create],
    [{ kind: "plan" as const, credits: 1 as const }, create],
    [deliver, create],
    [{ kind: "plan" as const, credits: 7 as const }, create],
    [create, create, create, create, create],
  ] satisfies Step[][],
  errors: [],
  isOld: false,
  crashes: ["conflict" as const, "crash after" as const],
  reservationErrors: ["none" as const, "crash after" as const],
};

async function run(scenario: CreditScenario, step: Step): Promise<void> {
  try {
    if (step.kind === "create") await scenario.create(step.queue, step.key);
    if (step.kind === "deliver") await scenario.deliver(step.message, step.renderer, step.redeliver);
    if (step.kind === "sweep") await scenario.sweep();
    if (step.kind === "plan") await scenario.changePlan(step.credits);
    if (step.kind === "wait") scenario.wait(step.ms);
  } catch (error) {
    // Errors of the service are part of a history. Errors of the test itself are not.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  }
}

/** Runs the steps at the same time. If one is a change of plan, the waits run last, so that its month is known. */
async function runGroup(scenario: CreditScenario, group: readonly Step[]): Promise<void> {
  const changes = group.filter(({ kind }) => kind === "plan");
  const waits = changes.length === 0 ? [] : group.filter(({ kind }) => kind === "wait");
  const others = group.filter((each) => !changes.includes(each) && !waits.includes(each));
  // A change of plan requires the current revision of the workspace, so these changes run one after another.
  const changeInTurn = async (): Promise<void> => {
    for (const each of changes) await run(scenario, each);
  };
  await Promise.all([changeInTurn(), ...others.map((each) => run(scenario, each))]);
  for (const each of waits) await run(scenario, each);
}

/** A balance as it was stored before balances had shards. */
async function putOldBalance(workspaceId: string, credits: number): Promise<void> {
  const Item = { id: workspaceId, item: "month#2026-11", granted: credits, spent: 0, remaining: credits };
  await tables.client.send(new PutCommand({ TableName: tables.names.Workspaces, Item }));
}

/** The items of all partition keys of the workspace. */
async function itemsOf(workspaceId: string, prefix: string): Promise<Record<string, unknown>[]> {
  const shards = Array.from({ length: 16 }, (_, shard) => `credits#${workspaceId}#${shard}`);
  const found = await Promise.all(
    [workspaceId, ...shards].map(async (id) => {
      const query = new QueryCommand({
        TableName: tables.names.Workspaces,
        KeyConditionExpression: "id = :id AND begins_with(#item, :prefix)",
        ExpressionAttributeNames: { "#item": "item" },
        ExpressionAttributeValues: { ":id": id, ":prefix": prefix },
        ConsistentRead: true,
      });
      return (await tables.client.send(query)).Items ?? [];
    }),
  );
  return found.flat();
}

/** The sums of all shards by month. */
async function monthsOf(workspaceId: string) {
  const months = new Map<string, { granted: number; spent: number; remaining: number }>();
  // A change of plan that opens a month writes shards without figures.
  for (const { item, granted = 0, spent = 0, remaining = 0 } of await itemsOf(workspaceId, "month#")) {
    const sum = months.get(String(item)) ?? { granted: 0, spent: 0, remaining: 0 };
    months.set(String(item), {
      granted: sum.granted + Number(granted),
      spent: sum.spent + Number(spent),
      remaining: sum.remaining + Number(remaining),
    });
  }
  return [...months].map(([item, sum]) => ({ item, ...sum }));
}

describe("credits", () => {
  test("credits are never lost, created, or taken twice, for any history of requests and errors", async () => {
    const seen = { failed: 0, done: 0, undone: 0, months: 0, overdrawn: 0 };
    await fc.assert(
      fc.asyncProperty(history, async ({ credits, isOld, groups, ...planned }) => {
        const scenario = createCreditScenario(tables, credits);
        await scenario.prepare();
        if (isOld) await putOldBalance(scenario.workspaceId, credits);
        errors.splice(0, errors.length, ...planned.errors, ...planned.crashes);
        reservationErrors.splice(0, reservationErrors.length, ...planned.reservationErrors);
        for (const group of groups) await runGroup(scenario, group);
        errors.length = 0;
        reservationErrors.length = 0;
        const jobs = await settleJobs(scenario);
        // Requests that ended early left reservations. They expire, and the next reader recovers them.
        scenario.clock.nowMs += 10 * 60_000;
        for (const month of scenario.granted.keys()) await scenario.balances.find(scenario.workspaceId, month);

        const ledger = await itemsOf(scenario.workspaceId, "ledger#");
        const entries = (kind: string, jobId: string) =>
          ledger.filter((entry) => entry.kind === kind && entry.jobId === jobId);
        for (const job of jobs) {
          expect(entries("debit", job.id)).toHaveLength(1);
          expect(entries("refund", job.id)).toHaveLength(job.status === "failed" ? 1 : 0);
        }
        // An undone creation left both entries. A refused creation left none.
        const missing = scenario.createdIds.filter((id) => !jobs.some((job) => job.id === id));
        for (const id of missing) expect(entries("debit", id)).toHaveLength(entries("refund", id).length);

        const months = await monthsOf(scenario.workspaceId);
        for (const { item, granted, spent, remaining } of months) {
          const month = item.slice("month#".length);
          const plan = scenario.granted.get(month) ?? { last: credits, highest: credits };
          const billed = jobs.filter((job) => job.status === "done" && job.debit?.date.startsWith(month) === true);
          expect({ granted, spent, remaining }).toEqual({
            granted: plan.last,
            spent: billed.length,
            remaining: plan.last - billed.length,
          });
          expect(spent).toBeLessThanOrEqual(plan.highest);
          seen.overdrawn += remaining < 0 ? 1 : 0;
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
      { numRuns: 60, examples: [[completeHistory], [shortHistory]] },
    );
    // The histories contained all of these cases.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });
});

describe("idempotency keys", () => {
  test("ten concurrent requests with the same key create one job and one ledger entry", async () => {
    const scenario = createCreditScenario(tables, 100);
    await Promise.all(Array.from({ length: 10 }, () => scenario.create("accepts", "same")));
    expect(scenario.messages).toHaveLength(1);
    expect(await itemsOf(scenario.workspaceId, "ledger#")).toHaveLength(1);
  });
});

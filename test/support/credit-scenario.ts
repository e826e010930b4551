/** A workspace whose requests, deliveries, and changes of plan run against the tables, for tests of credits. */
import { randomUUID } from "node:crypto";
import { createBalances } from "../../aws/balances.js";
import { createIdempotencyRecords } from "../../aws/idempotency-records.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createWorkspacesTable } from "../../aws/workspaces-table.js";
import { parseCreateRender } from "../../core/contract/render-request.js";
import { ServiceError } from "../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../core/contract/plans.js";
import { respondOnce } from "../../core/idempotency/respond-once.js";
import { readIdempotencyKey, recordOf } from "../../core/idempotency/idempotency-record.js";
import { createRender } from "../../core/renders/create-render.js";
import type { Job } from "../../core/renders/job.js";
import { QueueRefusedError, type RenderQueue } from "../../core/renders/ports.js";
import { renderJob } from "../../core/renders/render-job.js";
import { sweepJobs } from "../../core/renders/sweep-jobs.js";
import type { DynamoTables } from "./dynamo-tables.js";
import { createRenderFixture, START_MS, TEMPLATE, templateVersion } from "./render-fixture.js";

/** `loses response`: the message is sent, but the response is lost. `loses request`: the message is not sent. */
export type QueueBehavior = "accepts" | "refuses" | "loses response" | "loses request";
export type RendererBehavior = "renders" | "fails permanently" | "fails temporarily";

/** A new workspace in the shared tables, and the operations of a history. */
export function createCreditScenario(tables: DynamoTables, credits: number) {
  const workspaceId = randomUUID();
  const fixture = createRenderFixture([], [templateVersion({ workspaceId })]);
  const jobs = createJobsTable(tables.client, { jobs: tables.names.Jobs, workspaces: tables.names.Workspaces });
  const records = createIdempotencyRecords(tables.client, tables.names.Jobs);
  const messages: { jobId: string; requestId: string }[] = [];
  const createdIds: string[] = [];
  const dependencies = { ...fixture, jobs, newId: () => (createdIds.push(randomUUID()), createdIds.at(-1) ?? "") };
  const callerOf = () => ({
    workspaceId,
    planName: "test",
    plan: { ...(DEFAULT_PLANS.team as Plan), credits: plan.credits },
  });
  const plan = { credits, revision: 1 };
  /** The credits that each month must have. */
  const granted = new Map<string, { last: number; highest: number }>();
  const monthNow = () => new Date(fixture.clock.nowMs).toISOString().slice(0, 7);
  /** A month that has no change of plan yet is opened with the current plan. */
  const noteMonth = () => {
    if (!granted.has(monthNow())) granted.set(monthNow(), { last: plan.credits, highest: plan.credits });
  };
  const workspaces = createWorkspacesTable(tables.client, {
    workspaces: tables.names.Workspaces,
    apiKeys: tables.names.ApiKeys,
  });
  const profile = { id: workspaceId, name: "W", plan: "test", createdAtMs: START_MS, keys: [] };

  const changePlan = async (to: number): Promise<void> => {
    const [before, month] = [plan.credits, monthNow()];
    const { revision } = plan;
    const change = { month, before, after: to };
    const next = { ...profile, revision: revision + 1 };
    const write = workspaces.replace({ ...profile, revision }, next, change);
    // A crash hides whether the change was written.
    await write.catch(() => undefined);
    if ((await workspaces.find(workspaceId))?.revision !== next.revision) return;
    plan.revision = next.revision;
    plan.credits = to;
    const highest = Math.max(before, to, granted.get(month)?.highest ?? 0);
    granted.set(month, { last: to, highest });
  };

  const queueOf = (behavior: QueueBehavior): RenderQueue => ({
    send: async (_queue, _workspace, message) => {
      if (behavior === "refuses") throw new QueueRefusedError("no");
      if (behavior !== "loses request") messages.push(message);
      if (behavior !== "accepts") throw new Error("socket hang up");
    },
  });

  const create = async (behavior: QueueBehavior, key: string | undefined): Promise<void> => {
    const once = key === undefined ? undefined : readIdempotencyKey(key, { workspaceId, route: "r", body: "b" });
    const caller = callerOf();
    noteMonth();
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
      return { bytes: new Uint8Array(1), height: 1, warnings: [] };
    };
    const outcome = await renderJob({ ...dependencies, render }, message, { remainingMs: 30_000 });
    if (redeliver || outcome.kind === "retry") messages.push(message);
  };

  return {
    ...dependencies,
    workspaceId,
    granted,
    prepare: () => workspaces.create({ ...profile, revision: 1 }),
    changePlan,
    wait: (ms: number) => {
      fixture.clock.nowMs += ms;
      noteMonth();
    },
    balances: createBalances(tables.client, tables.names.Workspaces, () => fixture.clock.nowMs),
    messages,
    createdIds,
    create,
    deliver,
    sweep: () => sweepJobs({ ...dependencies, queue: queueOf("accepts") }),
  };
}

export type CreditScenario = ReturnType<typeof createCreditScenario>;

/** Delivers messages, sweeps, and moves the clock until all jobs have ended. */
export async function settleJobs(scenario: CreditScenario): Promise<Job[]> {
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

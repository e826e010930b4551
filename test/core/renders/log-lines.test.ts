/** Tests the facts in log lines about a job. Operators search for a customer's workspace, a job, or a request. */
import { describe, expect, test } from "@jest/globals";
import { CorruptJobError } from "../../../core/renders/corrupt-job.js";
import { failDeadLetteredJob } from "../../../core/renders/fail-dead-lettered-job.js";
import { type Job, renderMessageOf, renderMessageSchema } from "../../../core/renders/job.js";
import { renderJob } from "../../../core/renders/render-job.js";
import { sweepJobs } from "../../../core/renders/sweep-jobs.js";
import { sweepWebhooks } from "../../../core/webhooks/sweep-webhooks.js";
import { createRenderFixture, JOB, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createWebhookFixture, OCCURRENCE } from "../../support/webhook-fixture.js";

const MESSAGE = { jobId: JOB, requestId: "request-1", workspaceId: WORKSPACE };
const PICTURE = { bytes: new Uint8Array(7), height: 200, warnings: [] };

type Line = Readonly<Record<string, unknown>>;

/** A fixture whose log lines are kept. */
function fixtureWith(job: Job) {
  const lines: Line[] = [];
  const keep = (message: string, facts: Line = {}) => void lines.push({ ...facts, message });
  return { ...createRenderFixture([job]), lines, log: { info: keep, warn: keep, error: keep } };
}

const render = (fixture: ReturnType<typeof fixtureWith>, draw: () => Promise<typeof PICTURE>) =>
  renderJob({ ...fixture, render: draw }, MESSAGE, { remainingMs: 60_000 });

const broken = async () => Promise.reject(new Error("out of memory"));
const crashed = { attempts: 3, leaseUntilMs: START_MS - 1, leaseToken: "t", sweepAtMs: START_MS };
const idle = { enqueuedAtMs: undefined, sweepAtMs: START_MS };

type Fixture = ReturnType<typeof fixtureWith>;

describe("every log line about a job names its workspace, the job and the request", () => {
  test.each<readonly [string, Partial<Job>, (fixture: Fixture) => Promise<unknown>]>([
    ["the renderer ends a job", {}, (fixture) => render(fixture, async () => PICTURE)],
    ["the renderer's attempt fails", {}, (fixture) => render(fixture, broken)],
    ["the renderer's last attempt fails", { attempts: 2 }, (fixture) => render(fixture, broken)],
    ["the dead-letter function enqueues a job again", {}, (fixture) => failDeadLetteredJob(fixture, MESSAGE)],
    ["the dead-letter function ends a job", { attempts: 3 }, (fixture) => failDeadLetteredJob(fixture, MESSAGE)],
    ["the sweeper enqueues a job", idle, sweepJobs],
    ["the sweeper ends a job", crashed, sweepJobs],
    [
      "the sweeper cannot send a message",
      idle,
      (fixture) =>
        sweepJobs({ ...fixture, queue: { ...fixture.queue, send: async () => Promise.reject(new Error("x")) } }),
    ],
    [
      "a job cannot be parsed",
      idle,
      (fixture) => {
        const find = async () => Promise.reject(new CorruptJobError("scale: expected a number"));
        return sweepJobs({ ...fixture, jobs: { ...fixture.jobs, find } });
      },
    ],
  ])("every log line names the workspace, the job, and the request when %s", async (_, job, run) => {
    const fixture = fixtureWith(queuedJob(job));
    await run(fixture);
    expect(fixture.lines.length).toBeGreaterThan(0);
    for (const line of fixture.lines) expect(line).toMatchObject(MESSAGE);
  });

  test("the message of a job names its workspace, so that log lines name it before the job is read", () => {
    expect(renderMessageSchema.parse(renderMessageOf(queuedJob()))).toEqual(MESSAGE);
    // An earlier version of the service sent messages without a workspace.
    expect(renderMessageSchema.safeParse({ jobId: JOB, requestId: "r" }).success).toBe(true);
  });
});

test("the sweeper's log line about a delivery names its workspace and event", async () => {
  const fixture = createWebhookFixture();
  const lines: Line[] = [];
  const log = { ...fixture.log, error: (_: string, facts: Line = {}) => void lines.push(facts) };
  const delivery = {
    ...{ occurrence: OCCURRENCE, target: "request", url: "https://example.com/", status: "pending" as const },
    ...{ round: "first", tries: 1, attempts: [], lastAttemptAtMs: START_MS },
  };
  const due = [{ kind: "delivery" as const, delivery }];
  const dueWebhooks = { ...fixture.dueWebhooks, listDue: async (shard: number) => (shard === 0 ? due : []) };
  const webhookQueue = { sendAttempt: async () => Promise.reject(new Error("down")) };
  await sweepWebhooks({ ...fixture, dueWebhooks, webhookQueue, log });
  expect(lines).toMatchObject([{ workspaceId: WORKSPACE, eventId: OCCURRENCE.eventId, target: "request" }]);
});

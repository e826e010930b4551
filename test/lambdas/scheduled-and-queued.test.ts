/** Tests the handlers that a schedule, an event or a queue invokes: what they give their use case, and what follows. */
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { ChangeMessageVisibilityCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Context, SQSRecord } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { JOB, START_MS, WORKSPACE } from "../support/render-fixture.js";

type Work = (...args: unknown[]) => Promise<unknown>;

const useCases = {
  sweepJobs: jest.fn<Work>(),
  sweepWebhooks: jest.fn<Work>(),
  findArchived: jest.fn<Work>(),
  removeWorkspaces: jest.fn<Work>(),
  makeDownload: jest.fn<Work>(),
  markArchived: jest.fn<Work>(),
  renderJob: jest.fn<Work>(),
  deliverAgain: jest.fn<Work>(),
  deliverOccurrence: jest.fn<Work>(),
};
const lines: [level: string, facts: unknown][] = [];
const line = (level: string) => (_message: string, facts?: unknown) => void lines.push([level, facts]);
const log = { info: line("info"), warn: line("warn"), error: line("error"), with: () => log };
const { sweepJobs, sweepWebhooks, deliverAgain, deliverOccurrence, ...others } = useCases;

jest.unstable_mockModule("../../lambdas/shared/logger.js", () => ({ createLog: () => log, startLog: () => log }));
jest.unstable_mockModule("../../lambdas/renderer/start-rendering.js", () => ({ startRendering: () => undefined }));
jest.unstable_mockModule("../../lambdas/shared/create-render-picture.js", () => ({
  createRenderPicture: () => undefined,
}));
jest.unstable_mockModule("../../core/renders/sweep-jobs.js", () => ({ sweepJobs }));
jest.unstable_mockModule("../../core/webhooks/sweep-webhooks.js", () => ({ sweepWebhooks }));
jest.unstable_mockModule("../../core/webhooks/deliver.js", () => ({ deliverAgain, deliverOccurrence }));
for (const [module, name] of [
  ["renders/find-archived.js", "findArchived"],
  ["access/deletion/remove-workspaces.js", "removeWorkspaces"],
  ["batches/download/make-download.js", "makeDownload"],
  ["renders/mark-archived.js", "markArchived"],
  ["renders/render-job.js", "renderJob"],
] as const)
  jest.unstable_mockModule(`../../core/${module}`, () => ({ [name]: others[name] }));

const QUEUE = "https://sqs/queue";
const variables = {
  ...{ AWS_REGION: "us-east-1", LOG_LEVEL: "INFO", BUCKET: "bucket", EVENT_BUS: "bus", ARCHIVE_AFTER_DAYS: "90" },
  ...Object.fromEntries(
    ["JOBS", "BATCHES", "WORKSPACES", "WEBHOOKS", "API_KEYS", "TEMPLATES", "CLAIMS", "LIMITS"].map((name) => [
      `${name}_TABLE`,
      name,
    ]),
  ),
  ...Object.fromEntries(
    ["INTERACTIVE", "STANDARD", "BULK", "HEAVY", "WEBHOOK", "ARCHIVED_FILES"].map((name) => [
      `${name}_QUEUE_URL`,
      QUEUE,
    ]),
  ),
  ...{
    QUEUE_URLS: JSON.stringify({ "arn:queue": QUEUE }),
    WEBHOOK_DEAD_LETTERS_URL: QUEUE,
    SIGNING_KEYS_SECRET: "ring",
  },
  ...{ WORKSPACE_DELIVERIES: "5", WEBHOOK_RETRY_SECONDS: "[60]", ALLOW_LOOPBACK_TARGETS: "false" },
  MALLOC_ARENA_MAX: "2",
};
const before = { ...process.env };
Object.assign(process.env, variables);
const secrets = mockClient(SecretsManagerClient);
const ring = { SecretString: JSON.stringify({ current: "k1", k1: "k".repeat(64) }) };
secrets.on(GetSecretValueCommand).resolves(ring);
const sqs = mockClient(SQSClient);
// The functions take the clock when they start.
let nowMs = START_MS;
jest.spyOn(Date, "now").mockImplementation(() => nowMs);

const [sweeper, fileAudit, remover, archive, archivedFiles, renderer, webhook] = await Promise.all([
  import("../../lambdas/sweeper/handler.js"),
  import("../../lambdas/file-audit/handler.js"),
  import("../../lambdas/workspace-remover/handler.js"),
  import("../../lambdas/archive/handler.js"),
  import("../../lambdas/archived-files/handler.js"),
  import("../../lambdas/renderer/handler.js"),
  import("../../lambdas/webhook/handler.js"),
]);

const context = { awsRequestId: "i", getRemainingTimeInMillis: () => 300_000 } as Context;
const recordOf = (message: unknown): SQSRecord =>
  ({ messageId: "m", body: JSON.stringify(message), receiptHandle: "h", eventSourceARN: "arn:queue" }) as SQSRecord;
const queueEvent = (message: unknown) => ({ Records: [recordOf(message)] });

beforeEach(() => {
  nowMs = START_MS;
  lines.length = 0;
  for (const useCase of Object.values(useCases)) useCase.mockReset().mockResolvedValue(undefined);
  sweepJobs.mockResolvedValue(0);
  sqs.reset();
  sqs.onAnyCommand().resolves({});
});
afterAll(() => {
  jest.restoreAllMocks();
  process.env = before;
});

describe("the sweeper", () => {
  const sweepWith = async (repaired: number) => {
    sweepJobs.mockResolvedValue(repaired);
    await sweeper.handler();
    return lines;
  };

  test("a run without repairs writes nothing", async () => {
    expect(await sweepWith(0)).toEqual([]);
    expect(sweepWebhooks).toHaveBeenCalledTimes(1);
  });

  test("nine repairs are a warning, because a renderer crashes now and then", async () => {
    expect(await sweepWith(9)).toEqual([["warn", { repaired: 9, event: "sweeper-repaired" }]]);
  });

  test("ten repairs are an error, which raises the alarm", async () => {
    expect(await sweepWith(10)).toEqual([["error", { repaired: 10, event: "sweeper-repaired" }]]);
  });

  test("a single repair is written too", async () => {
    expect((await sweepWith(1)).map(([level]) => level)).toEqual(["warn"]);
  });

  test("a failure of the webhooks does not hide the repairs of the jobs, and fails the run", async () => {
    sweepWebhooks.mockRejectedValue(new Error("table down"));
    sweepJobs.mockResolvedValue(1);
    await expect(sweeper.handler()).rejects.toThrow("table down");
    expect(lines).toHaveLength(1);
  });

  test("a failure of the jobs does not stop the webhooks, and fails the run without a line about repairs", async () => {
    sweepJobs.mockRejectedValue(new Error("index down"));
    await expect(sweeper.handler()).rejects.toThrow("index down");
    expect(sweepWebhooks).toHaveBeenCalledTimes(1);
    expect(lines).toEqual([]);
  });
});

describe("work that continues until the time is almost over", () => {
  test("the file audit begins no page in its last minute", async () => {
    await fileAudit.handler({}, context);
    expect(others.findArchived.mock.calls[0]?.[1]).toEqual({ archiveAfterDays: 90, untilMs: START_MS + 240_000 });
  });

  test("the removal of workspaces begins no page in its last minute", async () => {
    await remover.handler({}, context);
    expect(others.removeWorkspaces.mock.calls[0]?.[1]).toBe(START_MS + 240_000);
  });
});

describe("batch downloads and archived files", () => {
  test("the download that an event asks for is created before the function ends", async () => {
    const detail = { batchId: JOB, format: "zip", token: "t", requestId: "r" };
    let isMade = false;
    others.makeDownload.mockImplementation(async () => void (isMade = await Promise.resolve(true)));
    await archive.handler({ detail });
    expect(others.makeDownload.mock.calls[0]?.[1]).toEqual(detail);
    expect(isMade).toBe(true);
  });

  test("a message about an archived file marks its job and is settled, and stays if the mark fails", async () => {
    const message = { key: `renders/${JOB}.png`, atMs: START_MS };
    expect(await archivedFiles.handler(queueEvent(message), context)).toEqual({ batchItemFailures: [] });
    expect(others.markArchived.mock.calls[0]?.[1]).toEqual(message);
    others.markArchived.mockRejectedValue(new Error("table down"));
    const { batchItemFailures } = await archivedFiles.handler(queueEvent(message), context);
    expect(batchItemFailures).toEqual([{ itemIdentifier: "m" }]);
  });
});

describe("the renderer", () => {
  test("the queue delivers a message again half a second after the lease of its job, in whole seconds", async () => {
    others.renderJob.mockImplementation(async (_dependencies, _message, terms) => {
      const { remainingMs, onClaimed } = terms as { remainingMs: number; onClaimed: (ms: number) => Promise<void> };
      expect(remainingMs).toBe(300_000);
      await onClaimed(60_000);
      return { kind: "settled" };
    });
    const message = { jobId: JOB, requestId: "r", workspaceId: WORKSPACE };
    expect(await renderer.handler(queueEvent(message), context)).toEqual({ batchItemFailures: [] });
    expect(others.renderJob.mock.calls[0]?.[1]).toEqual(message);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input)).toEqual([
      { QueueUrl: QUEUE, ReceiptHandle: "h", VisibilityTimeout: 61 },
    ]);
  });
});

describe("the delivery of webhooks", () => {
  const occurrence = {
    ...{ eventId: `${JOB}.done`, event: "render.completed", workspaceId: WORKSPACE },
    ...{ subject: { kind: "render", id: JOB }, timestamp: "2026-11-01T12:00:00.000Z" },
  };

  test("an event is delivered to all its targets, and a later attempt to its own target only", async () => {
    expect(await webhook.handler(queueEvent({ occurrence, round: "first" }), context)).toEqual({
      batchItemFailures: [],
    });
    expect([deliverOccurrence.mock.calls.length, deliverAgain.mock.calls.length]).toEqual([1, 0]);
    const attempt = { occurrence, target: "request", round: "first", tries: 1 };
    await webhook.handler(queueEvent(attempt), context);
    expect([deliverOccurrence.mock.calls.length, deliverAgain.mock.calls.length]).toEqual([1, 1]);
    expect(deliverAgain.mock.calls[0]?.[1]).toMatchObject(attempt);
  });

  test("the signing keys are read again before a delivery when they are older than a minute", async () => {
    const reads = () => secrets.commandCalls(GetSecretValueCommand).length;
    const atFirst = reads();
    nowMs += 60_001;
    await webhook.handler(queueEvent({ occurrence, round: "first" }), context);
    expect(reads()).toBe(atFirst + 1);
  });
});

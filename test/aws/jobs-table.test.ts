import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createDocumentClient } from "../../aws/document-client.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { Job } from "../../core/renders/job.js";
import { JOB, OTHER_WORKSPACE, queuedJob, START_MS, WORKSPACE } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const dynamo = mockClient(DynamoDBDocumentClient);
const jobs = createJobsTable(createDocumentClient(), { jobs: "Jobs", workspaces: "Workspaces" });
const LEASE = { nowMs: START_MS, untilMs: START_MS + 60_000, token: "t" };

beforeEach(() => void dynamo.reset());

function refusal(job?: Job): ConditionalCheckFailedException {
  const Item = job === undefined ? undefined : marshall(job, { removeUndefinedValues: true });
  return new ConditionalCheckFailedException({ message: "no", $metadata: {}, ...(Item !== undefined && { Item }) });
}

const written = () => dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];

function cancelled(...codes: string[]): TransactionCanceledException {
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return new TransactionCanceledException({ message: "no", $metadata: {}, CancellationReasons });
}

describe("reading a job", () => {
  test("is consistent, so that a caller sees its own job at once", async () => {
    dynamo.on(GetCommand).resolves({ Item: queuedJob() });
    expect(await jobs.find(JOB)).toEqual(queuedJob());
    expect(dynamo.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({ Key: { id: JOB }, ConsistentRead: true });
  });

  test("does not find another workspace's", async () => {
    dynamo.on(GetCommand).resolves({ Item: queuedJob() });
    expect(await jobs.findOwned(WORKSPACE, JOB)).toBeDefined();
    expect(await jobs.findOwned(OTHER_WORKSPACE, JOB)).toBeUndefined();
  });

  test("fails loudly for a corrupt item, which is never taken for a missing one", async () => {
    dynamo.on(GetCommand).resolves({ Item: { ...queuedJob(), status: "lost" } });
    await expect(jobs.find(JOB)).rejects.toThrow(/jobs table is corrupt[\s\S]*status/);
  });
});

describe("creating a job", () => {
  test("never overwrites one, and puts it into a shard of the watch", async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await jobs.create(queuedJob({ sweepAtMs: START_MS }), { grant: 1 })).toBe("created");
    const { Put } = written()[0] ?? {};
    expect(Put?.ConditionExpression).toBe("attribute_not_exists(id)");
    expect(Put?.Item?.sweepShard).toBeGreaterThanOrEqual(0);
    expect(Put?.Item?.sweepShard).toBeLessThan(16);
  });

  test("is undone only while nobody has claimed the job", async () => {
    dynamo.on(TransactWriteCommand).resolvesOnce({}).rejects(cancelled("ConditionalCheckFailed"));
    expect(await jobs.undoCreation(queuedJob(), START_MS)).toBe(true);
    expect(await jobs.undoCreation(queuedJob(), START_MS)).toBe(false);
    expect(written()[0]?.Delete).toMatchObject({ ConditionExpression: "#status = :queued AND attempts = :none" });
  });

  test("with a record that is there already was done before, whatever the balance says", async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejects(cancelled("None", "ConditionalCheckFailed", "ConditionalCheckFailed", "None"));
    const job = queuedJob({ debit: { date: "2026-11-01", credits: 1 } });
    const record = { id: "idempotency#1", bodyHash: "h", status: 202, responseBody: "{}", expiresAt: 9 };
    expect(await jobs.create(job, { grant: 0, record })).toBe("recorded");
    expect(await jobs.create(job, { grant: 0, record: undefined }).catch((error: unknown) => error)).toBe(
      "out-of-credits",
    );
  });

  test("leaves the watch of a claimed job alone when the enqueuing is noted late", async () => {
    dynamo.on(UpdateCommand).rejects(refusal());
    await expect(jobs.markEnqueued(JOB, START_MS)).resolves.toBeUndefined();
  });
});

describe("claiming a job", () => {
  test("counts an attempt and resolves to the job as it stands now", async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: queuedJob({ attempts: 1 }) });
    expect(await jobs.claim(JOB, LEASE)).toEqual({ kind: "claimed", job: queuedJob({ attempts: 1 }) });
  });

  test.each<[string, Job | undefined, unknown]>([
    ["a missing job", undefined, { kind: "missing" }],
    ["an ended job", queuedJob({ status: "failed" }), { kind: "terminal" }],
    [
      "a job of another's",
      queuedJob({ leaseUntilMs: START_MS + 5, attempts: 3 }),
      { kind: "leased", untilMs: START_MS + 5 },
    ],
    ["a job out of attempts", queuedJob({ attempts: 3, leaseUntilMs: START_MS }), { kind: "exhausted" }],
  ])("of %s says so, from the refusal itself", async (_name, job, expected) => {
    dynamo.on(UpdateCommand).rejects(refusal(job));
    expect(await jobs.claim(JOB, LEASE)).toMatchObject(expected as object);
    expect(dynamo.calls()).toHaveLength(1);
  });

  test("passes other failures on", async () => {
    dynamo.on(UpdateCommand).rejects(new Error("throttled"));
    await expect(jobs.claim(JOB, LEASE)).rejects.toThrow("throttled");
  });
});

describe("ending a job", () => {
  test("is conditional on the lease, and resolves to nothing without it", async () => {
    dynamo.on(UpdateCommand).rejects(refusal(queuedJob()));
    expect(
      await jobs.end(queuedJob(), { leaseToken: "t" }, { status: "failed", error: "x" }, START_MS),
    ).toBeUndefined();
    const input = dynamo.commandCalls(UpdateCommand)[0]?.args[0].input;
    expect(input?.ConditionExpression).toBe("#status = :queued AND leaseToken = :token");
    expect(input?.ExpressionAttributeNames).toMatchObject({ "#status": "status", "#error": "error" });
  });

  test("writes only what is known of the picture", async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: queuedJob({ status: "done", bytes: 7 }) });
    await jobs.end(queuedJob(), { unleasedAtMs: START_MS }, { status: "done", bytes: 7 }, START_MS);
    const input = dynamo.commandCalls(UpdateCommand)[0]?.args[0].input;
    expect(input?.UpdateExpression).toContain("#bytes = :bytes");
    expect(input?.UpdateExpression).not.toContain("renderMs");
    expect(input?.ExpressionAttributeValues).not.toHaveProperty(":warnings");
  });
});

describe("the watch", () => {
  test("lists due jobs of one shard, longest waiting first", async () => {
    dynamo.on(QueryCommand).resolves({ Items: [{ id: "a" }, { id: "b" }] });
    expect(await jobs.listDue(3, START_MS, 10)).toEqual(["a", "b"]);
    expect(dynamo.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
      IndexName: "watched",
      Limit: 10,
      ExpressionAttributeValues: { ":shard": 3, ":now": START_MS },
    });
  });
});

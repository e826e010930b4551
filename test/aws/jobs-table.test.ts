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
import { JOB, queuedJob, START_MS, WORKSPACE } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const dynamo = mockClient(DynamoDBDocumentClient);
const jobs = createJobsTable(createDocumentClient(), { jobs: "Jobs", workspaces: "Workspaces" });
const LEASE = { nowMs: START_MS, untilMs: START_MS + 60_000, token: "t" };

beforeEach(() => {
  dynamo.reset();
  dynamo.on(UpdateCommand).resolves({});
});

function failedCondition(job?: Job): ConditionalCheckFailedException {
  const Item = job === undefined ? undefined : marshall(job, { removeUndefinedValues: true });
  return new ConditionalCheckFailedException({ message: "no", $metadata: {}, ...(Item !== undefined && { Item }) });
}

function canceled(...codes: string[]): TransactionCanceledException {
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return new TransactionCanceledException({ message: "no", $metadata: {}, CancellationReasons });
}

describe("reading jobs", () => {
  test("find and findOwned read a job consistently, and peek reads it eventually consistently", async () => {
    dynamo.on(GetCommand).resolves({ Item: queuedJob() });
    await jobs.find(JOB);
    await jobs.findOwned(WORKSPACE, JOB);
    await jobs.peek(JOB);
    const inputs = dynamo.commandCalls(GetCommand).map(({ args }) => args[0].input.ConsistentRead);
    expect(inputs).toEqual([true, true, false]);
  });

  test("a corrupt item is an error and never looks like a missing job", async () => {
    dynamo.on(GetCommand).resolves({ Item: { ...queuedJob(), status: "lost" } });
    await expect(jobs.find(JOB)).rejects.toThrow(/jobs table is corrupt[\s\S]*status/);
  });
});

describe("creating jobs", () => {
  const job = queuedJob({ debit: { date: "2026-11-01", credits: 1 } });
  const record = { id: "idempotency#1", bodyHash: "h", status: 202, responseBody: "{}", expiresAt: 9 };

  test("creating a job adds it to a shard of the sweeper's index", async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await jobs.create(queuedJob({ sweepAtMs: START_MS }), { grant: 1 })).toBe("created");
    const [write] = dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
    expect(write?.Put?.Item?.sweepShard).toBeGreaterThanOrEqual(0);
    expect(write?.Put?.Item?.sweepShard).toBeLessThan(16);
  });

  test("creating a job returns recorded if the conditions of the record, the debit, and the job fail together", async () => {
    const codes = ["ConditionalCheckFailed", "ConditionalCheckFailed", "ConditionalCheckFailed", "None"];
    dynamo.on(TransactWriteCommand).rejects(canceled(...codes));
    expect(await jobs.create(job, { grant: 0, record })).toBe("recorded");
  });

  test("creating a job throws if only the ledger entry exists, because then the ledger contradicts the job", async () => {
    dynamo.on(TransactWriteCommand).rejects(canceled("None", "ConditionalCheckFailed"));
    await expect(jobs.create(job, { grant: 1 })).rejects.toThrow("Failed conditions: ledger");
  });

  test("creating a job with a claim throws if the function has no claims table", async () => {
    const claim = {
      ...{ id: "img/a", workspaceId: WORKSPACE, templateId: JOB, version: 1, generation: 1, jobId: JOB },
      ...{ debited: true, failures: 0, createdAtMs: START_MS, claimedAtMs: START_MS },
    };
    await expect(jobs.create(job, { grant: 1, claim })).rejects.toThrow("no claims table");
  });

  test("undoing the creation of a job throws if only the refund fails, because then the ledger contradicts the job", async () => {
    const { debit: charge, ...stored } = job;
    dynamo.on(GetCommand).resolves({ Item: { ...stored, charge } });
    dynamo.on(TransactWriteCommand).rejects(canceled("None", "None", "ConditionalCheckFailed"));
    await expect(jobs.undoCreation(job, START_MS)).rejects.toThrow("could not be refunded");
  });
});

describe("claiming jobs", () => {
  test.each<[string, Job | undefined, unknown]>([
    ["a missing job", undefined, { kind: "missing" }],
    ["an ended job", queuedJob({ status: "failed" }), { kind: "terminal" }],
    ["a leased job", queuedJob({ leaseUntilMs: START_MS + 5, attempts: 3 }), { kind: "leased" }],
    ["a job without attempts left", queuedJob({ attempts: 3, leaseUntilMs: START_MS }), { kind: "exhausted" }],
  ])(
    "a refused claim of %s takes its reason from the failed condition, without another call",
    async (_name, job, expected) => {
      dynamo.on(UpdateCommand).rejects(failedCondition(job));
      expect(await jobs.claim(JOB, LEASE)).toMatchObject(expected as object);
      expect(dynamo.calls()).toHaveLength(1);
    },
  );

  test("a claim whose first try took effect, although its response was lost, has the job", async () => {
    dynamo
      .on(UpdateCommand)
      .rejects(failedCondition(queuedJob({ leaseUntilMs: LEASE.untilMs, leaseToken: LEASE.token })));
    expect(await jobs.claim(JOB, LEASE)).toMatchObject({ kind: "claimed", job: { id: JOB } });
  });

  test("claiming a job throws errors other than a failed condition", async () => {
    dynamo.on(UpdateCommand).rejects(new Error("throttled"));
    await expect(jobs.claim(JOB, LEASE)).rejects.toThrow("throttled");
  });
});

describe("ending jobs", () => {
  test("ending a job writes only attributes that have a value", async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: queuedJob({ status: "done", bytes: 7 }) });
    await jobs.end(queuedJob(), { unleasedAtMs: START_MS }, { status: "done", bytes: 7 }, START_MS);
    const input = dynamo.commandCalls(UpdateCommand)[0]?.args[0].input;
    expect(input?.UpdateExpression).toContain("#bytes = :bytes");
    expect(input?.UpdateExpression).not.toContain("renderMs");
    expect(input?.ExpressionAttributeValues).not.toHaveProperty(":warnings");
  });

  test("ending a job throws errors other than a failed condition", async () => {
    dynamo.on(UpdateCommand).rejects(new Error("throttled"));
    const ended = jobs.end(queuedJob(), { leaseToken: "t" }, { status: "done", bytes: 7 }, START_MS);
    await expect(ended).rejects.toThrow("throttled");
  });
});

describe("the sweeper's index", () => {
  test("listing due jobs queries one shard of the sparse index", async () => {
    dynamo.on(QueryCommand).resolves({ Items: [{ id: "a" }, { id: "b" }] });
    expect(await jobs.listDue(3, START_MS, 10)).toEqual(["a", "b"]);
    expect(dynamo.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
      IndexName: "watched",
      Limit: 10,
      ExpressionAttributeValues: { ":shard": 3, ":now": START_MS },
    });
  });
});

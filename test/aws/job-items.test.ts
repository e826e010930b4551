import { randomUUID } from "node:crypto";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createBalances } from "../../aws/balances.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createWebhookMarks } from "../../aws/webhook-marks.js";
import { CorruptJobError } from "../../core/renders/corrupt-job.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { queuedJob, START_MS, TEMPLATE, WORKSPACE } from "../support/render-fixture.js";

const DEBIT = { date: "2026-11-01", credits: 1 };

let tables: DynamoTables;
beforeAll(async () => {
  tables = await startDynamoTables();
});
afterAll(() => tables.close());

test("jobs, claims, and records keep their stored attribute names", async () => {
  const { Jobs, Workspaces, Claims } = tables.names;
  const jobs = createJobsTable(tables.client, { jobs: Jobs, workspaces: Workspaces, claims: Claims });
  const record = { id: "idempotency#1", bodyHash: "h", status: 202, responseBody: "{}", expiresAt: 9 };
  const job = queuedJob({ id: randomUUID(), debit: DEBIT });
  const claim = {
    ...{ id: "img/a", workspaceId: WORKSPACE, templateId: TEMPLATE, version: 1, generation: 1, jobId: job.id },
    ...{ debited: true, failures: 0, createdAtMs: START_MS, claimedAtMs: START_MS },
  };
  expect(await jobs.create(job, { grant: 1, record, claim })).toBe("created");
  const item = await tables.itemAt("Jobs", { id: job.id });
  expect(item).toMatchObject({ charge: DEBIT });
  expect(item).not.toHaveProperty("debit");
  expect(await tables.itemAt("Claims", { id: claim.id })).toMatchObject({ charged: true });
  expect(await tables.itemAt("Jobs", { id: record.id })).toMatchObject({ answer: "{}" });
});

test("the debit and the refund of a job leave one ledger entry each", async () => {
  const jobs = createJobsTable(tables.client, { jobs: "Jobs", workspaces: "Workspaces" });
  const job = queuedJob({ id: randomUUID(), workspaceId: randomUUID(), debit: DEBIT });
  await jobs.create(job, { grant: 1 });
  await jobs.end(job, { unleasedAtMs: START_MS }, { status: "failed", error: "x" }, START_MS + 5);
  const scan = {
    TableName: "Workspaces",
    FilterExpression: "jobId = :job",
    ExpressionAttributeValues: { ":job": job.id },
    ConsistentRead: true,
  };
  const { Items: entries = [] } = await tables.client.send(new ScanCommand(scan));
  const common = { jobId: job.id, requestId: "request-1", credits: 1 };
  expect(entries.sort((a, b) => Number(a.atMs) - Number(b.atMs))).toEqual([
    expect.objectContaining({ ...common, kind: "debit", atMs: START_MS, item: `ledger#2026-11#debit#${job.id}` }),
    expect.objectContaining({ ...common, kind: "refund", atMs: START_MS + 5, item: `ledger#2026-11#refund#${job.id}` }),
  ]);
});

test("a job can still be read if an older version of the service stored its inputs as a map", async () => {
  const jobs = createJobsTable(tables.client, { jobs: "Jobs", workspaces: "Workspaces" });
  const job = queuedJob({ id: randomUUID(), inputs: { layers: { title: { text: "A" } }, variables: { n: 1 } } });
  await tables.client.send(new PutCommand({ TableName: "Jobs", Item: job }));
  expect(await jobs.find(job.id)).toEqual(job);
});

test("a corrupt job ends as failed and is refunded once, although another renderer seems to hold it", async () => {
  const jobs = createJobsTable(tables.client, { jobs: "Jobs", workspaces: "Workspaces" });
  const job = queuedJob({ id: randomUUID(), workspaceId: randomUUID(), debit: DEBIT });
  await jobs.create(job, { grant: 1 });
  const broken = { baseUrl: 'http://a"<b>', attempts: "many", leaseUntilMs: START_MS + 60_000 };
  const stored = await tables.itemAt("Jobs", { id: job.id });
  await tables.client.send(new PutCommand({ TableName: "Jobs", Item: { ...stored, ...broken } }));
  await expect(jobs.find(job.id)).rejects.toThrow(CorruptJobError);
  const ended = { id: job.id, status: "failed", finishedAtMs: START_MS };
  expect(await jobs.endCorrupt(job.id, "It cannot be read.", START_MS)).toMatchObject(ended);
  expect(await jobs.endCorrupt(job.id, "It cannot be read.", START_MS + 5)).toMatchObject(ended);
  const balances = createBalances(tables.client, "Workspaces");
  const usage = await balances.find(job.workspaceId, "2026-11");
  expect(usage).toMatchObject({ spent: 0, remaining: 1 });
  await expect(jobs.endCorrupt(randomUUID(), "x", START_MS)).rejects.toThrow("corrupt");
});

test("a job records how its webhook ended, and nothing is written for a job that is gone or for a batch", async () => {
  const jobs = createJobsTable(tables.client, { jobs: "Jobs", workspaces: "Workspaces" });
  const marks = createWebhookMarks(tables.client, "Jobs");
  const job = queuedJob({ id: randomUUID() });
  await jobs.create(job, { grant: 1 });
  const subject = { kind: "render", id: job.id } as const;
  await marks.markFailed(subject, "It responded with 500.");
  expect(await jobs.find(job.id)).toMatchObject({ webhookLastError: "It responded with 500." });
  await marks.markDelivered(subject, START_MS + 7);
  const delivered = await jobs.find(job.id);
  expect(delivered).toMatchObject({ webhookDeliveredAtMs: START_MS + 7 });
  expect(delivered).not.toHaveProperty("webhookLastError");

  const gone = randomUUID();
  await marks.markFailed({ kind: "render", id: gone }, "It responded with 500.");
  expect(await tables.itemAt("Jobs", { id: gone })).toBeUndefined();
  await marks.markDelivered({ kind: "batch", id: job.id }, START_MS + 9);
  expect(await jobs.find(job.id)).toEqual(delivered);
});

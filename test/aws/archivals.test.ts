import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { createArchivals } from "../../aws/archivals.js";
import { agedFileMessageSchema } from "../../aws/aged-files.js";
import { jobItemOf } from "../../aws/job-item.js";
import { createUnmarkedJobs } from "../../aws/unmarked-jobs.js";
import type { ArchivalStore } from "../../core/renders/mark-archived.js";
import type { Job } from "../../core/renders/job.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { queuedJob, START_MS, WORKSPACE } from "../support/render-fixture.js";

let tables: DynamoTables;
let archivals: ArchivalStore;
let ids = 0;
beforeAll(async () => {
  tables = await startDynamoTables();
  archivals = createArchivals(tables.client, tables.names.Jobs);
});
afterAll(() => tables.close());

async function stored(more: Partial<Job> = {}): Promise<string> {
  const id = `3f2504e0-4f89-41d3-9a0c-${String((ids += 1)).padStart(12, "0")}`;
  const job = queuedJob({ id, status: "done", finishedAtMs: START_MS, ...more });
  await tables.client.send(new PutCommand({ TableName: tables.names.Jobs, Item: jobItemOf(job) }));
  return id;
}

describe("the marks of archived jobs", () => {
  test("a job is marked as archived once, and only if it is done and was not deleted", async () => {
    const id = await stored();
    expect(await archivals.mark(id, 7)).toBe(true);
    expect(await archivals.mark(id, 8)).toBe(false);
    await archivals.markPublished(id, 9);
    expect(await tables.itemAt("Jobs", { id })).toMatchObject({ archivedAtMs: 7, archivalPublishedAtMs: 9 });
    for (const more of [{ status: "queued" }, { status: "failed" }, { deletedAtMs: 1 }] as const) {
      expect(await archivals.mark(await stored(more), 7)).toBe(false);
    }
  });

  test("a job that does not exist is never marked as archived, because the mark would create an item", async () => {
    const id = "3f2504e0-4f89-41d3-9a0c-0305e82c33ff";
    expect(await archivals.mark(id, 7)).toBe(false);
    await archivals.markPublished(id, 9);
    expect(await tables.itemAt("Jobs", { id })).toBeUndefined();
    expect(await archivals.find(id)).toBeUndefined();
  });

  test("finding a job to mark it as archived reads neither its inputs nor its credits", async () => {
    const id = await stored({ metadata: { order: "7" }, debit: { date: "2026-11-01", credits: 1 }, archivedAtMs: 7 });
    const { requestId } = queuedJob();
    expect(await archivals.find(id)).toEqual({
      ...{ id, workspaceId: WORKSPACE, requestId, format: "png", status: "done", archivedAtMs: 7 },
    });
  });
});

test("the audit reads the done jobs of a segment that are old, unmarked, not deleted, and have a picture of their own", async () => {
  const old = await Promise.all(Array.from({ length: 5 }, () => stored({ finishedAtMs: 1_000 })));
  for (const more of [
    { archivedAtMs: 1 },
    { deletedAtMs: 1 },
    { storedAs: "img/a.png" },
    { status: "failed" as const },
    { finishedAtMs: 2_000 },
  ]) {
    await stored({ finishedAtMs: 1_000, ...more });
  }
  await tables.client.send(
    new PutCommand({ TableName: tables.names.Jobs, Item: { id: "idempotency#1", status: 202, finishedAtMs: 1 } }),
  );
  const unmarked = createUnmarkedJobs(tables.client, tables.names.Jobs);
  const pages = await Promise.all([0, 1, 2].map((index) => unmarked.list({ index, total: 3 }, 2_000, undefined)));
  const found = pages.flatMap(({ jobs }) => jobs);
  expect(found.map(({ id }) => id).sort()).toEqual(old.sort());
  expect(found[0]?.format).toBe("png");
  expect(pages.map(({ next }) => next)).toEqual([undefined, undefined, undefined]);
});

describe("the messages about archived files", () => {
  test("a message about an archived file is an S3 event or a file that the audit found", () => {
    const event = {
      version: "0",
      "detail-type": "Object Deleted",
      source: "aws.s3",
      time: "2026-11-24T00:10:00Z",
      resources: ["arn:aws:s3:::bucket"],
      detail: { bucket: { name: "bucket" }, object: { key: "renders/a.png" }, reason: "Lifecycle Expiration" },
    };
    expect(agedFileMessageSchema.parse(event)).toEqual({ key: "renders/a.png", atMs: Date.UTC(2026, 10, 24, 0, 10) });
    expect(agedFileMessageSchema.parse({ key: "renders/b.png", atMs: 5 })).toEqual({ key: "renders/b.png", atMs: 5 });
    expect(agedFileMessageSchema.safeParse({ ...event, source: "other" }).success).toBe(false);
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listJobs } from "../../aws/job-list.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { queuedJob, START_MS } from "../support/render-fixture.js";

let tables: DynamoTables;
beforeAll(async () => {
  tables = await startDynamoTables();
});
afterAll(() => tables.close());

/** Creates jobs and returns their IDs, newest first. */
async function createJobs(workspaceId: string, timesMs: readonly number[]): Promise<string[]> {
  const jobs = createJobsTable(tables.client, { jobs: "Jobs", workspaces: "Workspaces" });
  const created = timesMs.map((createdAtMs) => queuedJob({ id: randomUUID(), workspaceId, createdAtMs }));
  for (const job of created) await jobs.create(job, { grant: 1 });
  return created.sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
}

async function readAll(workspaceId: string, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listJobs(tables.client, "Jobs", workspaceId, { limit, before: cursor });
    pages.push(page.jobs.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== undefined);
  return pages;
}

test("listJobs merges the shards of a workspace, newest first, and each job is on one page", async () => {
  const workspaceId = randomUUID();
  // Groups of jobs have the same time, and groups are larger than a page.
  const timesMs = Array.from({ length: 40 }, (_, index) => START_MS + Math.floor(index / 10) * 1_000);
  const expected = await createJobs(workspaceId, timesMs);
  await createJobs(randomUUID(), [START_MS + 500]);
  const pages = await readAll(workspaceId, 7);
  expect(pages.flat()).toEqual(expected);
  expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 5]);
});

test("the last full page of listJobs has no cursor", async () => {
  const workspaceId = randomUUID();
  const expected = await createJobs(workspaceId, [START_MS, START_MS + 1, START_MS + 2, START_MS + 3]);
  expect(await readAll(workspaceId, 2)).toEqual([expected.slice(0, 2), expected.slice(2)]);
});

test("a job that is created between two pages of listJobs is not on the later page", async () => {
  const workspaceId = randomUUID();
  const expected = await createJobs(workspaceId, [START_MS, START_MS + 1]);
  const { next } = await listJobs(tables.client, "Jobs", workspaceId, { limit: 1 });
  await createJobs(workspaceId, [START_MS + 2]);
  const second = await listJobs(tables.client, "Jobs", workspaceId, { limit: 1, before: next });
  expect(second.jobs.map(({ id }) => id)).toEqual(expected.slice(1));
});

test("a workspace without jobs has an empty page", async () => {
  expect(await listJobs(tables.client, "Jobs", randomUUID(), { limit: 10 })).toEqual({
    jobs: [],
    examined: 0,
    next: undefined,
  });
});

test.each([0, 101, 1.5])("listJobs refuses a limit of %d", async (limit) => {
  await expect(listJobs(tables.client, "Jobs", randomUUID(), { limit })).rejects.toThrow("1 to 100");
});

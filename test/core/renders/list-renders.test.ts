import { describe, expect, test } from "@jest/globals";
import { findBatchJobs } from "../../../core/batches/get-batch.js";
import { listRenders } from "../../../core/renders/list-renders.js";
import type { Job } from "../../../core/renders/job.js";
import { createInMemoryJobs } from "../../support/in-memory-jobs.js";
import { OTHER_WORKSPACE, queuedJob, START_MS, TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";

const OTHER_TEMPLATE = "7c9e6679-7425-40de-944b-e07fc1f90ae8";
const idOf = (index: number) => `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, "0")}`;
/** Job `index` is `index` milliseconds younger than the first one. */
const job = (index: number, more: Partial<Job> = {}) =>
  queuedJob({ id: idOf(index), createdAtMs: START_MS + index, ...more });
const jobsUpTo = (count: number, more: (index: number) => Partial<Job> = () => ({})) =>
  createInMemoryJobs(...Array.from({ length: count }, (_, index) => job(index, more(index))));

const storesOf = (jobs: ReturnType<typeof createInMemoryJobs>) => ({
  jobs,
  findBatchJobs: findBatchJobs.bind(undefined, jobs.batches),
});

type Query = Parameters<typeof listRenders>[2];

async function pages(jobs: ReturnType<typeof createInMemoryJobs>, query: Query): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listRenders(storesOf(jobs), WORKSPACE, { ...query, cursor });
    found.push(page.jobs.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

describe("listRenders", () => {
  test("returns every job of the workspace on one page, newest first", async () => {
    const jobs = jobsUpTo(5);
    jobs.items.set(idOf(99), job(99, { workspaceId: OTHER_WORKSPACE }));
    expect(await pages(jobs, { limit: 2 })).toEqual([[idOf(4), idOf(3)], [idOf(2), idOf(1)], [idOf(0)]]);
  });

  test("returns no cursor with the last page, even if that page is full", async () => {
    expect(await pages(jobsUpTo(4), { limit: 2 })).toHaveLength(2);
  });

  test("the following pages stay the same when a job is created between two pages", async () => {
    const jobs = jobsUpTo(3);
    const first = await listRenders(storesOf(jobs), WORKSPACE, { limit: 1 });
    jobs.items.set(idOf(50), job(50));
    const second = await listRenders(storesOf(jobs), WORKSPACE, { limit: 5, cursor: first.nextCursor });
    expect(second.jobs.map(({ id }) => id)).toEqual([idOf(1), idOf(0)]);
  });

  test("filters by status and template, across the reads of the store", async () => {
    const jobs = jobsUpTo(250, (index) => ({
      status: index % 100 === 0 ? "failed" : "done",
      templateId: index < 150 ? OTHER_TEMPLATE : TEMPLATE,
    }));
    expect((await pages(jobs, { limit: 10, status: "failed" })).flat()).toEqual([idOf(200), idOf(100), idOf(0)]);
    expect((await pages(jobs, { limit: 10, status: "failed", template: OTHER_TEMPLATE })).flat()).toEqual([
      idOf(100),
      idOf(0),
    ]);
  });

  test("the next page continues after the last returned job when a filter finds more than a page", async () => {
    const jobs = jobsUpTo(30, (index) => ({ status: index % 2 === 0 ? "done" : "failed" }));
    const found = await pages(jobs, { limit: 4, status: "done" });
    expect(found.map(({ length }) => length)).toEqual([4, 4, 4, 3]);
    expect(new Set(found.flat()).size).toBe(15);
  });

  test("examines at most 1,000 jobs for a page, and the next page continues there", async () => {
    const jobs = jobsUpTo(1_005, (index) => ({ status: index < 3 ? "failed" : "done" }));
    let read = 0;
    const counting = {
      listOwned: async (...asked: Parameters<typeof jobs.listOwned>) => {
        const page = await jobs.listOwned(...asked);
        read += page.examined;
        return page;
      },
    };
    const first = await listRenders({ ...storesOf(jobs), jobs: counting }, WORKSPACE, { limit: 1, status: "failed" });
    expect([first.jobs, read]).toEqual([[], 1_000]);
    const second = await listRenders(storesOf(jobs), WORKSPACE, {
      limit: 3,
      status: "failed",
      cursor: first.nextCursor,
    });
    expect(second.jobs.map(({ id }) => id)).toEqual([idOf(2), idOf(1), idOf(0)]);
  });

  test.each([
    ["a text that is not a cursor", () => "page2"],
    ["a cursor with another position", (own: string) => `A${own}`],
    ["a cursor without its checksum", (own: string) => own.split(".")[0] ?? ""],
  ])("refuses %s", async (_what, change) => {
    const jobs = jobsUpTo(3);
    const { nextCursor = "" } = await listRenders(storesOf(jobs), WORKSPACE, { limit: 1 });
    const cursor = change(nextCursor);
    await expect(listRenders(storesOf(jobs), WORKSPACE, { limit: 1, cursor })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  test("refuses the cursor of another workspace", async () => {
    const jobs = jobsUpTo(3);
    const { nextCursor } = await listRenders(storesOf(jobs), WORKSPACE, { limit: 1 });
    const foreign = listRenders(storesOf(jobs), OTHER_WORKSPACE, { limit: 1, cursor: nextCursor });
    await expect(foreign).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("lists the jobs of a batch newest first, page by page, and no jobs of an unknown batch or another workspace's batch", async () => {
    const batchId = "b81f6c40-2d7e-4a93-9c15-0e4d7f2a8b66";
    const jobs = jobsUpTo(6, (index) => ({ batchId, status: index === 1 ? "failed" : "done" }));
    const batch = { id: batchId, workspaceId: WORKSPACE, requestId: "r", createdAtMs: 0, remaining: 0, failed: 1 };
    jobs.batches.items.set(batchId, { ...batch, jobIds: [3, 1, 0, 2].map(idOf) });
    expect(await pages(jobs, { limit: 3, batch: batchId })).toEqual([[idOf(3), idOf(2), idOf(1)], [idOf(0)]]);
    expect(await pages(jobs, { limit: 3, batch: batchId, status: "failed" })).toEqual([[idOf(1)]]);
    expect(await pages(jobs, { limit: 3, batch: OTHER_TEMPLATE })).toEqual([[]]);
    const foreign = await listRenders(storesOf(jobs), OTHER_WORKSPACE, { limit: 3, batch: batchId });
    expect(foreign.jobs).toEqual([]);
  });
});

import { describe, expect, test } from "@jest/globals";
import type { Batch } from "../../../core/batches/batch.js";
import { listBatches } from "../../../core/batches/list-batches.js";
import { summarizeBatch } from "../../../core/batches/present-batch.js";
import { createInMemoryJobs } from "../../support/in-memory-jobs.js";
import { OTHER_WORKSPACE, START_MS, TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";

const idOf = (index: number) => `3f2504e0-4f89-41d3-9a0c-${String(index).padStart(12, "0")}`;

/** Batch `index` has four jobs that are done, and is `index` milliseconds younger than the first one. */
function batch(index: number, more: Partial<Batch> = {}): Batch {
  return {
    id: idOf(index),
    workspaceId: WORKSPACE,
    requestId: "request-1",
    jobIds: [1, 2, 3, 4].map((job) => idOf(1_000 * (index + 1) + job)),
    createdAtMs: START_MS + index,
    remaining: 0,
    failed: 0,
    finishedAtMs: START_MS + 60_000,
    ...more,
  };
}

function batchesUpTo(count: number, more: (index: number) => Partial<Batch> = () => ({})) {
  const { batches } = createInMemoryJobs();
  for (let index = 0; index < count; index += 1) batches.items.set(idOf(index), batch(index, more(index)));
  return batches;
}

type Query = Parameters<typeof listBatches>[2];

async function pages(batches: ReturnType<typeof batchesUpTo>, query: Query): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listBatches({ batches }, WORKSPACE, { ...query, cursor });
    found.push(page.batches.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

describe("listBatches", () => {
  test("returns every batch of the workspace on one page, newest first", async () => {
    const batches = batchesUpTo(5);
    batches.items.set(idOf(99), batch(99, { workspaceId: OTHER_WORKSPACE }));
    expect(await pages(batches, { limit: 2 })).toEqual([[idOf(4), idOf(3)], [idOf(2), idOf(1)], [idOf(0)]]);
  });

  test("returns no cursor with the last page, even if that page is full", async () => {
    expect(await pages(batchesUpTo(4), { limit: 2 })).toHaveLength(2);
  });

  test("the following pages stay the same when a batch is created between two pages", async () => {
    const batches = batchesUpTo(3);
    const { nextCursor } = await listBatches({ batches }, WORKSPACE, { limit: 1 });
    batches.items.set(idOf(50), batch(50));
    const second = await listBatches({ batches }, WORKSPACE, { limit: 5, cursor: nextCursor });
    expect(second.batches.map(({ id }) => id)).toEqual([idOf(1), idOf(0)]);
  });

  test("filters by the status: queued while a job is queued, failed if all jobs failed, otherwise done", async () => {
    const batches = batchesUpTo(250, (index) => ({
      ...(index % 100 === 0 && { remaining: 1, failed: 3 }),
      ...(index % 100 === 1 && { failed: 4 }),
      ...(index % 100 === 2 && { failed: 3 }),
    }));
    const found = async (status: Query["status"]) => (await pages(batches, { limit: 10, status })).flat();
    expect(await found("queued")).toEqual([idOf(200), idOf(100), idOf(0)]);
    expect(await found("failed")).toEqual([idOf(201), idOf(101), idOf(1)]);
    const done = await found("done");
    expect([done.length, done.includes(idOf(2))]).toEqual([244, true]);
  });

  test("examines at most 1,000 batches for a page, and the next page continues there", async () => {
    const batches = batchesUpTo(1_005, (index) => ({ failed: index < 3 ? 4 : 0 }));
    let read = 0;
    const counting = {
      listOwned: async (...asked: Parameters<typeof batches.listOwned>) => {
        const page = await batches.listOwned(...asked);
        read += page.examined;
        return page;
      },
    };
    const first = await listBatches({ batches: counting }, WORKSPACE, { limit: 1, status: "failed" });
    expect([first.batches, read]).toEqual([[], 1_000]);
    const rest = { limit: 3, status: "failed", cursor: first.nextCursor } as const;
    const second = await listBatches({ batches }, WORKSPACE, rest);
    expect(second.batches.map(({ id }) => id)).toEqual([idOf(2), idOf(1), idOf(0)]);
  });

  test.each([
    ["a text that is not a cursor", () => "page2"],
    ["a cursor with another place", (own: string) => `A${own}`],
    ["a cursor without its checksum", (own: string) => own.split(".")[0] ?? ""],
  ])("refuses %s", async (_what, change) => {
    const batches = batchesUpTo(3);
    const { nextCursor = "" } = await listBatches({ batches }, WORKSPACE, { limit: 1 });
    const request = listBatches({ batches }, WORKSPACE, { limit: 1, cursor: change(nextCursor) });
    await expect(request).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("refuses the cursor of another workspace", async () => {
    const batches = batchesUpTo(3);
    const { nextCursor } = await listBatches({ batches }, WORKSPACE, { limit: 1 });
    const foreign = listBatches({ batches }, OTHER_WORKSPACE, { limit: 1, cursor: nextCursor });
    await expect(foreign).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("summarizeBatch", () => {
  test("counts the jobs of a running batch without its jobs, and leaves out what is not known", () => {
    expect(summarizeBatch(batch(0, { remaining: 1, failed: 1, finishedAtMs: undefined }))).toEqual({
      id: idOf(0),
      status: "queued",
      totals: { total: 4, queued: 1, done: 2, failed: 1 },
      createdAt: new Date(START_MS).toISOString(),
    });
  });

  test("names the template of a batch whose jobs have the same one", () => {
    expect(summarizeBatch(batch(0, { templateId: TEMPLATE }))).toMatchObject({
      template: TEMPLATE,
      status: "done",
      finishedAt: new Date(START_MS + 60_000).toISOString(),
    });
  });
});

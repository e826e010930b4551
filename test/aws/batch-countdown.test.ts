import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createBatchesTable } from "../../aws/batches-table.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { renderJob } from "../../core/renders/render-job.js";
import { newBatch } from "../support/batch-samples.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { createRenderFixture, START_MS } from "../support/render-fixture.js";

const UNLEASED = { unleasedAtMs: START_MS };
const DONE = { status: "done", bytes: 7 } as const;

let tables: DynamoTables;
/** The items that running transactions write. As in DynamoDB, another transaction on such an item is canceled. */
const occupied = new Set<string>();
let conflicts = 0;

const itemsOf = ({ TransactItems = [] }: TransactWriteCommandInput) =>
  TransactItems.map(({ Put, Update, Delete }) => JSON.stringify(Update?.Key ?? Delete?.Key ?? Put?.Item?.["id"]));

beforeAll(async () => {
  tables = await startDynamoTables();
  tables.client.middlewareStack.add(
    (next) => async (args) => {
      if (!("TransactItems" in args.input)) return await next(args);
      const items = itemsOf(args.input);
      if (items.some((item) => occupied.has(item))) {
        conflicts += 1;
        const CancellationReasons = items.map((item) => ({
          Code: occupied.has(item) ? "TransactionConflict" : "None",
        }));
        throw new TransactionCanceledException({ message: "busy", $metadata: {}, CancellationReasons });
      }
      for (const item of items) occupied.add(item);
      try {
        return await next(args);
      } finally {
        for (const item of items) occupied.delete(item);
      }
    },
    { step: "initialize", name: "conflicts" },
  );
});

afterAll(() => tables.close());

function stores() {
  const { client, names } = tables;
  const all = { jobs: names.Jobs, workspaces: names.Workspaces, batches: names.Batches };
  return { jobs: createJobsTable(client, all), batches: createBatchesTable(client, all) };
}

describe("jobs of a batch that end at the same moment", () => {
  test("all jobs of a batch end in their first attempt and publish one event about the batch, however often they conflict", async () => {
    const { jobs: store, batches } = stores();
    const { batch, jobs } = newBatch(50, { webhookUrl: "https://example.com/" });
    await batches.create(batch, jobs, { grant: 1000 });
    const fixture = createRenderFixture();
    const allHaveRendered = Promise.withResolvers<undefined>();
    let renders = 0;
    const render = async () => {
      renders += 1;
      if (renders === jobs.length) allHaveRendered.resolve(undefined);
      await allHaveRendered.promise;
      return { bytes: new Uint8Array(7), height: 200, warnings: [] };
    };
    conflicts = 0;
    const outcomes = await Promise.all(
      jobs.map(({ id }) =>
        renderJob({ ...fixture, jobs: store, render }, { jobId: id, requestId: "r" }, { remainingMs: 60_000 }),
      ),
    );
    expect(conflicts).toBeGreaterThan(50);
    expect(outcomes.every(({ kind }) => kind === "settled")).toBe(true);
    expect(renders).toBe(50);
    const ended = await batches.jobsOf(batch);
    expect(ended.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(jobs.map(() => "done 1"));
    const events = fixture.published.filter(({ type }) => type === "batch.completed");
    expect(events).toEqual([
      {
        eventId: `${batch.id}.completed`,
        type: "batch.completed",
        batchId: batch.id,
        workspaceId: batch.workspaceId,
        status: "done",
        totals: { total: 50, queued: 0, done: 50, failed: 0 },
        timestamp: new Date(START_MS).toISOString(),
        hasWebhook: true,
      },
    ]);
  });

  test("the event has the same ID when the renderer dies after the end and the message is delivered again", async () => {
    const { jobs: store, batches } = stores();
    const { batch, jobs } = newBatch(1);
    await batches.create(batch, jobs, { grant: 1000 });
    const fixture = createRenderFixture();
    const id = jobs[0]?.id ?? "";
    const dies = { publish: async () => Promise.reject(new Error("killed")) };
    const render = async () => ({ bytes: new Uint8Array(7), height: 200, warnings: [] });
    const deliver = (events: typeof fixture.events) =>
      renderJob({ ...fixture, jobs: store, render, events }, { jobId: id, requestId: "r" }, { remainingMs: 60_000 });
    await deliver(dies).catch(() => undefined);
    expect((await batches.find(batch.id))?.remaining).toBe(0);
    await deliver(fixture.events);
    await deliver(fixture.events);
    expect(fixture.published.map(({ eventId }) => eventId)).toEqual([`${id}.done`, `${batch.id}.completed`]);
  });
});

describe("a batch that was lost in a restore", () => {
  test("the jobs of a lost batch can still end", async () => {
    const { jobs: store, batches } = stores();
    const { batch, jobs } = newBatch(2);
    await batches.create(batch, jobs, { grant: 1000 });
    await tables.client.send(new DeleteCommand({ TableName: tables.names.Batches, Key: { id: batch.id } }));
    for (const job of jobs) expect((await store.end(job, UNLEASED, DONE, START_MS))?.status).toBe("done");
  });
});

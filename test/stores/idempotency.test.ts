import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createIdempotencyRecords } from "../../aws/idempotency-records.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { IdempotencyRecord, IdempotencyRecorder } from "../../core/idempotency/idempotency-record.js";
import type { JobStore } from "../../core/renders/ports.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryJobs } from "../support/in-memory-jobs.js";
import { queuedJob, START_MS } from "../support/render-fixture.js";

const EXPIRES_AT_MS = START_MS + 60_000;

describeOnTables<{ jobs: JobStore; records: IdempotencyRecorder }>(
  "idempotency records",
  {
    inMemory: () => {
      const jobs = createInMemoryJobs();
      return { jobs, records: jobs.records };
    },
    adapter: ({ client, names }) => ({
      jobs: createJobsTable(client, { jobs: names.Jobs, workspaces: names.Workspaces }),
      records: createIdempotencyRecords(client, names.Jobs),
    }),
  },
  (stores) => {
    const recordOf = (more: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
      id: `idempotency#${randomUUID()}`,
      bodyHash: "hash",
      status: 202,
      responseBody: '{"id":1}',
      expiresAt: EXPIRES_AT_MS / 1000,
      ...more,
    });
    const jobAt = (createdAtMs: number, recordId: string) => queuedJob({ id: randomUUID(), createdAtMs, recordId });

    test("a written record is found", async () => {
      const record = recordOf();
      expect(await stores().records.findRecord(record.id)).toBeUndefined();
      expect(await stores().records.putFirst(record, START_MS)).toBe(true);
      expect(await stores().records.findRecord(record.id)).toEqual(record);
    });

    test("a record is not replaced before it expires", async () => {
      const { records } = stores();
      const record = recordOf();
      await records.putFirst(record, START_MS);
      const later = { ...record, responseBody: "{}" };
      expect(await records.putFirst(later, EXPIRES_AT_MS - 1)).toBe(false);
      expect(await records.findRecord(record.id)).toEqual(record);
      expect(await records.putFirst(later, EXPIRES_AT_MS)).toBe(true);
      expect(await records.findRecord(record.id)).toEqual(later);
    });

    test("one of 20 records that are written at the same time is stored", async () => {
      const record = recordOf();
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          stores().records.putFirst({ ...record, bodyHash: `hash ${index}` }, START_MS),
        ),
      );
      expect(written.filter(Boolean)).toHaveLength(1);
      expect(await stores().records.findRecord(record.id)).toMatchObject({ bodyHash: `hash ${written.indexOf(true)}` });
    });

    test("a job and its record are written together", async () => {
      const record = recordOf();
      const job = jobAt(START_MS, record.id);
      expect(await stores().jobs.create(job, { grant: 0, record })).toBe("created");
      expect(await stores().records.findRecord(record.id)).toEqual(record);
      expect(await stores().jobs.find(job.id)).toEqual(job);
    });

    test("a job is not created if its record exists, and the result is recorded even without credits", async () => {
      const { jobs, records } = stores();
      const record = recordOf();
      await jobs.create(jobAt(START_MS, record.id), { grant: 0, record });
      const second = { ...jobAt(EXPIRES_AT_MS - 1, record.id), debit: { date: "2026-11-01", credits: 1 } };
      expect(await jobs.create(second, { grant: 0, record: { ...record, responseBody: "{}" } })).toBe("recorded");
      expect(await jobs.find(second.id)).toBeUndefined();
      expect(await records.findRecord(record.id)).toEqual(record);
    });

    test("a job is created if its record has expired, and replaces the record", async () => {
      const { jobs, records } = stores();
      const record = recordOf();
      await jobs.create(jobAt(START_MS, record.id), { grant: 0, record });
      const later = { ...record, responseBody: "{}" };
      expect(await jobs.create(jobAt(EXPIRES_AT_MS, record.id), { grant: 0, record: later })).toBe("created");
      expect(await records.findRecord(record.id)).toEqual(later);
    });

    test("ten concurrent creations with the same record create one job", async () => {
      const record = recordOf();
      const creations = await Promise.all(
        Array.from({ length: 10 }, () => stores().jobs.create(jobAt(START_MS, record.id), { grant: 0, record })),
      );
      expect(creations.filter((creation) => creation === "created")).toHaveLength(1);
      expect(creations.filter((creation) => creation === "recorded")).toHaveLength(9);
    });

    test("undoing the creation of a job deletes its record", async () => {
      const { jobs, records } = stores();
      const record = recordOf();
      const job = jobAt(START_MS, record.id);
      await jobs.create(job, { grant: 0, record });
      expect(await jobs.undoCreation(job, START_MS)).toBe(true);
      expect(await records.findRecord(record.id)).toBeUndefined();
    });
  },
);

/** The job stores under test, and what their tests share. */
import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { Job } from "../../core/renders/job.js";
import { type JobStore, SWEEP_SHARDS } from "../../core/renders/ports.js";
import type { DynamoTables } from "../support/dynamo-tables.js";
import { createInMemoryJobs } from "../support/in-memory-jobs.js";
import { queuedJob, START_MS } from "../support/render-fixture.js";

export const LEASE_MS = 60_000;
export const lease = (nowMs = START_MS, token = "token") => ({ nowMs, untilMs: nowMs + LEASE_MS, token });
export const DONE = { status: "done", bytes: 7 } as const;
export const FAILED = { status: "failed", error: "There is no image." } as const;

export interface JobStores {
  readonly jobs: JobStore;
}

export const JOB_STORES = {
  inMemory: (): JobStores => ({ jobs: createInMemoryJobs() }),
  adapter: ({ client, names }: DynamoTables): JobStores => ({
    jobs: createJobsTable(client, { jobs: names.Jobs, workspaces: names.Workspaces }),
  }),
};

export function jobActions(stores: () => JobStores) {
  return {
    /** Stores a new job that the sweeper checks after one minute. */
    createJob: async (more: Partial<Job> = {}): Promise<Job> => {
      const job = queuedJob({ id: randomUUID(), enqueuedAtMs: undefined, sweepAtMs: START_MS + 60_000, ...more });
      expect(await stores().jobs.create(job, { grant: 1000 })).toBe("created");
      return job;
    },

    /** The jobs of all shards that are due. */
    dueAt: async (nowMs: number, limit = 1000): Promise<string[]> => {
      const shards = Array.from({ length: SWEEP_SHARDS }, (_, shard) => stores().jobs.listDue(shard, nowMs, limit));
      return (await Promise.all(shards)).flat();
    },
  };
}

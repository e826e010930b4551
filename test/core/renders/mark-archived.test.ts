import { describe, expect, test } from "@jest/globals";
import type { Job } from "../../../core/renders/job.js";
import { type ArchivalStore, markArchived } from "../../../core/renders/mark-archived.js";
import { createRenderFixture, JOB, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const KEY = `renders/${JOB}.png`;
const DAY_MS = 86_400_000;
const ARCHIVED_MS = START_MS + 90 * DAY_MS;
const DELETED_MS = START_MS + 365 * DAY_MS;
const EVENT = {
  eventId: `${JOB}.archived`,
  type: "render.archived",
  jobId: JOB,
  workspaceId: WORKSPACE,
  timestamp: "2027-01-30T12:00:00.000Z",
  hasWebhook: false,
};

function setUp(more: Partial<Job> = {}, publish?: () => Promise<void>) {
  const { jobs, now, published, ...fixture } = createRenderFixture([queuedJob({ status: "done", ...more })]);
  const { items } = jobs;
  const change = (id: string, changes: Partial<Job>) =>
    void items.set(id, { ...queuedJob(), ...items.get(id), ...changes });
  const store: ArchivalStore = {
    find: async (id) => items.get(id),
    mark: async (id, archivedAtMs) => {
      const job = items.get(id);
      const allowed = job?.status === "done" && job.archivedAtMs === undefined && job.deletedAtMs === undefined;
      if (allowed) change(id, { archivedAtMs });
      return allowed;
    },
    markPublished: async (id, archivalPublishedAtMs) => change(id, { archivalPublishedAtMs }),
  };
  const events = publish === undefined ? fixture.events : { publish };
  const mark = (key = KEY, atMs = ARCHIVED_MS, from = { ...fixture, events, now, jobs: store }) =>
    markArchived(from, { key, atMs });
  return { mark, published, job: () => items.get(JOB), store, dependencies: { ...fixture, now, jobs: store } };
}

describe("a picture that was archived or deleted because of its age", () => {
  test("markArchived marks the job with the time, and publishes one event", async () => {
    const { mark, job, published } = setUp();
    await mark();
    expect(job()).toMatchObject({ status: "done", archivedAtMs: ARCHIVED_MS });
    expect(published).toEqual([EVENT]);
  });

  test("markArchived marks the job once, even if the event comes twice and the deletion follows months later", async () => {
    const { mark, job, published } = setUp();
    await mark();
    await mark();
    await mark(KEY, DELETED_MS);
    expect(job()?.archivedAtMs).toBe(ARCHIVED_MS);
    expect(published).toEqual([EVENT]);
  });

  test("markArchived marks the job once if the event about the deletion comes first", async () => {
    const { mark, job, published } = setUp();
    await mark(KEY, DELETED_MS);
    await mark();
    expect(job()?.archivedAtMs).toBe(DELETED_MS);
    expect(published.map(({ eventId }) => eventId)).toEqual([`${JOB}.archived`]);
  });

  test("markArchived publishes the event again after a failure, with the same ID and time", async () => {
    const { mark, job, published, dependencies } = setUp({}, async () => {
      throw new Error("The bus is down.");
    });
    await expect(mark()).rejects.toThrow("The bus is down.");
    expect(job()).toMatchObject({ archivedAtMs: ARCHIVED_MS });
    expect(job()).not.toHaveProperty("archivalPublishedAtMs");
    await mark(KEY, DELETED_MS, dependencies);
    expect(published).toEqual([EVENT]);
  });

  test.each<[string, Partial<Job>]>([
    ["that was deleted", { deletedAtMs: START_MS }],
    ["that is queued", { status: "queued" }],
    ["that has failed", { status: "failed" }],
    ["of a signed image, whose picture belongs to its URL", { storedAs: "img/ab/abc.png" }],
    ["with another format", { format: "webp" }],
  ])("markArchived does not mark a job %s", async (_case, more) => {
    const { mark, job, published } = setUp(more);
    await mark();
    expect([job()?.archivedAtMs, published]).toEqual([undefined, []]);
  });

  test.each([
    ["of an unknown job", "renders/3f2504e0-4f89-41d3-9a0c-0305e82c33ff.png"],
    ["whose name has no ID", "renders/readme.txt"],
    ["of another prefix", `inputs/${JOB}.json`],
    ["of a signed image", "img/ab/abc.png"],
  ])("markArchived does nothing for a file %s", async (_case, key) => {
    const { mark, job, published } = setUp();
    await mark(key);
    expect([job()?.archivedAtMs, published]).toEqual([undefined, []]);
  });

  test("markArchived marks and publishes nothing if the job is deleted at the same time", async () => {
    const { dependencies, published, store } = setUp();
    await markArchived(
      { ...dependencies, jobs: { ...store, mark: async () => false } },
      { key: KEY, atMs: ARCHIVED_MS },
    );
    expect(published).toEqual([]);
  });
});

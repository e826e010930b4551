import { describe, expect, test } from "@jest/globals";
import { CANCELED, cancelRender } from "../../../core/renders/cancel-render.js";
import { deleteRender } from "../../../core/renders/delete-render.js";
import { getRender } from "../../../core/renders/get-render.js";
import type { Job } from "../../../core/renders/job.js";
import { renderJob } from "../../../core/renders/render-job.js";
import {
  createRenderFixture,
  JOB,
  OTHER_WORKSPACE,
  queuedJob,
  START_MS,
  WORKSPACE,
} from "../../support/render-fixture.js";

const LEASE = { nowMs: START_MS, untilMs: START_MS + 60_000, token: "token" };
const PICTURE = `renders/${JOB}.png`;

/** A fixture with one job that was debited one credit. */
async function fixtureWith(more: Partial<Job> = {}) {
  const fixture = createRenderFixture();
  const job = queuedJob({ debit: { date: "2026-11-01", credits: 1 }, ...more });
  await fixture.jobs.create(job, { grant: 10 });
  return { ...fixture, job };
}

const unused = async () => {
  throw new Error("No picture may be rendered.");
};
const message = { jobId: JOB, requestId: "request-1", workspaceId: WORKSPACE };

describe("cancelRender", () => {
  test("ends a queued job as failed with the reason, and refunds its credit", async () => {
    const fixture = await fixtureWith();
    const spent = () => fixture.jobs.balances.months.get(`${WORKSPACE} 2026-11`)?.spent;
    expect(spent()).toBe(1);
    const job = await cancelRender(fixture, WORKSPACE, JOB);
    expect(job).toMatchObject({ status: "failed", error: "The render was canceled.", attempts: 0 });
    expect(spent()).toBe(0);
  });

  test("returns a canceled job again, and refunds it once", async () => {
    const fixture = await fixtureWith();
    await cancelRender(fixture, WORKSPACE, JOB);
    expect(await cancelRender(fixture, WORKSPACE, JOB)).toMatchObject({ status: "failed", error: CANCELED });
    expect(fixture.jobs.balances.months.get(`${WORKSPACE} 2026-11`)?.spent).toBe(0);
  });

  test("refuses a job that a renderer has claimed, and does not change it", async () => {
    const fixture = await fixtureWith();
    await fixture.jobs.claim(JOB, LEASE);
    const canceled = cancelRender(fixture, WORKSPACE, JOB);
    await expect(canceled).rejects.toMatchObject({ code: "CONFLICT", details: { status: "queued" } });
    expect(await fixture.jobs.find(JOB)).toMatchObject({ status: "queued", leaseToken: "token" });
  });

  test("cancels a job that waits for its next attempt", async () => {
    const fixture = await fixtureWith();
    await fixture.jobs.claim(JOB, LEASE);
    await fixture.jobs.release(JOB, "token");
    expect(await cancelRender(fixture, WORKSPACE, JOB)).toMatchObject({ status: "failed", attempts: 1 });
  });

  test("refuses a job that is done, and the error has its status", async () => {
    const fixture = createRenderFixture([queuedJob({ status: "done" })]);
    const canceled = cancelRender(fixture, WORKSPACE, JOB);
    await expect(canceled).rejects.toMatchObject({ code: "CONFLICT", details: { status: "done" } });
  });

  test("finds no job of another workspace", async () => {
    const fixture = await fixtureWith();
    await expect(cancelRender(fixture, OTHER_WORKSPACE, JOB)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("cancelRender leaves the message to a renderer, which publishes the end once and renders nothing", async () => {
    const fixture = await fixtureWith();
    await cancelRender(fixture, WORKSPACE, JOB);
    expect(fixture.published).toEqual([]);
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const outcome = await renderJob({ ...fixture, render: unused }, message, { remainingMs: 60_000 });
      expect(outcome).toEqual({ kind: "settled" });
    }
    expect(fixture.published).toMatchObject([{ type: "render.failed", jobId: JOB }]);
  });
});

describe("deleteRender", () => {
  const done = (more: Partial<Job> = {}) =>
    queuedJob({ status: "done", inputs: { layers: { a: {} }, variables: {} }, ...more });

  test("removes the picture of a job that has ended, and hides the job", async () => {
    const fixture = createRenderFixture([done()]);
    fixture.stored.set(PICTURE, new Uint8Array(1));
    await deleteRender(fixture, WORKSPACE, JOB);
    expect([...fixture.stored.keys()]).toEqual([]);
    await expect(getRender(fixture.jobs, WORKSPACE, JOB)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await fixture.jobs.listOwned(WORKSPACE, { limit: 10 })).jobs).toEqual([]);
    expect(await fixture.jobs.find(JOB)).toMatchObject({ inputs: { layers: {}, variables: {} } });
  });

  test("removes the inputs of the job from the bucket, and never those of another job", async () => {
    const own = `inputs/${JOB}.json`;
    const other = `inputs/${OTHER_WORKSPACE}.json`;
    for (const key of [own, other]) {
      const fixture = createRenderFixture([done({ inputs: { key } })]);
      for (const stored of [own, other]) fixture.storedInputs.set(stored, { layers: {}, variables: {} });
      await deleteRender(fixture, WORKSPACE, JOB);
      expect([...fixture.storedInputs.keys()]).toEqual([other]);
    }
  });

  test("deleteRender can be repeated if the inputs could not be removed", async () => {
    const fixture = createRenderFixture([done({ inputs: { key: `inputs/${JOB}.json` } })]);
    const broken = { ...fixture, inputs: { remove: async () => Promise.reject(new Error("S3 is down.")) } };
    await expect(deleteRender(broken, WORKSPACE, JOB)).rejects.toThrow("S3 is down.");
    await deleteRender(fixture, WORKSPACE, JOB);
    await expect(getRender(fixture.jobs, WORKSPACE, JOB)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("deleteRender does not find the job the second time", async () => {
    const fixture = createRenderFixture([done()]);
    await deleteRender(fixture, WORKSPACE, JOB);
    await expect(deleteRender(fixture, WORKSPACE, JOB)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("refuses a queued job, keeps everything, and the error has its status", async () => {
    const fixture = await fixtureWith();
    const deleted = deleteRender(fixture, WORKSPACE, JOB);
    await expect(deleted).rejects.toMatchObject({ code: "CONFLICT", details: { status: "queued" } });
    expect(await getRender(fixture.jobs, WORKSPACE, JOB)).toMatchObject({ status: "queued" });
  });

  test("finds no job of another workspace", async () => {
    const fixture = createRenderFixture([done()]);
    fixture.stored.set(PICTURE, new Uint8Array(1));
    await expect(deleteRender(fixture, OTHER_WORKSPACE, JOB)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(fixture.stored.has(PICTURE)).toBe(true);
  });

  test("keeps the picture of a signed image", async () => {
    const fixture = createRenderFixture([done({ storedAs: "img/a/b" })]);
    fixture.stored.set("img/a/b", new Uint8Array(1));
    await deleteRender(fixture, WORKSPACE, JOB);
    expect([...fixture.stored.keys()]).toEqual(["img/a/b"]);
  });

  test("deleteRender can be repeated if the picture could not be removed", async () => {
    const fixture = createRenderFixture([done()]);
    const broken = { ...fixture, pictures: { remove: async () => Promise.reject(new Error("S3 is down.")) } };
    await expect(deleteRender(broken, WORKSPACE, JOB)).rejects.toThrow("S3 is down.");
    await deleteRender(fixture, WORKSPACE, JOB);
    await expect(getRender(fixture.jobs, WORKSPACE, JOB)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("deleteRender lets a late message publish the end of the deleted job", async () => {
    const fixture = await fixtureWith();
    await cancelRender(fixture, WORKSPACE, JOB);
    await deleteRender(fixture, WORKSPACE, JOB);
    await renderJob({ ...fixture, render: unused }, message, { remainingMs: 60_000 });
    expect(fixture.published).toMatchObject([{ jobId: JOB }]);
  });
});

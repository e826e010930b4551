import { describe, expect, test } from "@jest/globals";
import { explainRefusedClaim } from "../../../core/renders/explain-refused-claim.js";
import { failDeadLetteredJob } from "../../../core/renders/fail-dead-lettered-job.js";
import type { Job } from "../../../core/renders/job.js";
import { createRenderFixture, JOB, queuedJob, START_MS } from "../../support/render-fixture.js";

const CLAIM = { nowMs: START_MS, untilMs: START_MS + 60_000, token: "mine" };

describe("a refused claim", () => {
  const explain = (job: Partial<Job>) => explainRefusedClaim(queuedJob(job), CLAIM).kind;

  test("a job that does not exist or has ended needs no work, whoever had it last", () => {
    expect(explainRefusedClaim(undefined, CLAIM)).toEqual({ kind: "missing" });
    expect(explain({ status: "done", leaseToken: "mine", leaseUntilMs: CLAIM.untilMs })).toBe("terminal");
  });

  test("a job with the lease of this claim is claimed, because only the response was lost", () => {
    expect(explain({ leaseToken: "mine", leaseUntilMs: CLAIM.untilMs, attempts: 3 })).toBe("claimed");
    expect(explain({ leaseToken: "mine", leaseUntilMs: CLAIM.untilMs - 1 })).toBe("leased");
    expect(explain({ leaseToken: "other", leaseUntilMs: CLAIM.untilMs })).toBe("leased");
  });

  test("a job of another renderer is leased until the end of its lease, and a job without attempts is exhausted", () => {
    const leased = queuedJob({ leaseToken: "other", leaseUntilMs: START_MS + 1, attempts: 3 });
    expect(explainRefusedClaim(leased, CLAIM)).toEqual({ kind: "leased", untilMs: START_MS + 1 });
    expect(explain({ leaseToken: "other", leaseUntilMs: START_MS, attempts: 3 })).toBe("exhausted");
  });

  test("a job that could be claimed is a bug of the store", () => {
    expect(() => explain({ attempts: 0 })).toThrow(`refused to claim job ${JOB}`);
  });
});

describe("a dead-lettered message of a job that a renderer holds", () => {
  test.each([
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_500, 60],
  ])("returns %d ms before the end of the lease after %d s", async (leaseMs, afterSeconds) => {
    const fixture = createRenderFixture([
      queuedJob({ leaseToken: "t", leaseUntilMs: START_MS + leaseMs, attempts: 1 }),
    ]);
    const outcome = await failDeadLetteredJob(fixture, { jobId: JOB, requestId: "r" });
    expect(outcome).toEqual({ kind: "retry", afterSeconds });
    expect(fixture.published).toEqual([]);
  });

  test("returns after a second if another function changed the job in the meantime", async () => {
    const fixture = createRenderFixture([queuedJob({ attempts: 3 })]);
    const jobs = { ...fixture.jobs, end: async () => Promise.resolve(undefined) };
    const outcome = await failDeadLetteredJob({ ...fixture, jobs }, { jobId: JOB, requestId: "r" });
    expect(outcome).toEqual({ kind: "retry", afterSeconds: 1 });
  });
});

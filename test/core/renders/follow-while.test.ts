import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { createFollowJob } from "../../../core/renders/follow-job.js";
import { followWhile } from "../../../core/renders/follow-while.js";
import { streamEvents } from "../../../core/renders/stream-events.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { waitForRender } from "../../../core/renders/wait-for-render.js";
import { JOB, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { createFollowFixture, done } from "./follow-fixture.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";

const REVOKED_AFTER_MS = 3_000;
/** The longest pause between two reads. */
const POLL_MS = 200;
const caller = { workspaceId: WORKSPACE, plan: DEFAULT_PLANS.team as Plan };

/** A job that ends after ten seconds, and a caller whose key is revoked after three. */
function setUp() {
  const { dependencies, clock } = createFollowFixture([done(10_000)]);
  const errors: string[] = [];
  let held = 0;
  const check = async () => {
    if (clock.nowMs - START_MS >= REVOKED_AFTER_MS) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
  };
  const waiting = {
    jobs: { findOwned: async () => queuedJob() },
    followJob: followWhile(createFollowJob(dependencies), check),
    takeWaitSlot: async () => {
      held += 1;
      return async () => void (held -= 1);
    },
    now: dependencies.now,
    log: { info: () => undefined, warn: () => undefined, error: (message: string) => void errors.push(message) },
    present: (job: Parameters<typeof presentJob>[0]) =>
      presentJob(job, { current: "k1", keys: { k1: "k".repeat(64) } }),
  };
  return { waiting, clock, errors, held: () => held };
}

describe("the revocation of a key or session", () => {
  test("an open wait ends with the error of the caller's next request, and frees its slot", async () => {
    const { waiting, clock, held } = setUp();
    await expect(waitForRender(waiting, caller, JOB, 60_000)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(clock.nowMs - START_MS).toBeLessThanOrEqual(REVOKED_AFTER_MS + POLL_MS);
    expect(held()).toBe(0);
  });

  test("an open event stream ends without the terminal event, frees its slot, and is not an error of the service", async () => {
    const { waiting, clock, errors, held } = setUp();
    let text = "";
    for await (const chunk of (await streamEvents(waiting, caller, JOB, undefined)) ?? []) text += chunk;
    expect(text).toContain("event: status");
    expect(text).not.toContain("done");
    expect(clock.nowMs - START_MS).toBeLessThanOrEqual(REVOKED_AFTER_MS + POLL_MS);
    expect([errors, held()]).toEqual([[], 0]);
  });

  test("while the check passes, each read is yielded unchanged", async () => {
    const { dependencies } = createFollowFixture([done(1_000)]);
    const follow = followWhile(createFollowJob(dependencies), async () => undefined);
    const statuses: string[] = [];
    for await (const { status } of follow(queuedJob(), START_MS + 5_000)) statuses.push(status);
    expect(statuses.at(-1)).toBe("done");
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set(["queued"]));
  });
});

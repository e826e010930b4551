import { describe, expect, test } from "@jest/globals";
import { createWaitForEnd } from "../../../core/renders/wait-for-end.js";
import { queuedJob, START_MS } from "../../support/render-fixture.js";
import { createFollowFixture, done } from "./follow-fixture.js";

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe("waiting for the end of a job", () => {
  test("a wait returns the terminal job within 200 ms of its end", async () => {
    const { dependencies, clock } = createFollowFixture([done(7_000)]);
    const job = await createWaitForEnd(dependencies)(queuedJob(), START_MS + 30_000);
    expect(job).toMatchObject({ status: "done", bytes: 3 });
    expect(clock.nowMs - START_MS).toBeGreaterThanOrEqual(7_000);
    expect(clock.nowMs - START_MS).toBeLessThanOrEqual(7_200);
  });

  test("a wait returns a failed job too", async () => {
    const { dependencies } = createFollowFixture([[100, { status: "failed", error: "No image." }]]);
    const job = await createWaitForEnd(dependencies)(queuedJob(), START_MS + 1_000);
    expect(job).toMatchObject({ status: "failed", error: "No image." });
  });

  test("a wait for a job that is already terminal reads nothing", async () => {
    const { dependencies, reads } = createFollowFixture();
    const job = queuedJob({ status: "failed" });
    expect(await createWaitForEnd(dependencies)(job, START_MS + 1_000)).toBe(job);
    expect(reads).toEqual([]);
  });

  test("a wait for a job that never ends takes exactly its time, and polls every 200 ms after a faster start", async () => {
    const { dependencies, clock, pauses } = createFollowFixture();
    expect(await createWaitForEnd(dependencies)(queuedJob(), START_MS + 60_000)).toBeUndefined();
    expect(clock.nowMs - START_MS).toBe(60_000);
    expect(pauses[0]).toBe(25);
    expect(Math.max(...pauses)).toBe(200);
    expect(pauses.length).toBeLessThan(320);
  });

  test("all reads of a wait are eventually consistent except the last one", async () => {
    const { dependencies, reads } = createFollowFixture();
    await createWaitForEnd(dependencies)(queuedJob(), START_MS + 1_000);
    expect(reads.length).toBeGreaterThan(3);
    expect(reads.at(-1)).toBe("consistent");
    expect(new Set(reads.slice(0, -1))).toEqual(new Set(["eventually consistent"]));
  });

  test("the consistent read at the deadline finds an end that eventually consistent reads do not show yet", async () => {
    const { dependencies } = createFollowFixture([done(900)], { staleMs: 5_000 });
    expect(await createWaitForEnd(dependencies)(queuedJob(), START_MS + 1_000)).toMatchObject({ status: "done" });
  });

  test("a wait without time left reads once, consistently", async () => {
    const { dependencies, reads } = createFollowFixture([done(0)]);
    expect(await createWaitForEnd(dependencies)(queuedJob(), START_MS)).toMatchObject({ status: "done" });
    expect(reads).toEqual(["consistent"]);
  });

  test("a wait for a job that was deleted ends at its deadline without a job", async () => {
    const { dependencies, clock } = createFollowFixture([[300, undefined]]);
    expect(await createWaitForEnd(dependencies)(queuedJob(), START_MS + 1_000)).toBeUndefined();
    expect(clock.nowMs - START_MS).toBe(1_000);
  });

  test("a wait polls rarely at first, and faster around the time at which the template's renders usually end", async () => {
    const fixture = createFollowFixture();
    const waitForEnd = createWaitForEnd(fixture.dependencies);
    await waitForEnd(fixture.nextJob(1_000), fixture.clock.nowMs + 30_000);
    const second = fixture.nextJob(1_000);
    const end = await waitForEnd(second, fixture.clock.nowMs + 30_000);
    expect(end?.status).toBe("done");
    // The interval is 200 ms for 0.7 s (70 % of the usual duration), and then a tenth of the usual duration.
    expect(fixture.pauses).toEqual([200, 200, 200, 100, 100, 100, 100]);
    expect(fixture.clock.nowMs - second.createdAtMs).toBe(1_000);
  });

  test("a wait polls every 200 ms all the time if the template's renders usually take a long time", async () => {
    const fixture = createFollowFixture();
    const waitForEnd = createWaitForEnd(fixture.dependencies);
    await waitForEnd(fixture.nextJob(10_000), fixture.clock.nowMs + 30_000);
    await waitForEnd(fixture.nextJob(10_000), fixture.clock.nowMs + 30_000);
    expect(fixture.pauses).toEqual(Array<number>(50).fill(200));
  });

  test("a job that takes much longer than usual is polled every 200 ms again", async () => {
    const fixture = createFollowFixture();
    const waitForEnd = createWaitForEnd(fixture.dependencies);
    await waitForEnd(fixture.nextJob(1_000), fixture.clock.nowMs + 30_000);
    const slow = fixture.nextJob(20_000);
    await waitForEnd(slow, fixture.clock.nowMs + 30_000);
    expect(fixture.pauses.slice(-70)).toEqual(Array<number>(70).fill(200));
    expect(sum(fixture.pauses) - 20_000).toBeLessThanOrEqual(200);
  });
});

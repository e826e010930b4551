import { describe, expect, test } from "@jest/globals";
import { createSlots } from "../../../core/access/slots.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { createFollowJob } from "../../../core/renders/follow-job.js";
import type { Log } from "../../../core/shared/log.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { streamEvents } from "../../../core/renders/stream-events.js";
import { waitForRender } from "../../../core/renders/wait-for-render.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { JOB, OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { type Change, createFollowFixture, done } from "./follow-fixture.js";

const ring = { current: "k1", keys: { k1: "k".repeat(64) } };
const claimed = (afterMs: number): Change => [afterMs, { attempts: 1 }];
const { team } = DEFAULT_PLANS;
if (team === undefined) throw new Error("There is no plan `team`.");
const caller = { workspaceId: WORKSPACE, plan: { ...team, concurrentWaits: 2 } };

function setUp(changes: readonly Change[] = [], options: { staleMs?: number; log?: Log } = {}) {
  const fixture = createFollowFixture(changes, options);
  const { clock, dependencies } = fixture;
  let tokens = 0;
  const waiting = {
    jobs: {
      findOwned: async (workspaceId: string) =>
        workspaceId === WORKSPACE ? await dependencies.jobs.find() : undefined,
    },
    followJob: createFollowJob(dependencies),
    takeWaitSlot: createSlots({
      store: createInMemoryLimits(),
      name: "waits",
      now: dependencies.now,
      newToken: () => `t${(tokens += 1)}`,
    }),
    now: dependencies.now,
    log: options.log ?? silentLog,
    present: (job: Parameters<typeof presentJob>[0]) => presentJob(job, ring),
  };
  const open = (lastEventId?: string) => streamEvents(waiting, caller, JOB, lastEventId);
  /** Reads a stream to its end. Returns each chunk with the time at which it was written. */
  const read = async (lastEventId?: string) => {
    const chunks: { atMs: number; text: string }[] = [];
    for await (const text of (await open(lastEventId)) ?? []) chunks.push({ atMs: clock.nowMs - START_MS, text });
    return chunks;
  };
  return { ...fixture, waiting, open, read, wait: (ms: number) => waitForRender(waiting, caller, JOB, ms) };
}

type Chunks = Awaited<ReturnType<ReturnType<typeof setUp>["read"]>>;
const textOf = (chunks: Chunks): string => chunks.map(({ text }) => text).join("");
const idsOf = (chunks: Chunks): string[] => [...textOf(chunks).matchAll(/^id: (.*)$/gm)].map(([, id = ""]) => id);
const refused = { code: "RATE_LIMITED", details: { retryAfterSeconds: 1 } };

describe("the events of a job", () => {
  test("a stream starts with `retry` and the current state at once, and ends with the terminal event", async () => {
    const chunks = await setUp([done(3_000)]).read();
    expect(chunks.slice(0, 2).map(({ atMs }) => atMs)).toEqual([0, 0]);
    expect(chunks[0]?.text).toBe("retry: 2000\n\n");
    expect(chunks[1]?.text).toMatch(
      /^id: queued\.0\nevent: status\ndata: \{"id":"3f2504e0.*"status":"queued".*\}\n\n$/,
    );
    expect(chunks.at(-1)?.text).toMatch(/^id: done\.0\nevent: status\ndata: \{.*"status":"done".*"assetUrl".*\}\n\n$/);
    expect(chunks.at(-1)?.atMs).toBeLessThanOrEqual(3_250);
  });

  test("each chunk is followed by another one at the same time or is the last, because Node.js holds back small writes", async () => {
    const chunks = await setUp([claimed(2_000), done(40_000)]).read();
    const atMs = chunks.map((chunk) => chunk.atMs);
    const times = [...new Set(atMs)];
    expect(times.length).toBeGreaterThan(3);
    const alone = times.filter((time) => atMs.filter((other) => other === time).length < 2);
    expect(alone).toEqual([atMs.at(-1)]);
  });

  test("a stream sends one event at each change, and no event twice", async () => {
    expect(idsOf(await setUp([claimed(2_000), done(9_000)]).read())).toEqual(["queued.0", "queued.1", "done.1"]);
  });

  test("a stale read after a newer one sends no event", async () => {
    const { clock, read } = setUp([claimed(2_000), done(9_000)], { staleMs: 1_500 });
    clock.nowMs += 2_500;
    expect(idsOf(await read())).toEqual(["queued.1", "done.1"]);
  });

  test("a stream sends a comment twice after every 15 s without an event", async () => {
    const chunks = await setUp([done(40_000)]).read();
    const comments = chunks.filter(({ text }) => text === ":\n\n").map(({ atMs }) => atMs);
    const [first = 0, second = 0] = [comments[1], comments[3]];
    expect(comments).toEqual([0, first, first, second, second]);
    expect(first - 15_000).toBeLessThanOrEqual(250);
    expect(second - first - 15_000).toBeLessThanOrEqual(250);
  });

  test("a stream ends after five minutes, and a reader that reconnects gets the terminal event exactly once", async () => {
    const { clock, read } = setUp([claimed(1_000), done(400_000)]);
    const first = await read();
    expect(clock.nowMs - START_MS).toBe(300_000);
    const second = await read(idsOf(first).at(-1));
    expect([...idsOf(first), ...idsOf(second)]).toEqual(["queued.0", "queued.1", "done.1"]);
  });

  test("a reader that missed the terminal event while it reconnected gets it at once", async () => {
    const { clock, read } = setUp([done(1_000)]);
    clock.nowMs += 5_000;
    const chunks = await read("queued.0");
    expect(idsOf(chunks)).toEqual(["done.0"]);
    expect(chunks.at(-1)?.atMs).toBe(5_000);
  });

  test("a job that ends at the last moment of a stream ends the stream with the terminal event", async () => {
    expect(idsOf(await setUp([done(299_999)], { staleMs: 5_000 }).read())).toEqual(["queued.0", "done.0"]);
  });

  test("a reader that has the terminal event gets no stream", async () => {
    const { clock, open } = setUp([done(1_000)]);
    clock.nowMs += 5_000;
    expect(await open("done.0")).toBeUndefined();
  });

  test("a stream whose reads fail ends without the terminal event, and the error is logged", async () => {
    const errors: unknown[] = [];
    const log = { ...silentLog, error: (_message: string, facts?: unknown) => void errors.push(facts) };
    const { waiting, dependencies } = setUp([done(1_000)], { log });
    const failing = {
      ...dependencies,
      jobs: { ...dependencies.jobs, peek: () => Promise.reject(new Error("throttled")) },
    };
    const chunks = await streamEvents({ ...waiting, followJob: createFollowJob(failing) }, caller, JOB, undefined);
    let text = "";
    for await (const chunk of chunks ?? []) text += chunk;
    expect(text).toContain("id: queued.0");
    expect(errors).toMatchObject([{ jobId: JOB, workspaceId: WORKSPACE, error: new Error("throttled") }]);
  });

  test("the events of another workspace's job are not found", async () => {
    const { waiting } = setUp();
    const foreign = streamEvents(waiting, { ...caller, workspaceId: OTHER_WORKSPACE }, JOB, undefined);
    await expect(foreign).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a wait for a job", () => {
  test("a wait returns the job with its last state when its time is over", async () => {
    const { clock, wait } = setUp([claimed(500)]);
    expect(await wait(1_000)).toMatchObject({ status: "queued", attempts: 1 });
    expect(clock.nowMs - START_MS).toBe(1_000);
  });

  test("a wait returns a terminal job at once", async () => {
    const { clock, wait } = setUp([done(1_000)]);
    clock.nowMs += 1_000;
    expect(await wait(30_000)).toMatchObject({ status: "done" });
    expect(clock.nowMs - START_MS).toBe(1_000);
  });

  test("waits and streams share the slots of the plan, and one more is refused until one of them ends", async () => {
    const { open, wait } = setUp();
    const streams = [await open(), await open()];
    await expect(wait(1_000)).rejects.toMatchObject(refused);
    await expect(open()).rejects.toMatchObject(refused);
    await streams[0]?.next();
    await streams[0]?.return();
    expect(await wait(1_000)).toMatchObject({ status: "queued" });
    // The wait has ended, so its slot is free again.
    expect(await wait(1_000)).toMatchObject({ status: "queued" });
  });

  test("a wait whose function crashed holds its slot for its own time plus five seconds, and no longer", async () => {
    const { clock, waiting, wait } = setUp();
    // Resolves when the wait has its slot, which it never frees.
    const crash = (): Promise<void> =>
      new Promise((resolve, reject) => {
        const never = async function* (): AsyncGenerator<never, void, undefined> {
          resolve();
          yield await new Promise<never>(() => undefined);
        };
        waitForRender({ ...waiting, followJob: never }, caller, JOB, 10_000).catch(reject);
      });
    await crash();
    await crash();
    await expect(wait(1_000)).rejects.toMatchObject(refused);
    clock.nowMs += 14_999;
    await expect(wait(1_000)).rejects.toMatchObject(refused);
    clock.nowMs += 1;
    expect(await wait(1_000)).toMatchObject({ status: "queued" });
  });

  test("a job that has ended needs no slot", async () => {
    const { clock, open, wait, read } = setUp([done(1_000)]);
    await open();
    await open();
    clock.nowMs += 1_000;
    expect(await wait(1_000)).toMatchObject({ status: "done" });
    expect(idsOf(await read())).toEqual(["done.0"]);
  });
});

import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { isTerminal, type Job } from "../../../core/renders/job.js";
import { QueueRefusedError } from "../../../core/renders/ports.js";
import { renderJob } from "../../../core/renders/render-job.js";
import { type ImageView, type ViewedImage, viewImage } from "../../../core/signed-images/view-image.js";
import { createWorld, START_MS, TEMPLATE, templateVersion, WORKSPACE } from "../../support/world.js";

const KEY = "img/ab/abcdef.png";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const VIEW: ImageView = {
  image: { templateId: TEMPLATE, pairs: [{ key: "title", value: "Hello" }] },
  key: KEY,
  requestId: "request-1",
  baseUrl: "https://images.example.com",
  conditions: { headOnly: false },
};

/** What the renderer does with the job that it is given. */
type Mood = "draws" | "fails for good" | "sleeps" | "has no image for now" | "has no image for good";

function createStage({ plan = "team", mood = "draws" }: { plan?: string; mood?: Mood } = {}) {
  const world = createWorld();
  const stage = { mood, takesMs: 100, queue: "takes" as "takes" | "refuses" | "loses", pauses: [] as number[] };
  const warning = (retryable: boolean) =>
    ({ code: "IMAGE_UNAVAILABLE", layer: "photo", message: "The image of photo is not there.", retryable }) as const;
  /** When the message in the queue is delivered. */
  let dueMs: number | undefined;

  const renderer = {
    ...world,
    render: async () => {
      if (stage.mood === "fails for good") throw new ServiceError("VALIDATION_ERROR", "The layer photo has no image.");
      const warnings =
        stage.mood === "has no image for now"
          ? [warning(true)]
          : stage.mood === "has no image for good"
            ? [warning(false)]
            : [];
      return { bytes: new Uint8Array([1, 2, 3]), warnings };
    },
  };
  async function deliver(): Promise<void> {
    if (dueMs === undefined || world.clock.nowMs < dueMs || stage.mood === "sleeps") return;
    const message = world.sent.at(-1)?.message;
    dueMs = undefined;
    if (message === undefined) return;
    const outcome = await renderJob(renderer, message, { remainingMs: 60_000 });
    if (outcome.kind === "retry") dueMs = world.clock.nowMs + outcome.afterSeconds * 1000;
  }

  const dependencies = {
    ...world,
    queue: {
      send: async (...args: Parameters<typeof world.queue.send>) => {
        if (stage.queue === "refuses") throw new QueueRefusedError("gone");
        if (stage.queue === "loses") throw new Error("socket hang up");
        dueMs = world.clock.nowMs + stage.takesMs;
        await world.queue.send(...args);
      },
    },
    claims: { find: async (id: string) => world.jobs.claims.get(id) },
    workspaces: {
      find: async (id: string) =>
        id === WORKSPACE ? { id, name: "W", plan, createdAtMs: START_MS, keys: [], revision: 1 } : undefined,
    },
    plans: DEFAULT_PLANS,
    assets: {
      open: async (key: string): Promise<Exclude<ViewedImage, { kind: "pending" }> | { kind: "missing" }> =>
        world.stored.has(key) ? { kind: "open", status: 200, headers: {}, body: undefined } : { kind: "missing" },
    },
    pause: async (ms: number) => {
      stage.pauses.push(ms);
      world.clock.nowMs += ms;
      await deliver();
    },
  };
  return {
    ...world,
    stage,
    deliver,
    view: (change: Partial<ImageView> = {}) => viewImage(dependencies, { ...VIEW, ...change }),
    generations: () => [...world.jobs.items.values()],
    claim: () => world.jobs.claims.get(KEY),
    spent: () => world.jobs.balances.get(`${WORKSPACE} 2026-11`)?.spent ?? 0,
  };
}

type Stage = ReturnType<typeof createStage>;

async function faultOf(view: Promise<unknown>): Promise<ServiceError> {
  const fault = await view.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (fault instanceof ServiceError) return fault;
  throw new Error(`No fault, but ${String(fault)}`);
}

const lastJob = ({ generations }: Stage): Job => {
  const job = generations().at(-1);
  if (job === undefined) throw new Error("There is no job.");
  return job;
};

describe("a first view", () => {
  test("makes one job under the picture's own key, bills the owner once and shows it", async () => {
    const stage = createStage();
    expect(await stage.view()).toMatchObject({ kind: "open", status: 200 });
    expect(stage.generations()).toEqual([
      expect.objectContaining({
        workspaceId: WORKSPACE,
        status: "done",
        priority: 7,
        storedAs: KEY,
        charge: { date: "2026-11-01", credits: 1 },
        inputs: { layers: { title: { text: "Hello" } }, variables: {} },
      }),
    ]);
    expect(stage.sent.map(({ lane }) => lane)).toEqual(["interactive"]);
    expect([...stage.stored.keys()]).toEqual([KEY]);
    expect(stage.spent()).toBe(1);
  });

  test("is one job and one credit, however many come at once", async () => {
    const stage = createStage();
    const views = await Promise.all(Array.from({ length: 40 }, () => stage.view()));
    expect(new Set(views.map(({ kind }) => kind))).toEqual(new Set(["open"]));
    expect([stage.generations().length, stage.spent(), stage.sent.length]).toEqual([1, 1, 1]);
  });

  test("is held for five seconds and no longer, looking ever less often", async () => {
    const stage = createStage({ mood: "sleeps" });
    expect(await stage.view()).toEqual({ kind: "pending" });
    expect(stage.clock.nowMs - START_MS).toBe(5_000);
    expect(stage.stage.pauses[0]).toBe(25);
    expect(Math.max(...stage.stage.pauses)).toBe(250);
    expect(stage.stage.pauses.length).toBeLessThan(40);
  });

  test("shows a picture that is ready in the very last moment", async () => {
    const stage = createStage();
    stage.stage.takesMs = 5_000;
    expect(await stage.view()).toMatchObject({ kind: "open" });
  });

  test("by another viewer waits for the same job", async () => {
    const stage = createStage({ mood: "sleeps" });
    await stage.view();
    stage.stage.mood = "draws";
    expect(await stage.view()).toMatchObject({ kind: "open" });
    expect([stage.generations().length, stage.spent()]).toEqual([1, 1]);
  });

  test("pins an unversioned URL to the highest version, for all generations", async () => {
    const stage = createStage();
    await stage.view();
    const [head] = stage.templates.heads.values();
    if (head === undefined) throw new Error("There is no template.");
    await stage.templates.update({ ...head, highestVersion: 2, revision: 2 }, 1, templateVersion({ version: 2 }));
    stage.stored.clear();
    await stage.view();
    expect(stage.generations().map(({ templateVersion: version }) => version)).toEqual([1, 1]);
    await stage.view({ key: "img/cd/other.png" });
    expect(lastJob(stage).templateVersion).toBe(2);
  });

  test("of a picture that its owner has no credits for is 402, and leaves nothing behind", async () => {
    const stage = createStage({ plan: "free" });
    stage.jobs.balances.set(`${WORKSPACE} 2026-11`, { spent: 100, remaining: 0 });
    expect((await faultOf(stage.view())).code).toBe("PAYMENT_REQUIRED");
    expect([stage.generations(), stage.claim()]).toEqual([[], undefined]);
  });

  test.each([
    ["a deleted template", {}, "NOT_FOUND"],
    ["another version than there are", { pairs: [{ key: "version", value: "7" }] }, "NOT_FOUND"],
    ["an unknown layer", { pairs: [{ key: "nope", value: "" }] }, "VALIDATION_ERROR"],
    ["a picture that is too large", { pairs: [{ key: "scale", value: "40" }] }, "VALIDATION_ERROR"],
    ["a format that the plan lacks", { pairs: [{ key: "format", value: "avif" }] }, "FORBIDDEN"],
  ])("of %s is refused, and leaves nothing behind", async (what, image, code) => {
    const stage = createStage({ plan: "free" });
    if (what === "a deleted template")
      await stage.templates.remove(WORKSPACE, TEMPLATE, { nowMs: START_MS, forgetAtMs: START_MS });
    expect((await faultOf(stage.view({ image: { ...VIEW.image, ...image } }))).code).toBe(code);
    expect([stage.generations(), stage.claim(), stage.spent()]).toEqual([[], undefined, 0]);
  });

  test("that the queue refuses is undone and told to wait; the next one bills once", async () => {
    const stage = createStage();
    stage.stage.queue = "refuses";
    expect(await stage.view()).toEqual({ kind: "pending" });
    expect([stage.generations(), stage.spent()]).toEqual([[], 0]);
    stage.stage.queue = "takes";
    expect(await stage.view()).toMatchObject({ kind: "open" });
    expect([stage.generations().length, stage.spent()]).toEqual([1, 1]);
  });

  test("whose message may be lost keeps its job, for the sweeper to send", async () => {
    const stage = createStage();
    stage.stage.queue = "loses";
    expect(await stage.view()).toEqual({ kind: "pending" });
    expect(lastJob(stage)).toMatchObject({ status: "queued", sweepAtMs: START_MS + 60_000 });
    expect(stage.spent()).toBe(1);
  });
});

describe("a picture whose file is gone", () => {
  test("is made again without a credit, once for all who ask", async () => {
    const stage = createStage();
    await stage.view();
    stage.stored.clear();
    const views = await Promise.all(Array.from({ length: 10 }, () => stage.view()));
    expect(views.every(({ kind }) => kind === "open")).toBe(true);
    expect([stage.generations().length, stage.spent()]).toEqual([2, 1]);
    expect(lastJob(stage).charge).toBeUndefined();
    expect(stage.claim()).toMatchObject({ generation: 2, charged: false, failures: 0 });
  });

  test("stays paid for when making it again fails, or is refused by the queue", async () => {
    const stage = createStage();
    await stage.view();
    stage.stored.clear();
    stage.stage.queue = "refuses";
    await stage.view();
    stage.stage.queue = "takes";
    stage.stage.mood = "fails for good";
    expect((await faultOf(stage.view())).code).toBe("VALIDATION_ERROR");
    stage.clock.nowMs += MINUTE_MS;
    stage.stage.mood = "draws";
    expect(await stage.view()).toMatchObject({ kind: "open" });
    expect(stage.spent()).toBe(1);
  });
});

describe("a picture that can't be made", () => {
  test("is refunded, and told with its reason and the time until the next try", async () => {
    const stage = createStage({ mood: "fails for good" });
    const fault = await faultOf(stage.view());
    expect([fault.code, fault.message]).toEqual(["VALIDATION_ERROR", "The layer photo has no image."]);
    expect(fault.details).toEqual({ retryAfterSeconds: 60 });
    expect(stage.spent()).toBe(0);
    stage.clock.nowMs += 30_000;
    expect((await faultOf(stage.view())).details).toEqual({ retryAfterSeconds: 30 });
    expect(stage.generations()).toHaveLength(1);
  });

  test("is tried again after 1 min, 5 min, 30 min, 6 h and 6 h, each time as a new job and debit", async () => {
    const stage = createStage({ mood: "fails for good" });
    for (const waitMs of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS, 6 * HOUR_MS]) {
      const tried = stage.generations().length;
      await faultOf(stage.view());
      expect(stage.generations()).toHaveLength(tried + 1);
      const { finishedAtMs = 0 } = lastJob(stage);
      stage.clock.nowMs = finishedAtMs + waitMs - 1;
      await faultOf(stage.view());
      expect(stage.generations()).toHaveLength(tried + 1);
      stage.clock.nowMs += 1;
    }
    stage.stage.mood = "draws";
    expect(await stage.view()).toMatchObject({ kind: "open" });
    expect([stage.generations().length, stage.spent()]).toEqual([6, 1]);
    expect(new Set(stage.generations().map(({ id }) => id)).size).toBe(6);
    // What went well ends the count.
    stage.stored.clear();
    stage.stage.mood = "fails for good";
    expect((await faultOf(stage.view())).details).toEqual({ retryAfterSeconds: 60 });
  });

  test("is claimed anew by one of all who come after the cool-down", async () => {
    const stage = createStage({ mood: "fails for good" });
    await faultOf(stage.view());
    stage.clock.nowMs += MINUTE_MS;
    stage.stage.mood = "draws";
    await Promise.all(Array.from({ length: 20 }, () => stage.view()));
    expect([stage.generations().length, stage.spent()]).toEqual([2, 1]);
  });

  test("for want of a remote image is never published with a placeholder: at once if the reason lasts", async () => {
    const stage = createStage({ mood: "has no image for good" });
    const fault = await faultOf(stage.view());
    expect(fault.message).toBe("The image of photo is not there.");
    expect([lastJob(stage).attempts, stage.stored.size, stage.spent()]).toEqual([1, 0, 0]);
  });

  test("for want of a remote image is tried three times if the reason may pass", async () => {
    const stage = createStage({ mood: "has no image for now" });
    expect(await stage.view()).toEqual({ kind: "pending" });
    const fault = await faultOf(stage.view());
    expect(fault.message).toBe("The image of photo is not there.");
    expect([lastJob(stage).attempts, stage.stored.size, stage.spent()]).toEqual([3, 0, 0]);
    expect(stage.generations().every(isTerminal)).toBe(true);
  });
});

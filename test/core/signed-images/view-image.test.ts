import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { MAX_FREE_RENDERS_PER_DAY } from "../../../core/contract/limits.js";
import { isTerminal, type Job } from "../../../core/renders/job.js";
import { sweepJobs } from "../../../core/renders/sweep-jobs.js";
import { START_MS, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";
import { createViewFixture, INVOCATION_MS, KEY, VIEW, type ViewFixture } from "./view-fixture.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function errorOf(view: Promise<unknown>): Promise<ServiceError> {
  const thrown = await view.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof ServiceError) return thrown;
  throw new Error(`Expected a ServiceError, got ${String(thrown)}.`);
}

const lastJob = ({ generations }: ViewFixture): Job => {
  const job = generations().at(-1);
  if (job === undefined) throw new Error("There is no job.");
  return job;
};

/** Gives the template a document whose estimate is high. */
function makeExpensive({ templates }: ViewFixture): void {
  const layer = { type: "ellipse", width: 1200, height: 1200, shadow_blur: 40, shadow_color: "#000" };
  const layers = Array.from({ length: 12 }, (_, index) => ({ ...layer, id: `e${index}`, background_color: "#f00" }));
  const title = { id: "t", type: "text", name: "title", text: "" };
  const document = JSON.stringify({ width: 1200, height: 1200, layers: [...layers, title] });
  templates.versions.splice(0, 1, templateVersion({ document }));
}

describe("a first view", () => {
  test("a first view creates one job with the storage key, takes one credit, and returns the picture", async () => {
    const fixture = createViewFixture();
    expect(await fixture.view()).toMatchObject({ kind: "open", status: 200 });
    expect(fixture.generations()).toEqual([
      expect.objectContaining({
        workspaceId: WORKSPACE,
        status: "done",
        priority: 7,
        storedAs: KEY,
        debit: { date: "2026-11-01", credits: 1 },
        inputs: { layers: { title: { text: "Hello" } }, variables: {} },
      }),
    ]);
    // The view renders the picture itself.
    expect([fixture.sent, lastJob(fixture).attempts]).toEqual([[], 1]);
    expect([...fixture.stored.keys()]).toEqual([KEY]);
    expect(fixture.spent()).toBe(1);
  });

  test("40 concurrent first views create one job and take one credit", async () => {
    const fixture = createViewFixture();
    const views = await Promise.all(Array.from({ length: 40 }, () => fixture.view()));
    expect(new Set(views.map(({ kind }) => kind))).toEqual(new Set(["open"]));
    expect([fixture.generations().length, fixture.spent(), fixture.sent.length]).toEqual([1, 1, 0]);
  });

  test.each(["the first view", "a later view"])(
    "%s waits exactly five seconds for a render that does not end, and a later view polls at growing intervals",
    async (which) => {
      const fixture = createViewFixture({ renderer: "never responds" });
      if (which === "a later view") await fixture.view();
      const startedMs = fixture.clock.nowMs;
      expect(await fixture.view()).toEqual({ kind: "pending" });
      expect(fixture.clock.nowMs - startedMs).toBe(5_000);
      const { pauses } = fixture.behavior;
      expect(pauses[0]).toBe(which === "the first view" ? undefined : 25);
      expect(Math.max(0, ...pauses)).toBe(which === "the first view" ? 0 : 200);
      expect(pauses.length).toBeLessThan(40);
    },
  );

  test("a view returns a picture that is ready at the end of the waiting time", async () => {
    const fixture = createViewFixture();
    fixture.behavior.renderMs = 5_000;
    expect(await fixture.view()).toMatchObject({ kind: "open" });
  });

  test("a render that outlives its view continues after the response, and a later view shows its picture", async () => {
    const fixture = createViewFixture();
    fixture.behavior.renderMs = 8_000;
    expect(await fixture.view()).toEqual({ kind: "pending" });
    await fixture.afterResponses();
    expect(await fixture.view()).toMatchObject({ kind: "open" });
    expect([fixture.generations().length, fixture.spent(), fixture.sent]).toEqual([1, 1, []]);
  });

  test("if the function of a first view dies, the queue delivers its job again, and a later view shows the picture", async () => {
    const fixture = createViewFixture({ renderer: "never responds" });
    await fixture.view();
    fixture.behavior.renderer = "renders";
    fixture.clock.nowMs = START_MS + INVOCATION_MS + 30_000;
    expect(await sweepJobs(fixture)).toBe(1);
    await fixture.deliver();
    expect(await fixture.view()).toMatchObject({ kind: "open" });
    expect([fixture.generations().length, fixture.spent(), lastJob(fixture).attempts]).toEqual([1, 1, 2]);
  });

  test("the first view pins an unversioned URL to the highest version, for all generations", async () => {
    const fixture = createViewFixture();
    await fixture.view();
    const [head] = fixture.templates.heads.values();
    if (head === undefined) throw new Error("There is no template.");
    await fixture.templates.update({ ...head, highestVersion: 2, revision: 2 }, 1, templateVersion({ version: 2 }));
    fixture.stored.clear();
    await fixture.view();
    expect(fixture.generations().map(({ templateVersion: version }) => version)).toEqual([1, 1]);
    await fixture.view({ key: "img/cd/other.png" });
    expect(lastJob(fixture).templateVersion).toBe(2);
  });

  test("a first view returns PAYMENT_REQUIRED and writes nothing if the owner has no credits", async () => {
    const fixture = createViewFixture({ plan: "free" });
    fixture.jobs.balances.months.set(`${WORKSPACE} 2026-11`, { granted: 100, spent: 100, remaining: 0, days: [] });
    expect((await errorOf(fixture.view())).code).toBe("PAYMENT_REQUIRED");
    expect([fixture.generations(), fixture.claim()]).toEqual([[], undefined]);
  });

  test.each([
    ["a deleted template", {}, "NOT_FOUND"],
    ["an unknown version", { pairs: [{ key: "version", value: "7" }] }, "NOT_FOUND"],
    ["an unknown layer", { pairs: [{ key: "nope", value: "" }] }, "VALIDATION_ERROR"],
    ["a picture that is too large", { pairs: [{ key: "scale", value: "40" }] }, "VALIDATION_ERROR"],
    ["a format that the plan does not include", { pairs: [{ key: "format", value: "avif" }] }, "FORBIDDEN"],
  ])("a first view of %s is refused and writes nothing", async (what, image, code) => {
    const fixture = createViewFixture({ plan: "free" });
    if (what === "a deleted template")
      await fixture.templates.remove(WORKSPACE, TEMPLATE, { nowMs: START_MS, forgetAtMs: START_MS });
    expect((await errorOf(fixture.view({ image: { ...VIEW.image, ...image } }))).code).toBe(code);
    expect([fixture.generations(), fixture.claim(), fixture.spent()]).toEqual([[], undefined, 0]);
  });

  test("an expensive first view waits in the heavy queue", async () => {
    const fixture = createViewFixture();
    makeExpensive(fixture);
    fixture.behavior.renderMs = 20_000;
    expect(await fixture.view()).toEqual({ kind: "pending" });
    expect(fixture.sent.map(({ queue }) => queue)).toEqual(["heavy"]);
  });

  test("if the queue refuses an expensive picture, the view returns pending, and the next view takes one credit", async () => {
    const fixture = createViewFixture();
    makeExpensive(fixture);
    fixture.behavior.queue = "refuses";
    expect(await fixture.view()).toEqual({ kind: "pending" });
    expect([fixture.generations(), fixture.spent()]).toEqual([[], 0]);
    fixture.behavior.queue = "accepts";
    expect(await fixture.view()).toMatchObject({ kind: "open" });
    expect([fixture.generations().length, fixture.spent()]).toEqual([1, 1]);
  });

  test("if the queue's response about an expensive picture is lost, the job stays in the sweeper's index", async () => {
    const fixture = createViewFixture();
    makeExpensive(fixture);
    fixture.behavior.queue = "loses";
    expect(await fixture.view()).toEqual({ kind: "pending" });
    expect(lastJob(fixture)).toMatchObject({ status: "queued", sweepAtMs: START_MS + 60_000 });
    expect(fixture.spent()).toBe(1);
  });
});

describe("a view that waited for a function", () => {
  test("a view waits for the picture only until five seconds after it reached the service", async () => {
    const fixture = createViewFixture();
    fixture.behavior.renderMs = 60_000;
    const arrivedAtMs = fixture.clock.nowMs - 3_500;
    expect(await fixture.view({ arrivedAtMs })).toEqual({ kind: "pending" });
    expect(fixture.clock.nowMs).toBe(arrivedAtMs + 5_000);
    expect(fixture.spent()).toBe(1);
  });

  test("a view that has waited for five seconds ends at once, and neither claims the picture nor takes a credit", async () => {
    const fixture = createViewFixture();
    expect(await fixture.view({ arrivedAtMs: fixture.clock.nowMs - 5_000 })).toEqual({ kind: "pending" });
    expect([fixture.claim(), fixture.spent(), fixture.clock.nowMs]).toEqual([undefined, 0, START_MS]);
    expect(await fixture.view()).toMatchObject({ kind: "open" });
  });
});

describe("a picture whose file was deleted", () => {
  test("a workspace whose free renders of the day are used up gets 429 for a deleted picture, until the next day", async () => {
    const fixture = createViewFixture();
    await fixture.view();
    fixture.stored.clear();
    fixture.behavior.limits.counts.set(`free-renders#${WORKSPACE}#2026-11-01`, MAX_FREE_RENDERS_PER_DAY);
    expect(await errorOf(fixture.view())).toMatchObject({
      code: "RATE_LIMITED",
      details: { freeRendersPerDay: 5_000 },
    });
    expect(fixture.generations()).toHaveLength(1);
    fixture.clock.nowMs += 24 * 60 * 60 * 1000;
    expect((await fixture.view()).kind).toBe("open");
  });

  test("a deleted picture is rendered again once and without a credit", async () => {
    const fixture = createViewFixture();
    await fixture.view();
    fixture.stored.clear();
    const views = await Promise.all(Array.from({ length: 10 }, () => fixture.view()));
    expect(views.every(({ kind }) => kind === "open")).toBe(true);
    expect([fixture.generations().length, fixture.spent()]).toEqual([2, 1]);
    expect(lastJob(fixture).debit).toBeUndefined();
    expect(fixture.claim()).toMatchObject({ generation: 2, debited: false, failures: 0 });
  });

  test("a deleted picture stays free if rendering it again fails", async () => {
    const fixture = createViewFixture();
    await fixture.view();
    fixture.stored.clear();
    fixture.behavior.renderer = "fails permanently";
    expect((await errorOf(fixture.view())).code).toBe("VALIDATION_ERROR");
    fixture.clock.nowMs += MINUTE_MS;
    fixture.behavior.renderer = "renders";
    expect(await fixture.view()).toMatchObject({ kind: "open" });
    expect(fixture.spent()).toBe(1);
  });
});

describe("a failed first view", () => {
  test("a failed first view is refunded and returns its reason and the time until the next attempt", async () => {
    const fixture = createViewFixture({ renderer: "fails permanently" });
    const error = await errorOf(fixture.view());
    expect([error.code, error.message]).toEqual(["VALIDATION_ERROR", "The layer photo has no image."]);
    expect(error.details).toEqual({ retryAfterSeconds: 60 });
    expect(fixture.spent()).toBe(0);
    fixture.clock.nowMs += 30_000;
    expect((await errorOf(fixture.view())).details).toEqual({ retryAfterSeconds: 30 });
    expect(fixture.generations()).toHaveLength(1);
  });

  test("a failed picture is claimed again after 1 min, 5 min, 30 min, 6 h, and 6 h, with a new job and debit", async () => {
    const fixture = createViewFixture({ renderer: "fails permanently" });
    for (const waitMs of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS, 6 * HOUR_MS]) {
      const before = fixture.generations().length;
      await errorOf(fixture.view());
      expect(fixture.generations()).toHaveLength(before + 1);
      const { finishedAtMs = 0 } = lastJob(fixture);
      fixture.clock.nowMs = finishedAtMs + waitMs - 1;
      await errorOf(fixture.view());
      expect(fixture.generations()).toHaveLength(before + 1);
      fixture.clock.nowMs += 1;
    }
    fixture.behavior.renderer = "renders";
    expect(await fixture.view()).toMatchObject({ kind: "open" });
    expect([fixture.generations().length, fixture.spent()]).toEqual([6, 1]);
    expect(new Set(fixture.generations().map(({ id }) => id)).size).toBe(6);
    // A success resets the number of failures.
    fixture.stored.clear();
    fixture.behavior.renderer = "fails permanently";
    expect((await errorOf(fixture.view())).details).toEqual({ retryAfterSeconds: 60 });
  });

  test("20 concurrent views after the cool-down claim one new generation", async () => {
    const fixture = createViewFixture({ renderer: "fails permanently" });
    await errorOf(fixture.view());
    fixture.clock.nowMs += MINUTE_MS;
    fixture.behavior.renderer = "renders";
    await Promise.all(Array.from({ length: 20 }, () => fixture.view()));
    expect([fixture.generations().length, fixture.spent()]).toEqual([2, 1]);
  });

  test("a view fails in the first attempt if a remote image is permanently missing, and stores no placeholder", async () => {
    const fixture = createViewFixture({ renderer: "lacks an image permanently" });
    const error = await errorOf(fixture.view());
    expect(error.message).toBe(
      "The image of photo is not there. Set fallback_image_url or fallback_color on the layer to show something else.",
    );
    expect([lastJob(fixture).attempts, fixture.stored.size, fixture.spent()]).toEqual([1, 0, 0]);
  });

  test("a view shows the author's own fallback for an image that is permanently missing, with a warning", async () => {
    const fixture = createViewFixture({ renderer: "shows a fallback permanently" });
    expect(await fixture.view()).toMatchObject({ kind: "open" });
    expect(lastJob(fixture).warnings).toEqual([
      { code: "IMAGE_UNAVAILABLE", layer: "photo", message: "The image of photo was replaced." },
    ]);
    expect([fixture.stored.size, fixture.spent()]).toEqual([1, 1]);
  });

  test.each(["lacks an image temporarily", "shows a fallback for a moment"] as const)(
    "a view fails after three attempts if the renderer %s",
    async (renderer) => {
      const fixture = createViewFixture({ renderer });
      expect(await fixture.view()).toEqual({ kind: "pending" });
      const error = await errorOf(fixture.view());
      expect(error.message).toBe("The image of photo is not there.");
      expect([lastJob(fixture).attempts, fixture.stored.size, fixture.spent()]).toEqual([3, 0, 0]);
      expect(fixture.generations().every(isTerminal)).toBe(true);
    },
  );
});

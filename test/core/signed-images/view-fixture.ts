/** A signed image and everything that a view of it needs, in memory, with a renderer that the test controls. */
import { ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { QueueRefusedError } from "../../../core/renders/ports.js";
import { createInlineRenderer } from "../../../core/renders/render-inline.js";
import { renderJob } from "../../../core/renders/render-job.js";
import { createWaitForEnd } from "../../../core/renders/wait-for-end.js";
import { createDailyQuotas } from "../../../core/access/daily-quotas.js";
import { createLoadImageSource } from "../../../core/signed-images/load-image-source.js";
import { type ImageView, type ViewedImage, viewImage } from "../../../core/signed-images/view-image.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createRenderFixture, START_MS, TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";

/** The longest time that the invocation of a view can run. */
export const INVOCATION_MS = 60_000;
export const KEY = "img/ab/abcdef.png";
export const VIEW: Omit<ImageView, "arrivedAtMs"> = {
  image: { templateId: TEMPLATE, pairs: [{ key: "title", value: "Hello" }] },
  key: KEY,
  requestId: "request-1",
  baseUrl: "https://images.example.com",
  conditions: { headOnly: false },
};

/** The renderer's behavior for a job. */
type RendererBehavior =
  | "renders"
  | "fails permanently"
  | "never responds"
  | "lacks an image temporarily"
  | "lacks an image permanently"
  | "shows a fallback for a moment"
  | "shows a fallback permanently";

export function createViewFixture({
  plan = "team",
  renderer = "renders",
}: { plan?: string; renderer?: RendererBehavior } = {}) {
  const base = createRenderFixture();
  const behavior = {
    renderer,
    /** The duration of an inline render, and the time until the renderer has rendered a message of the queue. */
    renderMs: 100,
    queue: "accepts" as "accepts" | "refuses" | "loses",
    pauses: [] as number[],
    limits: createInMemoryLimits(),
    /** Runs before a job ends. */
    beforeEnd: (): Promise<void> => Promise.resolve(),
  };
  const warning = (retryable: boolean, hasOwnFallback: boolean) =>
    ({
      code: "IMAGE_UNAVAILABLE",
      layer: "photo",
      message: "The image of photo was replaced.",
      retryable,
      missingImage: { reason: "The image of photo is not there.", hasOwnFallback },
    }) as const;
  const warningsOf: Partial<Record<RendererBehavior, ReturnType<typeof warning>>> = {
    "lacks an image temporarily": warning(true, false),
    "lacks an image permanently": warning(false, false),
    "shows a fallback for a moment": warning(true, true),
    "shows a fallback permanently": warning(false, true),
  };
  /** The time at which the message in the queue is delivered. */
  let dueMs: number | undefined;

  const rendererDependencies = {
    ...base,
    jobs: {
      ...base.jobs,
      end: async (...args: Parameters<typeof base.jobs.end>) => {
        await behavior.beforeEnd();
        return await base.jobs.end(...args);
      },
    },
    render: async () => {
      if (behavior.renderer === "never responds") await new Promise(() => undefined);
      if (behavior.renderer === "fails permanently")
        throw new ServiceError("VALIDATION_ERROR", "The layer photo has no image.");
      const missing = warningsOf[behavior.renderer];
      const warnings = missing === undefined ? [] : [missing];
      return { bytes: new Uint8Array([1, 2, 3]), height: 1, warnings };
    },
  };
  async function deliver(): Promise<void> {
    if (dueMs === undefined || base.clock.nowMs < dueMs || behavior.renderer === "never responds") return;
    const message = base.sent.at(-1)?.message;
    dueMs = undefined;
    if (message === undefined) return;
    const outcome = await renderJob(rendererDependencies, message, { remainingMs: 60_000 });
    if (outcome.kind === "retry") dueMs = base.clock.nowMs + outcome.afterSeconds * 1000;
  }

  const working: Promise<void>[] = [];
  const queue = {
    send: async (...args: Parameters<typeof base.queue.send>) => {
      if (behavior.queue === "refuses") throw new QueueRefusedError("gone");
      if (behavior.queue === "loses") throw new Error("socket hang up");
      const [, , , delaySeconds = 0] = args;
      dueMs = base.clock.nowMs + 1000 * delaySeconds + behavior.renderMs;
      await base.queue.send(...args);
    },
  };
  const inlineDependencies = { ...rendererDependencies, queue };
  const dependencies = {
    ...base,
    queue,
    inline: createInlineRenderer(inlineDependencies, {
      remainingMs: () => INVOCATION_MS,
      goOnUntil: (work) => void working.push(work),
    }),
    settledWithin: async <T>(promise: Promise<T>, ms: number): Promise<T | undefined> => {
      const tookMs = behavior.renderer === "never responds" ? Infinity : behavior.renderMs;
      base.clock.nowMs += Math.min(ms, tookMs);
      return tookMs > ms ? undefined : await promise;
    },
    claims: base.jobs.claims,
    takeOfDay: createDailyQuotas(behavior.limits, () => base.clock.nowMs),
    loadSource: createLoadImageSource({
      templates: base.templates,
      workspaces: {
        find: async (id: string) =>
          id === WORKSPACE ? { id, name: "W", plan, createdAtMs: START_MS, keys: [], revision: 1 } : undefined,
      },
      plans: DEFAULT_PLANS,
    }),
    assets: {
      open: async (key: string): Promise<Exclude<ViewedImage, { kind: "pending" }> | { kind: "missing" }> =>
        base.stored.has(key) ? { kind: "open", status: 200, headers: {}, body: undefined } : { kind: "missing" },
    },
    waitForEnd: createWaitForEnd({
      jobs: base.jobs,
      now: base.now,
      pause: async (ms: number) => {
        behavior.pauses.push(ms);
        base.clock.nowMs += ms;
        await deliver();
      },
    }),
  };
  return {
    ...base,
    queue,
    behavior,
    deliver,
    dependencies,
    inlineDependencies,
    /** Resolves when the work that continues after the responses has ended. */
    afterResponses: () => Promise.all(working),
    view: (change: Partial<ImageView> = {}) =>
      viewImage(dependencies, { ...VIEW, arrivedAtMs: base.clock.nowMs, ...change }),
    generations: () => [...base.jobs.items.values()],
    claim: () => base.jobs.claims.items.get(KEY),
    spent: () => base.jobs.balances.months.get(`${WORKSPACE} 2026-11`)?.spent ?? 0,
  };
}

export type ViewFixture = ReturnType<typeof createViewFixture>;

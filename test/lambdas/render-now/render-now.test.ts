/** Tests POST /render?wait=N with stores in memory, and with a clock and a renderer that the test controls. */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { createSlots } from "../../../core/access/slots.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { createWaitForEnd } from "../../../core/renders/wait-for-end.js";
import { renderJob } from "../../../core/renders/render-job.js";
import { renderNowRoute } from "../../../lambdas/render-now/routes/render-now.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createRenderFixture, START_MS, TEMPLATE, templateVersion } from "../../support/render-fixture.js";
import { caller, method, setUp } from "../shared/http-app-fixture.js";

const REMAINING_MS = 150_000;
const LONGEST_LEASE_MS = 60_000;
const CONCURRENT_WAITS = 2;
/** A document with a high estimate. */
const EXPENSIVE = {
  width: 1200,
  height: 1200,
  layers: Array.from({ length: 12 }, (_, index) => ({
    ...{ id: `e${index}`, type: "ellipse", width: 1200, height: 1200, background_color: "#f00" },
    ...{ shadow_blur: 40, shadow_color: "#000" },
  })),
};

/** A workspace with two slots, and its render-now function. */
function createFunction() {
  const fixture = createRenderFixture();
  const world = {
    /** Runs instead of a pause between two polls. */
    whilePausing: async (): Promise<void> => undefined,
    /** Runs instead of the drawing. */
    whileRendering: async (): Promise<void> => undefined,
    /** Whether the key of the caller is revoked. */
    isRevoked: false,
  };
  const render = async () => {
    await world.whileRendering();
    return { bytes: new Uint8Array([1, 2]), height: 200, warnings: [] };
  };
  const createRender = renderNowRoute({
    keyRing: { current: "k1", keys: { k1: "k".repeat(64) } },
    create: fixture,
    records: fixture.jobs.records,
    inline: { ...fixture, render, longestLeaseMs: LONGEST_LEASE_MS },
    settledWithin: async (promise) => await promise,
    waitForEnd: createWaitForEnd({
      jobs: fixture.jobs,
      now: fixture.now,
      pause: async (ms) => {
        fixture.clock.nowMs += ms;
        await world.whilePausing();
      },
    }),
    takeWaitSlot: createSlots({
      store: createInMemoryLimits(),
      name: "waits",
      now: fixture.now,
      newToken: fixture.newToken,
    }),
    originTimeoutSeconds: 120,
    now: fixture.now,
  });
  const { call } = setUp({
    routes: { createRender },
    remainingMs: REMAINING_MS,
    authenticate: async () => {
      if (world.isRevoked) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
      return { ...caller, scopes: ["render"], plan: { ...caller.plan, concurrentWaits: CONCURRENT_WAITS } };
    },
  });
  const send = (rawQueryString = "wait=30", headers: Record<string, string> = {}, fields: object = {}) =>
    call(
      {
        ...method("POST"),
        rawPath: "/api/v1/render",
        rawQueryString,
        body: JSON.stringify({ template: TEMPLATE, ...fields }),
      },
      { "content-type": "application/json", ...headers },
    );
  /** Lets the renderer process the newest message of the queue. */
  const deliver = async () => {
    const message = fixture.sent.at(-1)?.message;
    if (message !== undefined) await renderJob({ ...fixture, render }, message, { remainingMs: 60_000 });
  };
  return { ...fixture, world, send, deliver, job: () => [...fixture.jobs.items.values()].at(-1) };
}

let now: ReturnType<typeof createFunction>;
beforeEach(() => {
  now = createFunction();
});

describe("POST /render?wait", () => {
  test("the job is rendered in the invocation, with a lease that ends before the invocation does", async () => {
    let lease: number | undefined;
    now.world.whileRendering = async () => void (lease = now.job()?.leaseUntilMs);
    const { statusCode, json } = await now.send();
    expect([statusCode, json.status, json.attempts]).toEqual([200, "done", 1]);
    expect(lease).toBe(START_MS + LONGEST_LEASE_MS);
    expect([now.sent, now.published.length, now.stored.size]).toEqual([[], 1, 1]);
  });

  test("an expensive render goes to the queue `heavy`, and the request learns of its end by polling", async () => {
    now.templates.versions.splice(0, 1, templateVersion({ document: JSON.stringify(EXPENSIVE) }));
    let pauses = 0;
    now.world.whilePausing = async () => {
      pauses += 1;
      if (pauses === 3) await now.deliver();
    };
    const { statusCode, json } = await now.send();
    expect([statusCode, json.status]).toEqual([200, "done"]);
    expect(now.sent.map(({ queue }) => queue)).toEqual(["heavy"]);
    expect(pauses).toBe(3);
  });

  test("an expensive render that does not end in time returns 202 with retryAfterMs after exactly the wait", async () => {
    now.templates.versions.splice(0, 1, templateVersion({ document: JSON.stringify(EXPENSIVE) }));
    const { statusCode, json, headers } = await now.send("wait=7");
    expect([statusCode, json.status, json.retryAfterMs]).toEqual([202, "queued", 250]);
    expect(headers.location).toBe(`/api/v1/renders/${String(json.id)}`);
    expect(now.clock.nowMs).toBe(START_MS + 7_000);
  });

  test("a wait of 120 s ends after 115 s, before the timeout of the origin", async () => {
    now.templates.versions.splice(0, 1, templateVersion({ document: JSON.stringify(EXPENSIVE) }));
    expect((await now.send("wait=120")).statusCode).toBe(202);
    expect(now.clock.nowMs).toBe(START_MS + 115_000);
  });

  test("a render with a transient error goes to its queue, and the request waits for the renderer", async () => {
    now.world.whileRendering = async () => Promise.reject(new Error("out of memory"));
    now.world.whilePausing = async () => {
      now.world.whileRendering = async () => undefined;
      await now.deliver();
    };
    const { statusCode, json } = await now.send();
    expect([statusCode, json.status, json.attempts]).toEqual([200, "done", 2]);
    expect(now.sent.map(({ queue }) => queue)).toEqual(["standard"]);
  });

  test("a request beyond the slots of the plan returns 429 with Retry-After and creates nothing", async () => {
    let refused: Awaited<ReturnType<typeof now.send>> | undefined;
    now.world.whileRendering = async () => {
      now.world.whileRendering = async () => void (refused = await now.send());
      await now.send();
    };
    expect((await now.send()).statusCode).toBe(200);
    expect([refused?.statusCode, refused?.json.code, refused?.headers["retry-after"]]).toEqual([
      429,
      "RATE_LIMITED",
      "1",
    ]);
    expect(now.jobs.items.size).toBe(CONCURRENT_WAITS);
    // The slots are free again.
    expect((await now.send()).statusCode).toBe(200);
  });

  test("a repeated request with the same Idempotency-Key waits for the end of the first request's job", async () => {
    const headers = { "idempotency-key": "a" };
    let second: ReturnType<typeof now.send> | undefined;
    now.world.whileRendering = async () => {
      second = now.send("wait=30", headers);
      // The second request polls while the first one renders.
      await new Promise<void>((resolve) => (now.world.whilePausing = async () => resolve()));
    };
    const first = await now.send("wait=30", headers);
    const repeated = await second;
    expect([first.statusCode, repeated?.statusCode]).toEqual([200, 200]);
    expect(repeated?.json).toEqual(first.json);
    expect([first.headers["idempotency-replayed"], repeated?.headers["idempotency-replayed"]]).toEqual([
      undefined,
      "true",
    ]);
    expect([now.jobs.items.size, now.stored.size]).toEqual([1, 1]);
  });

  test("the same Idempotency-Key with another body returns 422 and creates nothing", async () => {
    const headers = { "idempotency-key": "a" };
    await now.send("wait=30", headers);
    const other = await now.send("wait=30", headers, { scale: 0.5 });
    expect([other.statusCode, other.json.code, now.jobs.items.size]).toEqual([422, "VALIDATION_ERROR", 1]);
  });

  test("a wait ends with 401 when the key of its caller is revoked, and its render continues", async () => {
    now.templates.versions.splice(0, 1, templateVersion({ document: JSON.stringify(EXPENSIVE) }));
    now.world.whilePausing = async () => void (now.world.isRevoked = true);
    const { statusCode, json } = await now.send();
    expect([statusCode, json.code]).toEqual([401, "UNAUTHORIZED"]);
    await now.deliver();
    expect(now.job()).toMatchObject({ status: "done" });
  });

  test.each([
    ["", {}],
    ["wait=5", { dryRun: true }],
    ["wait=0", {}],
  ])("a request with the query %j and the fields %j returns 400", async (query, fields) => {
    const { statusCode, json } = await now.send(query, {}, fields);
    expect([statusCode, json.code, now.jobs.items.size]).toEqual([400, "BAD_REQUEST", 0]);
  });
});

/** The long waits at their full length, on the local stack: `npm run test:slow`. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { jobBodySchema } from "../../core/contract/job-body.js";
import { until } from "../end-to-end/service.js";
import { useService } from "../end-to-end/use-service.js";
import { measureWaiters, p95, StuckJobs, waitInVain } from "../end-to-end/waiting-support.js";

const { service, stack } = useService();
let stuck: StuckJobs;

beforeAll(async () => {
  stuck = await StuckJobs.prepare(service, stack);
});

describe("long waits", () => {
  test.each([1, 30, 60])("a wait of %d s responds with 202 within half a second of its timeout", async (seconds) => {
    const { response, lateMs } = await waitInVain(service, await stuck.create(), seconds);
    expect(response.status).toBe(202);
    expect(Math.abs(lateMs)).toBeLessThan(500);
  });

  test("POST /render?wait=120 for a job that never ends responds with 202 after 115 s, before the origin timeout", async () => {
    const send = (seconds: number) =>
      service.call(`/api/v1/render?wait=${seconds}`, {
        method: "POST",
        body: JSON.stringify({ template: service.template("Open Graph card"), scale: 0.1 }),
        headers: { "content-type": "application/json", "idempotency-key": "slow" },
      });
    const { id } = jobBodySchema.parse(await (await send(30)).json());
    await until("the end is published", async () =>
      (await stack.itemsWith("Jobs", { id }))[0]?.publishedAtMs === undefined ? undefined : true,
    );
    // A repetition waits for the job of the first request, which now never ends.
    await stack.copyItem("Jobs", { id }, { status: "queued" });
    const startMs = performance.now();
    const response = await send(120);
    expect(Math.abs(performance.now() - startMs - 115_000)).toBeLessThan(1_000);
    expect([response.status, response.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(jobBodySchema.parse(await response.json())).toMatchObject({ id, status: "queued", retryAfterMs: 250 });
  }, 150_000);

  test("100 waiters whose jobs end over 30 s learn of it within 300 ms (p95)", async () => {
    expect(p95(await measureWaiters({ service, stack, stuck }, 30_000))).toBeLessThanOrEqual(300);
  });

  test("an event stream ends after five minutes, after a comment every 15 s", async () => {
    const startMs = performance.now();
    const response = await service.call(`/api/v1/renders/${await stuck.create()}/events`);
    const text = await response.text();
    const seconds = (performance.now() - startMs) / 1000;
    expect(Math.abs(seconds - 300)).toBeLessThan(1);
    expect(text.match(/^:$/gm)?.length).toBeGreaterThanOrEqual(2 * 19);
    expect(text.match(/^id: /gm)).toHaveLength(1);
  }, 320_000);
});

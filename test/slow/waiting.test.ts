/** The long waits at their full length, on the local stack: `npm run test:slow`. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { useService } from "../end-to-end/use-service.js";
import { measureWaiters, p95, StuckJobs, waitInVain } from "../end-to-end/waiting-support.js";

const { service, stack } = useService();
let stuck: StuckJobs;

beforeAll(async () => {
  stuck = await StuckJobs.prepare(service, stack);
});

describe("long waits", () => {
  test.each([30, 60])("a wait of %d s responds with 202 within half a second of its timeout", async (seconds) => {
    const { response, lateMs } = await waitInVain(service, await stuck.create(), seconds);
    expect(response.status).toBe(202);
    expect(Math.abs(lateMs)).toBeLessThan(500);
  });

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

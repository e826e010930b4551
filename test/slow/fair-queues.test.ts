/** First views beside a long queue, by the clock: `npm run test:slow`. */
import { expect, test } from "@jest/globals";
import { QueuedJobs } from "../end-to-end/queued-jobs.js";
import { useService } from "../end-to-end/use-service.js";

const { service, stack } = useService();

const WARM_UP_VIEWS = 12;

async function mint(text: string): Promise<string> {
  const body = { template: service.template("Open Graph card"), layers: { title: { text } } };
  const signed = (await (await service.post("/api/v1/img/sign", body)).json()) as { url: string };
  return signed.url;
}

async function view(url: string): Promise<{ readonly status: number; readonly ms: number }> {
  const startMs = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - startMs };
}

test("with 500 queued bulk jobs, a first view takes less than a second", async () => {
  const queued = await QueuedJobs.prepare(service, stack);
  for (let index = 0; index < WARM_UP_VIEWS; index += 1) await view(await mint(`Warm ${index}`));
  const url = await mint("Measured");
  const requestId = await queued.add("Bulk", 500);
  const { status, ms } = await view(url);
  const finished = await queued.finishTimesOf(requestId);
  expect(status).toBe(200);
  expect(ms).toBeLessThan(1_000);
  // The queue was still long.
  expect(finished.length).toBeLessThan(450);
});

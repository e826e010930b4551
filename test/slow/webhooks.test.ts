/** Deliveries under the worst conditions, at full length: `npm run test:slow`. */
import { expect, test } from "@jest/globals";
import { useService } from "../end-to-end/use-service.js";
import { killBetweenSendingAndRecording } from "../support/webhook-crash.js";
import { runStorm } from "../support/webhook-storm.js";

const { service } = useService({ webhookRetrySeconds: "[1,1,1,1,1,1,1]" });
const MAX_MS = 20 * 60_000;

test(
  "a receiver that fails half of all requests, hangs, resets connections and restarts gets 500 events of 500 renders",
  async () => {
    const events = await runStorm(service, { jobs: 500, hangs: 1, restartsAt: [100, 400, 700], maxMs: MAX_MS });
    expect(events).toHaveLength(500);
    expect(events.filter((id) => !id.endsWith(".done"))).toEqual([]);
  },
  MAX_MS + 60_000,
);

// The queue delivers the message again when its visibility timeout of three minutes is over.
test("a delivery function that is killed between sending and recording delivers again, with the same event ID", async () => {
  const [first, ...others] = await killBetweenSendingAndRecording(service);
  expect(others.length).toBeGreaterThanOrEqual(1);
  for (const id of others) expect(id).toBe(first);
}, 360_000);

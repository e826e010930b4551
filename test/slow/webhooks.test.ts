/** Deliveries under the worst conditions, at full length: `npm run test:slow`. */
import { expect, test } from "@jest/globals";
import { useService } from "../end-to-end/use-service.js";
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

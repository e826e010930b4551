/** Many renders with a receiver that fails half of all requests, hangs, resets connections and restarts. */
import { setTimeout as pause } from "node:timers/promises";
import { recoveredSchema, webhookSecretBodySchema } from "../../core/contract/webhooks-api.js";
import { randomSource } from "../../packages/engine/test/oracle/random-source.js";
import type { Service } from "../end-to-end/service.js";
import { type Behavior, WebhookReceiver } from "./webhook-receiver.js";

export interface Storm {
  readonly jobs: number;
  /** The percentage of requests that get no response. Each such request costs 15 seconds. */
  readonly hangs: number;
  /** The receiver restarts at these deliveries. */
  readonly restartsAt: readonly number[];
  /** Ends a wait that cannot succeed. */
  readonly maxMs: number;
}

const FAILING_PERCENT = 50;
const RESET_PERCENT = 10;
/** Deliveries that have failed eight times are sent again at this interval, as their owner would do. */
const RECOVER_EVERY_MS = 2_000;

/** Resolves to the IDs of the events that the receiver verified and accepted, each once. */
export async function runStorm(service: Service, storm: Storm): Promise<readonly string[]> {
  const receiver = new WebhookReceiver();
  const random = randomSource(20_261_123);
  const startedAt = new Date().toISOString();
  receiver.behave = ({ count }): Behavior => {
    if (storm.restartsAt.includes(count)) void receiver.stop().then(() => receiver.start());
    const draw = random.between(0, 100);
    if (draw < storm.hangs) return "hang";
    if (draw < RESET_PERCENT) return "reset";
    return { status: draw < FAILING_PERCENT ? 503 : 204 };
  };
  await receiver.start();
  const secret = await service.call("/api/v1/webhooks/secret");
  receiver.secrets.push(webhookSecretBodySchema.parse(await secret.json()).secret);
  await createJobs(service, storm.jobs, receiver.url("/storm"));
  const accepted = () => new Set(receiver.acceptedAt("/storm").map(({ body }) => body.eventId));
  for (const endsAtMs = Date.now() + storm.maxMs; accepted().size < storm.jobs;) {
    if (Date.now() > endsAtMs) throw new Error(`Only ${accepted().size} of ${storm.jobs} events were accepted.`);
    await pause(RECOVER_EVERY_MS);
    const response = await service.post(`/api/v1/webhooks/recover?since=${startedAt}`, {});
    recoveredSchema.parse(await response.json());
  }
  await receiver.stop();
  if (receiver.refused.length > 0) throw new Error(`A signature was wrong: ${receiver.refused[0] ?? ""}`);
  return [...accepted()];
}

async function createJobs(service: Service, count: number, webhookUrl: string): Promise<void> {
  const request = { template: service.template("Open Graph card"), scale: 0.1, webhookUrl };
  for (let created = 0; created < count; created += 10) {
    const group = Array.from({ length: Math.min(10, count - created) }, () => service.createRender(request));
    await Promise.all(group);
  }
}

/** Deliveries under the worst conditions, at full length: `npm run test:slow`. */
import { expect, test } from "@jest/globals";
import { webhookSecretBodySchema } from "../../core/contract/webhooks-api.js";
import { createdWorkspaceSchema } from "../../core/contract/access-api.js";
import { QueuedJobs, SMALL } from "../end-to-end/queued-jobs.js";
import { until } from "../end-to-end/service.js";
import { useService } from "../end-to-end/use-service.js";
import { killBetweenSendingAndRecording } from "../support/webhook-crash.js";
import { WebhookReceiver } from "../support/webhook-receiver.js";
import { runStorm } from "../support/webhook-storm.js";

const { service, stack } = useService({ webhookRetrySeconds: "[1,1,1,1,1,1,1]" });
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

// The queue delivers the message again when its visibility timeout of six minutes is over.
test("a delivery function that is killed between sending and recording delivers again, with the same event ID", async () => {
  const [first, ...others] = await killBetweenSendingAndRecording(service);
  expect(others.length).toBeGreaterThanOrEqual(1);
  for (const id of others) expect(id).toBe(first);
}, 540_000);

/** The receiver responds just before its time is over, as long as the test runs. */
const SLOW_MS = 14_500;
const SLOW_EVENTS = 300;

test(
  "while a receiver takes 15 s for each of 300 events, every webhook of another workspace arrives within 30 s",
  async () => {
    const receiver = new WebhookReceiver();
    receiver.behave = ({ path }) => ({ status: 204, ...(path === "/slow" && { delayMs: SLOW_MS }) });
    await receiver.start();
    const made = await service.post("/api/v1/workspaces", { name: "Other", plan: "team" });
    const { key } = createdWorkspaceSchema.parse(await made.json());
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const asOther = async (path: string, body?: unknown) =>
      (await (
        await service.fetch(`/api/v1${path}`, {
          headers,
          ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
        })
      ).json()) as { readonly id: string };
    for (const secret of [
      await (await service.call("/api/v1/webhooks/secret")).json(),
      await asOther("/webhooks/secret"),
    ]) {
      receiver.secrets.push(webhookSecretBodySchema.parse(secret).secret);
    }
    const { id: template } = await asOther("/templates", { name: "Small", document: SMALL });

    const queued = await QueuedJobs.prepare(service, stack);
    const ids = await queued.putEnded(SLOW_EVENTS, receiver.url("/slow"));
    const { workspaceId } = service.connection;
    const timestamp = new Date().toISOString();
    const publish = (jobId: string) => ({
      ...{ eventId: `${jobId}.done`, type: "render.completed", jobId, workspaceId, status: "done" },
      ...{ timestamp, hasWebhook: true },
    });
    await stack.publish(ids.map(publish));
    await until("the slow receiver has its share", () => (receiver.mostOpen.get("/slow") ?? 0) >= 20 || undefined);

    const waits: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const { id } = await asOther("/render", { template, webhookUrl: receiver.url("/quick") });
      const delivered = await until(
        "the other workspace has its webhook",
        () => receiver.acceptedAt("/quick").find(({ body }) => body.data.id === id),
        60_000,
      );
      const finishedAt = Date.parse(String(delivered.body.data.finishedAt));
      waits.push(delivered.receivedAtMs - finishedAt);
    }
    process.stdout.write(
      `From the end of the render to the receiver, in ms: ${waits.sort((a, b) => a - b).join(", ")}\n`,
    );
    expect(Math.max(...waits)).toBeLessThan(30_000);
    // The slow receiver was busy all the time, with a quarter of the deliveries.
    expect(receiver.acceptedAt("/slow").length).toBeLessThan(SLOW_EVENTS);
    expect(receiver.mostOpen.get("/slow")).toBe(25);

    receiver.behave = () => ({ status: 204 });
    const slowEvents = () => new Set(receiver.acceptedAt("/slow").map(({ body }) => body.eventId));
    await until("nothing is lost", () => slowEvents().size === SLOW_EVENTS || undefined, MAX_MS);
    await receiver.stop();
  },
  MAX_MS + 120_000,
);

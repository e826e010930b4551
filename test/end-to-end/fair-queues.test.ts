/** The order in which jobs and deliveries of several workspaces start, and first views beside a long queue. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { JobBody } from "../../core/contract/job-body.js";
import { webhookSecretBodySchema } from "../../core/contract/webhooks-api.js";
import { WebhookReceiver } from "../support/webhook-receiver.js";
import { QueuedJobs, SMALL } from "./queued-jobs.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();

type Item = Readonly<Record<string, unknown>>;

let otherKey = "";
let otherTemplate = "";
let queued: QueuedJobs;

const json = async (response: Promise<Response>) => (await (await response).json()) as Item;
const asOther = (path: string, body?: unknown) =>
  service.fetch(path, {
    headers: { authorization: `Bearer ${otherKey}`, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });

async function renderAsOther(): Promise<string> {
  const { id } = (await json(asOther("/api/v1/render", { template: otherTemplate }))) as unknown as JobBody;
  // Requests for the status are limited.
  await until("the other workspace's job is done", async () => {
    const { status } = await asOther(`/api/v1/renders/${id}/asset`);
    return status === 200 ? true : undefined;
  });
  return id;
}

beforeAll(async () => {
  otherKey = String((await json(service.post("/api/v1/workspaces", { name: "Other", plan: "team" }))).key);
  const template = { name: "Small", document: SMALL };
  otherTemplate = String((await json(asOther("/api/v1/templates", template))).id);
  queued = await QueuedJobs.prepare(service, stack);
  await renderAsOther();
});

describe("a long queue of one workspace", () => {
  test("with 1,000 queued jobs of one workspace, a job of another workspace is among the next few jobs", async () => {
    const requestId = await queued.add("Standard", 1_000);
    const id = await renderAsOther();
    const [other] = await stack.itemsWith("Jobs", { id });
    const finished = await queued.finishTimesOf(requestId);
    const between = finished.filter(
      (atMs) => atMs >= Number(other?.createdAtMs) && atMs <= Number(other?.finishedAtMs),
    );
    // Two processes render. While one renders the other workspace's job, the second one continues with the queue.
    expect(between.length).toBeLessThan(20);
    expect(finished.length).toBeLessThan(900);
  });

  test("with 500 queued bulk jobs, a first view is rendered before most of them", async () => {
    const requestId = await queued.add("Bulk", 500);
    const signed = await json(service.post("/api/v1/img/sign", { template: service.template("Open Graph card") }));
    const view = await fetch(String(signed.url));
    await view.arrayBuffer();
    const finished = await queued.finishTimesOf(requestId);
    expect([view.status, view.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(finished.length).toBeLessThan(250);
  });
});

describe("a slow receiver of one workspace", () => {
  const MESSAGES = 60;
  /** All slots: ten invocations of ten deliveries each. One workspace can hold a quarter of them. */
  const SHARE = 25;
  const receiver = new WebhookReceiver();
  const answers = Promise.withResolvers<undefined>();
  receiver.behave = ({ path }) => ({ status: 204, ...(path === "/slow" && { until: answers.promise }) });
  const slowEvents = () => receiver.acceptedAt("/slow").map(({ body }) => body.eventId);

  beforeAll(async () => {
    await receiver.start();
    for (const secret of [service.call("/api/v1/webhooks/secret"), asOther("/api/v1/webhooks/secret")]) {
      receiver.secrets.push(webhookSecretBodySchema.parse(await json(secret)).secret);
    }
  });
  afterAll(() => receiver.stop());

  test("a slow workspace holds a quarter of the deliveries, another workspace gets its events meanwhile, and none is lost", async () => {
    const slowIds = await queued.putEnded(MESSAGES / 10, receiver.url("/slow"));
    const [other = {}] = await stack.itemsWith("Jobs", { id: await renderAsOther() });
    const quick = { ...other, id: randomUUID(), webhookUrl: receiver.url("/quick") };
    await stack.putItem("Jobs", quick);
    const eventOf = (jobId: string, workspaceId: unknown) => ({
      ...{ eventId: `${jobId}.${randomUUID()}`, type: "render.completed", jobId, workspaceId, status: "done" },
      ...{ timestamp: new Date().toISOString(), hasWebhook: true },
    });
    const { workspaceId } = service.connection;
    const slow = slowIds.flatMap((id) => Array.from({ length: 10 }, () => eventOf(id, workspaceId)));
    await stack.publish([...slow, eventOf(quick.id, other.workspaceId)]);
    await until("the other workspace has its delivery", () => receiver.acceptedAt("/quick").at(0));
    // No slow delivery has ended. A message without a slot is not an attempt: the receiver has not seen it.
    expect(slowEvents().length).toBeLessThanOrEqual(SHARE);
    answers.resolve(undefined);
    await until("the slow receiver has everything", () => (slowEvents().length >= MESSAGES ? true : undefined));
    expect(new Set(slowEvents()).size).toBe(MESSAGES);
    expect(receiver.mostOpen.get("/slow")).toBeLessThanOrEqual(SHARE);
  });
});

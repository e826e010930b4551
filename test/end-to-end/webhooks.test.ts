import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { JobBody } from "../../core/contract/job-body.js";
import {
  createdEndpointSchema,
  deliveryListSchema,
  endpointListSchema,
  recoveredSchema,
  renderDeliveriesSchema,
  resentWebhookSchema,
  webhookSecretBodySchema,
} from "../../core/contract/webhooks-api.js";
import { legacySignature, WebhookReceiver } from "../support/webhook-receiver.js";
import { createdWorkspaceSchema } from "../../core/contract/access-api.js";
import { runStorm } from "../support/webhook-storm.js";
import { SMALL } from "./queued-jobs.js";
import { until } from "./service.js";
import { SHARED_SETTINGS } from "./shared-settings.js";
import { useService } from "./use-service.js";

const { service, stack } = useService(SHARED_SETTINGS);
const receiver = new WebhookReceiver();
let secret = "";

beforeAll(async () => {
  await receiver.start();
  ({ secret } = webhookSecretBodySchema.parse(await (await service.call("/api/v1/webhooks/secret")).json()));
  receiver.secrets.push(secret);
});

afterAll(() => receiver.stop());

const render = (path: string, more: Readonly<Record<string, unknown>> = {}): Promise<JobBody> =>
  service.createRender({
    template: service.template("Open Graph card"),
    scale: 0.1,
    webhookUrl: receiver.url(path),
    ...more,
  });

const accepted = (path: string) => until(`${path} has a delivery`, () => receiver.acceptedAt(path).at(0));

const logOf = async (id: string) =>
  renderDeliveriesSchema.parse(await (await service.call(`/api/v1/renders/${id}/webhook`)).json()).deliveries;

describe("the webhook of a render", () => {
  test("a receiver with the package standardwebhooks verifies the end of a render, and the job shows the delivery", async () => {
    const { id } = await render("/plain", { metadata: { order: "4711" } });
    const { body, headers, text } = await accepted("/plain");
    expect(body).toMatchObject({
      eventId: `${id}.done`,
      event: "render.completed",
      type: "render.completed",
      data: { id, status: "done", error: null, metadata: { order: "4711" } },
    });
    expect(headers["webhook-id"]).toBe(body.eventId);
    expect(headers["x-render-signature"]).toBe(legacySignature(secret, text));
    const picture = await fetch(String(body.data.assetUrl));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    const job = await until("the job shows the delivery", async () => {
      const now = await service.getRender(id);
      return now.webhookDeliveredAt === undefined ? undefined : now;
    });
    expect(job.webhookLastError).toBeUndefined();
  });

  test("a receiver that fails, resets and redirects gets the event with the same ID until it accepts it", async () => {
    receiver.behave = ({ path }) => {
      if (path !== "/stubborn") return { status: 204 };
      const seen = receiver.received.filter((one) => one.path === path).length;
      return (
        [
          { status: 500, body: "x".repeat(5_000) },
          "reset" as const,
          { status: 302, headers: { location: receiver.url("/elsewhere") } },
        ][seen] ?? { status: 200, body: "thanks" }
      );
    };
    const { id } = await render("/stubborn");
    await accepted("/stubborn");
    const attempts = await until("all attempts are in the log", async () => {
      const [delivery] = await logOf(id);
      return delivery?.status === "delivered" ? delivery.attempts : undefined;
    });
    const ids = receiver.received.filter(({ path }) => path === "/stubborn").map(({ body }) => body.eventId);
    expect(ids).toEqual(Array.from({ length: 4 }, () => `${id}.done`));
    expect(receiver.received.filter(({ path }) => path === "/elsewhere")).toEqual([]);
    expect(attempts.map(({ status, response }) => [status, response?.length])).toEqual([
      [500, 1_024],
      [undefined, undefined],
      [302, undefined],
      [200, 6],
    ]);
    expect(attempts[2]?.error).toMatch(/redirect/);
  });

  test("after eight failed attempts the message is in the dead-letter queue, and recover delivers the event", async () => {
    const startedAt = new Date().toISOString();
    receiver.behave = ({ path }) => ({ status: path === "/down" ? 503 : 204 });
    const { id } = await render("/down");
    await until("the delivery has failed", async () => ((await logOf(id))[0]?.status === "failed" ? true : undefined));
    expect((await logOf(id))[0]?.attempts).toHaveLength(8);
    expect(await service.getRender(id)).toMatchObject({
      webhookLastError: "127.0.0.1:" + new URL(receiver.url("/")).port + " returned status 503.",
    });
    expect(await stack.queueLength("WebhooksWebhookDeadLetters")).toBe(1);
    const list = await service.call("/api/v1/webhooks/deliveries?status=failed");
    const failed = deliveryListSchema.parse(await list.json()).deliveries;
    expect(failed.map(({ renderId, status }) => [renderId, status])).toEqual([[id, "failed"]]);

    receiver.behave = () => ({ status: 204 });
    const response = await service.post(`/api/v1/webhooks/recover?since=${startedAt}`, {});
    expect([response.status, recoveredSchema.parse(await response.json())]).toEqual([202, { recovered: 1 }]);
    expect((await accepted("/down")).body.eventId).toBe(`${id}.done`);
    await until("nothing is failed", async () => ((await logOf(id))[0]?.status === "delivered" ? true : undefined));
  });

  test("a receiver that returns 410 gets no further attempt, and the event can be sent again by hand", async () => {
    receiver.behave = ({ path }) => ({ status: path === "/gone" ? 410 : 204 });
    const { id } = await render("/gone");
    await until("the delivery has failed", async () => ((await logOf(id))[0]?.status === "failed" ? true : undefined));
    expect(receiver.received.filter(({ path }) => path === "/gone")).toHaveLength(1);

    receiver.behave = () => ({ status: 204 });
    const response = await service.post(`/api/v1/renders/${id}/webhook`, {});
    expect([response.status, resentWebhookSchema.parse(await response.json())]).toEqual([
      202,
      { eventId: `${id}.done`, targets: 1 },
    ]);
    await accepted("/gone");
  });

  test("a render with a webhook to a private address is refused, whichever way the address is written", async () => {
    for (const webhookUrl of [
      "https://10.0.0.1/x",
      "https://[fd00::1]/x",
      "ftp://example.com",
      "http://192.168.0.1/",
    ]) {
      const response = await service.post("/api/v1/render", {
        template: service.template("Open Graph card"),
        webhookUrl,
      });
      const { details } = (await response.json()) as { details: { issues: { path: string }[] } };
      expect([webhookUrl, response.status, details.issues[0]?.path]).toEqual([webhookUrl, 422, "webhookUrl"]);
    }
  });
});

describe("the secrets", () => {
  test("during a rotation, deliveries have both signatures, and the legacy header still has the old one", async () => {
    const response = await service.post("/api/v1/webhooks/secret/rotate", {});
    const rotated = webhookSecretBodySchema.parse(await response.json());
    expect(rotated.previous?.secret).toBe(secret);
    expect(rotated.secret).not.toBe(secret);
    await render("/rotated");
    const { headers, text } = await accepted("/rotated");
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(headers["x-render-signature"]).toBe(legacySignature(secret, text));
    receiver.secrets.splice(0, 1, rotated.secret);
    await render("/rotated-later");
    await accepted("/rotated-later");
  });

  test("no secret is stored in plain text", async () => {
    const items = JSON.stringify(await stack.itemsWith("Webhooks", {}));
    expect(items).not.toContain("whsec_");
    for (const text of receiver.secrets) expect(items).not.toContain(text.slice("whsec_".length));
  });
});

describe("an endpoint of the workspace", () => {
  test("an endpoint gets the chosen events of every render with its own secret, and none when it is off", async () => {
    const made = await service.post("/api/v1/webhooks/endpoints", {
      url: receiver.url("/endpoint"),
      events: ["render.completed"],
    });
    const endpoint = createdEndpointSchema.parse(await made.json());
    receiver.secrets.push(endpoint.secret);
    const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
    const { headers, text, body } = await accepted("/endpoint");
    expect(body.data.id).toBe(id);
    expect(headers["x-render-signature"]).toBe(legacySignature(endpoint.secret, text));
    const path = `/api/v1/webhooks/endpoints/${endpoint.id}`;
    const off = await service.call(path, {
      method: "PATCH",
      body: JSON.stringify({ enabled: false }),
      headers: { "content-type": "application/json" },
    });
    expect(await off.json()).toMatchObject({ id: endpoint.id, enabled: false });
    const again = await service.post(`/api/v1/renders/${id}/webhook`, {});
    expect(again.status).toBe(409);
    expect((await service.call(path, { method: "DELETE" })).status).toBe(204);
    const list = await service.call("/api/v1/webhooks/endpoints");
    expect(endpointListSchema.parse(await list.json())).toEqual({ endpoints: [] });
    const job = await service.getRender(id);
    expect(job.webhookDeliveredAt).toBeUndefined();
  });
});

describe("a batch", () => {
  test("the webhook of a batch receives one event with all of its renders", async () => {
    const jobs = [1, 2, 3].map(() => ({ template: service.template("Open Graph card"), scale: 0.1 }));
    const made = await service.post("/api/v1/renders/batch", { jobs, webhookUrl: receiver.url("/batch") });
    const { id } = (await made.json()) as { id: string };
    const { body } = await accepted("/batch");
    expect(body).toMatchObject({
      event: "batch.completed",
      data: { id, status: "done", error: null, totals: { total: 3, queued: 0, done: 3, failed: 0 } },
    });
  });
});

describe("a workspace with ten credits", () => {
  const low = () => receiver.acceptedAt("/credits").map(({ body }) => body);
  const published = async () =>
    (await service.inspect<{ event: { detail: Readonly<Record<string, unknown>> } }[]>("/events"))
      .map(({ event }) => event.detail)
      .filter(({ type }) => type === "credits.low");

  test("a workspace is told once that 80 % of its credits are used, and once that all are used, on the bus and at its endpoint", async () => {
    const made = await service.post("/api/v1/workspaces", { name: "Ten", plan: "ten" });
    const { key } = createdWorkspaceSchema.parse(await made.json());
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const post = (path: string, body: unknown) =>
      service.fetch(`/api/v1${path}`, { headers, method: "POST", body: JSON.stringify(body) });
    const small = await post("/templates", { name: "Small", document: SMALL });
    const template = ((await small.json()) as { id: string }).id;
    const endpoint = await post("/webhooks/endpoints", { url: receiver.url("/credits"), events: ["credits.low"] });
    receiver.secrets.push(createdEndpointSchema.parse(await endpoint.json()).secret);
    /** Renders more pictures, until the ends of all are published. */
    const render = async (count: number, total: number) => {
      const jobs = Array.from({ length: count }, () => ({ template }));
      expect((await post("/renders/batch", { jobs })).status).toBe(202);
      await until(`${total} ends are published`, async () => {
        const items = await stack.itemsWith("Jobs", { templateId: template });
        return items.filter(({ publishedAtMs }) => publishedAtMs !== undefined).length === total ? true : undefined;
      });
    };
    await render(7, 7);
    expect(await published()).toEqual([]);
    await render(1, 8);
    const at80 = { threshold: 80, credits: { granted: 10, spent: 8, remaining: 2 } };
    expect(await published()).toMatchObject([at80]);
    await render(2, 10);
    const at100 = { threshold: 100, credits: { granted: 10, spent: 10, remaining: 0 } };
    expect(await published()).toMatchObject([at80, at100]);
    expect((await post("/render", { template })).status).toBe(402);

    await until("both are delivered", () => low().at(1));
    const byThreshold = low().sort((a, b) => Number(a.data.threshold) - Number(b.data.threshold));
    expect(byThreshold.map(({ data }) => data)).toMatchObject([at80, at100]);
    expect(byThreshold.map(({ eventId }) => eventId)).toEqual((await published()).map(({ eventId }) => eventId));
  });
});

describe("a receiver in trouble", () => {
  test("a receiver that fails half of all requests, resets connections and restarts gets 30 events of 30 renders", async () => {
    const events = await runStorm(service, { jobs: 30, hangs: 0, restartsAt: [20], maxMs: 120_000 });
    expect(events).toHaveLength(30);
  });
});

describe("a publisher that dies", () => {
  test("the sweeper delivers a render whose end was written but not published", async () => {
    const { id } = await render("/published");
    await accepted("/published");
    // The state that a renderer leaves behind if it is killed between the end of the job and the event.
    const [job] = await stack.itemsWith("Jobs", { id });
    const [copy, shard] = [randomUUID(), 3];
    const unpublished = Object.entries(job ?? {}).filter(([name]) => name !== "publishedAtMs");
    const webhookUrl = receiver.url("/unpublished");
    await stack.putItem("Jobs", {
      ...Object.fromEntries(unpublished),
      id: copy,
      webhookUrl,
      sweepShard: shard,
      sweepAtMs: Date.now(),
    });
    await service.inspect("/functions/sweeper/invoke", {});
    expect((await accepted("/unpublished")).body.eventId).toBe(`${copy}.done`);
  });
});

test("every delivery of this file was verified", () => {
  expect(receiver.refused).toEqual([]);
});

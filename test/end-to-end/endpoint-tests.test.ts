/** Tests of endpoints, and events that are read by their IDs. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  createdEndpointSchema,
  eventBodySchema,
  renderDeliveriesSchema,
  webhookSecretBodySchema,
} from "../../core/contract/webhooks-api.js";
import { legacySignature, WebhookReceiver } from "../support/webhook-receiver.js";
import { until } from "./service.js";
import { SHARED_SETTINGS } from "./shared-settings.js";
import { useService } from "./use-service.js";

const { service } = useService(SHARED_SETTINGS);
const receiver = new WebhookReceiver();

beforeAll(async () => {
  await receiver.start();
  const { secret } = webhookSecretBodySchema.parse(await (await service.call("/api/v1/webhooks/secret")).json());
  receiver.secrets.push(secret);
});

afterAll(() => receiver.stop());

describe("the test of an endpoint", () => {
  test("the endpoint gets a signed test that it has not chosen, and the event has the text that was sent and each attempt", async () => {
    const url = receiver.url("/tested");
    const made = await service.post("/api/v1/webhooks/endpoints", { url, events: ["batch.completed"] });
    const endpoint = createdEndpointSchema.parse(await made.json());
    receiver.secrets.push(endpoint.secret);
    receiver.behave = ({ path, count }) => ({ status: path === "/tested" && count % 2 === 1 ? 503 : 204 });
    const send = () =>
      service.call(`/api/v1/webhooks/endpoints/${endpoint.id}/test`, {
        method: "POST",
        headers: { "idempotency-key": "test-1" },
      });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.headers.get("idempotency-replayed")]).toEqual([202, 202, "true"]);
    const location = first.headers.get("location") ?? "";
    expect(second.headers.get("location")).toBe(location);
    const event = await until("the test is delivered", async () => {
      const read = eventBodySchema.parse(await (await service.call(location)).json());
      return read.deliveries[0]?.status === "delivered" ? read : undefined;
    });
    receiver.behave = () => ({ status: 204 });
    const [sent] = receiver.acceptedAt("/tested");
    expect(event.body).toBe(sent?.text);
    expect(sent?.headers["x-render-signature"]).toBe(legacySignature(endpoint.secret, event.body));
    expect(sent?.body).toMatchObject({ event: "endpoint.test", data: { endpointId: endpoint.id } });
    expect(event.deliveries.map(({ endpointId }) => endpointId)).toEqual([endpoint.id]);
    expect(receiver.acceptedAt("/tested")).toHaveLength(1);
    expect((await service.call(`/api/v1/webhooks/endpoints/${endpoint.id}`, { method: "DELETE" })).status).toBe(204);
  });

  test("the event of a render has the text that its webhook got, and is gone when the render is deleted", async () => {
    const template = service.template("Open Graph card");
    const { id } = await service.createRender({ template, scale: 0.1, webhookUrl: receiver.url("/read") });
    const { text } = await until("the webhook has arrived", () => receiver.acceptedAt("/read").at(0));
    const path = `/api/v1/webhooks/events/${id}.done`;
    await until("the delivery is in the log", async () => {
      const response = await service.call(`/api/v1/renders/${id}/webhook`);
      return renderDeliveriesSchema.parse(await response.json()).deliveries[0];
    });
    expect(eventBodySchema.parse(await (await service.call(path)).json()).body).toBe(text);
    expect((await service.call(`/api/v1/renders/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await service.call(path)).status).toBe(410);
  });
});

/** The examples of the routes about webhooks. */
import { renderCompleted } from "../../core/contract/events/render-completed.js";
import { IDS, TIMES } from "../../core/contract/example-jobs.js";
import { payloadExample } from "./webhook-payloads.js";

const SECRET = { secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh8HxkM4=", createdAt: TIMES.created };
const ENDPOINT = {
  id: IDS.endpoint,
  url: "https://hooks.example.com/renders",
  events: ["render.completed" as const, "render.failed" as const],
  enabled: true,
  createdAt: TIMES.created,
};
const EVENT_ID = `${IDS.render}.done`;
const DELIVERY = {
  eventId: EVENT_ID,
  event: "render.completed" as const,
  occurredAt: TIMES.finished,
  renderId: IDS.render,
  url: ENDPOINT.url,
  status: "delivered" as const,
  attempts: [
    { at: TIMES.finished, durationMs: 212, status: 503, error: "hooks.example.com returned status 503." },
    { at: "2026-03-02T09:30:06.900Z", durationMs: 98, status: 204 },
  ],
  deliveredAt: "2026-03-02T09:30:07.000Z",
};
const DELIVERIES = { deliveries: [DELIVERY] };

export const WEBHOOK_EXAMPLES = {
  listRenderDeliveries: { responses: { 200: DELIVERIES } },
  resendWebhook: { responses: { 202: { eventId: EVENT_ID, targets: 1 } } },
  getWebhookSecret: { responses: { 200: SECRET } },
  rotateWebhookSecret: {
    responses: {
      200: {
        ...SECRET,
        previous: {
          secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQ1f0ZkYx6Vg=",
          validUntil: "2026-03-03T09:30:00.000Z",
        },
      },
    },
  },
  listEndpoints: { responses: { 200: { endpoints: [ENDPOINT] } } },
  createEndpoint: {
    body: { url: ENDPOINT.url, events: ENDPOINT.events },
    responses: { 201: { ...ENDPOINT, secret: SECRET.secret } },
  },
  updateEndpoint: { body: { enabled: false }, responses: { 200: { ...ENDPOINT, enabled: false } } },
  testEndpoint: { responses: { 202: { eventId: `${IDS.event}.test` } } },
  getEvent: {
    responses: {
      200: {
        eventId: EVENT_ID,
        event: "render.completed" as const,
        occurredAt: TIMES.finished,
        renderId: IDS.render,
        body: JSON.stringify(payloadExample(renderCompleted)),
        deliveries: [DELIVERY],
      },
    },
  },
  getEndpointSecret: { responses: { 200: SECRET } },
  rotateEndpointSecret: { responses: { 200: SECRET } },
  listDeliveries: { responses: { 200: DELIVERIES } },
  recoverDeliveries: { responses: { 202: { recovered: 12 } } },
};

/** /api/v1/webhooks/…, and GET and POST /api/v1/renders/{id}/webhook */
import {
  type DeliveriesDependencies,
  listDeliveries,
  listRenderDeliveries,
  recoverDeliveries,
  resendWebhook,
} from "../../../core/webhooks/deliveries.js";
import { type Delivery, presentDelivery } from "../../../core/webhooks/delivery.js";
import { presentEndpoint } from "../../../core/webhooks/endpoint.js";
import { createdEndpointSchema, testedEndpointSchema } from "../../../core/contract/webhooks-api.js";
import { createOnce } from "../../../core/idempotency/create-once.js";
import type { IdempotencyStore } from "../../../core/idempotency/idempotency-record.js";
import {
  type CreatedEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointDependencies,
  updateEndpoint,
} from "../../../core/webhooks/endpoints.js";
import {
  getEndpointSecret,
  getWebhookSecret,
  rotateEndpointSecret,
  rotateWebhookSecret,
  type SecretDependencies,
} from "../../../core/webhooks/secrets.js";
import { getEvent, type GetEventDependencies } from "../../../core/webhooks/get-event.js";
import { testEndpoint, type TestEndpointDependencies } from "../../../core/webhooks/test-endpoint.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

/** All dependencies of the webhook use cases. Each use case names the parts of the ports that it needs. */
export type WebhookRoutesDependencies = DeliveriesDependencies &
  GetEventDependencies &
  EndpointRoutesDependencies &
  SecretDependencies;

interface EndpointRoutesDependencies extends EndpointDependencies, TestEndpointDependencies {
  readonly webhooks: EndpointDependencies["webhooks"];
  readonly records: IdempotencyStore;
}

export function webhookRoutes(dependencies: WebhookRoutesDependencies) {
  return { ...secretRoutes(dependencies), ...endpointRoutes(dependencies), ...deliveryRoutes(dependencies) };
}

/** A holder of a secret can forge deliveries. Each response with a secret is logged. */
function secretRoutes(dependencies: SecretDependencies) {
  return {
    getWebhookSecret: async ({ caller, log, respond }) => {
      const body = await getWebhookSecret(dependencies, caller.workspaceId);
      log.info("The webhook secret was returned to its owner.", { byKeyId: caller.keyId });
      return respond(200, body);
    },
    rotateWebhookSecret: async ({ caller, log, respond }) => {
      const body = await rotateWebhookSecret(dependencies, caller.workspaceId);
      log.info("The webhook secret was rotated.", { byKeyId: caller.keyId });
      return respond(200, body);
    },
    getEndpointSecret: async ({ caller, params, log, respond }) => {
      const body = await getEndpointSecret(dependencies, caller.workspaceId, params.id);
      log.info("The secret of an endpoint was returned to its owner.", {
        endpointId: params.id,
        byKeyId: caller.keyId,
      });
      return respond(200, body);
    },
    rotateEndpointSecret: async ({ caller, params, log, respond }) => {
      const body = await rotateEndpointSecret(dependencies, caller.workspaceId, params.id);
      log.info("The secret of an endpoint was rotated.", { endpointId: params.id, byKeyId: caller.keyId });
      return respond(200, body);
    },
  } satisfies RouteHandlers;
}

function endpointRoutes(dependencies: EndpointRoutesDependencies) {
  return {
    listEndpoints: async ({ caller, respond }) => {
      const { endpoints } = await dependencies.webhooks.find(caller.workspaceId);
      return respond(200, { endpoints: endpoints.map(presentEndpoint) });
    },
    createEndpoint: createEndpointRoute(dependencies),
    testEndpoint: testEndpointRoute(dependencies),
    updateEndpoint: async ({ caller, params, body, respond }) => {
      const endpoint = await updateEndpoint(dependencies, caller.workspaceId, params.id, body);
      return respond(200, presentEndpoint(endpoint));
    },
    deleteEndpoint: async ({ caller, params, log, respond }) => {
      await deleteEndpoint(dependencies, caller.workspaceId, params.id);
      log.info("A webhook endpoint was deleted.", { endpointId: params.id, byKeyId: caller.keyId });
      return respond(204);
    },
  } satisfies RouteHandlers;
}

function createEndpointRoute(dependencies: EndpointRoutesDependencies): RouteHandler<"createEndpoint"> {
  return async ({ event, name, caller, body, log, respond }) => {
    const once = idempotentRequest(event, caller.workspaceId, name);
    const { body: endpoint, replayed } = await createOnce(dependencies, once, {
      schema: createdEndpointSchema,
      secret: { field: "secret", ring: dependencies.keyRing },
      present: ({ endpoint: created, secret }: CreatedEndpoint) => ({ ...presentEndpoint(created), secret }),
      create: (recordFor) => createEndpoint(dependencies, caller.workspaceId, body, recordFor),
    });
    const facts = { endpointId: endpoint.id, byKeyId: caller.keyId };
    log.info(replayed ? "The secret of a new endpoint was returned again." : "A webhook endpoint was created.", facts);
    const location = `/api/v1/webhooks/endpoints/${endpoint.id}`;
    return respond(201, endpoint, { location, ...(replayed && REPLAYED) });
  };
}

function testEndpointRoute(dependencies: EndpointRoutesDependencies): RouteHandler<"testEndpoint"> {
  return async ({ event, name, caller, params, log, respond }) => {
    const once = idempotentRequest(event, caller.workspaceId, name, params.id);
    const { body, replayed } = await createOnce(dependencies, once, {
      schema: testedEndpointSchema,
      status: 202,
      present: ({ occurrence: { eventId } }: Delivery) => ({ eventId }),
      create: (recordFor) =>
        testEndpoint(dependencies, caller.workspaceId, params.id, { log, ...(recordFor && { recordFor }) }),
    });
    const location = `/api/v1/webhooks/events/${body.eventId}`;
    return respond(202, body, { location, ...(replayed && REPLAYED) });
  };
}

function deliveryRoutes(dependencies: DeliveriesDependencies & GetEventDependencies) {
  return {
    getEvent: async ({ caller, params, respond }) =>
      respond(200, await getEvent(dependencies, caller.workspaceId, params.id)),
    listRenderDeliveries: async ({ caller, params, respond }) => {
      const deliveries = await listRenderDeliveries(dependencies, caller.workspaceId, params.id);
      return respond(200, { deliveries: deliveries.map(presentDelivery) });
    },
    resendWebhook: async ({ caller, params, respond }) => {
      const resent = await resendWebhook(dependencies, caller.workspaceId, params.id);
      return respond(202, resent, { location: `/api/v1/renders/${params.id.toLowerCase()}/webhook` });
    },
    listDeliveries: async ({ caller, query, respond }) => {
      const { deliveries, nextCursor } = await listDeliveries(dependencies, caller.workspaceId, query);
      const body = { deliveries: deliveries.map(presentDelivery) };
      return respond(200, { ...body, ...(nextCursor !== undefined && { nextCursor }) });
    },
    recoverDeliveries: async ({ caller, query, log, respond }) => {
      const { recovered, nextSince } = await recoverDeliveries(dependencies, caller.workspaceId, query.since);
      log.info("Failed webhooks are sent again.", { recovered, byKeyId: caller.keyId });
      const body = { recovered, ...(nextSince !== undefined && { nextSince }) };
      return respond(202, body, { location: "/api/v1/webhooks/deliveries" });
    },
  } satisfies RouteHandlers;
}

import type { Paged } from "../lists/paged.js";
import type { CallOptions, CreateOptions } from "../options.js";
import type { Query, RequestBody, ResponseBody, WebhookDelivery, WebhookEndpoint, WebhookSecret } from "../types.js";
import { Resource } from "./resource.js";

/** Webhooks: the secret of the workspace, its endpoints, and the log of deliveries. */
export class Webhooks extends Resource {
  /** Returns the secret that signs webhooks of a `webhookUrl`. */
  secret(options?: CallOptions): Promise<WebhookSecret> {
    return this.caller.json("GET /webhooks/secret", { options });
  }

  /** Replaces the secret. Both secrets sign for 24 hours. */
  rotateSecret(options?: CreateOptions): Promise<WebhookSecret> {
    return this.caller.json("POST /webhooks/secret/rotate", { options });
  }

  /** Lists the endpoints. */
  async endpoints(options?: CallOptions): Promise<WebhookEndpoint[]> {
    return (await this.caller.json("GET /webhooks/endpoints", { options })).endpoints;
  }

  /** Creates an endpoint. Only this response has its `secret`. */
  createEndpoint(
    request: RequestBody<"POST /webhooks/endpoints">,
    options?: CreateOptions,
  ): Promise<ResponseBody<"POST /webhooks/endpoints">> {
    return this.caller.json("POST /webhooks/endpoints", { body: request, options });
  }

  /** Changes an endpoint. */
  updateEndpoint(
    id: string,
    request: RequestBody<"PATCH /webhooks/endpoints/{id}">,
    options?: CreateOptions,
  ): Promise<WebhookEndpoint> {
    return this.caller.json("PATCH /webhooks/endpoints/{id}", { id, body: request, options });
  }

  /** Deletes an endpoint. */
  deleteEndpoint(id: string, options?: CallOptions): Promise<void> {
    return this.caller.json("DELETE /webhooks/endpoints/{id}", { id, options });
  }

  /** Returns the secret of an endpoint. */
  endpointSecret(id: string, options?: CallOptions): Promise<WebhookSecret> {
    return this.caller.json("GET /webhooks/endpoints/{id}/secret", { id, options });
  }

  /** Replaces the secret of an endpoint. Both secrets sign for 24 hours. */
  rotateEndpointSecret(id: string, options?: CreateOptions): Promise<WebhookSecret> {
    return this.caller.json("POST /webhooks/endpoints/{id}/secret/rotate", { id, options });
  }

  /** Lists the deliveries of the workspace, last attempt first. */
  deliveries(
    query?: Query<"GET /webhooks/deliveries">,
    options?: CallOptions,
  ): Paged<WebhookDelivery, ResponseBody<"GET /webhooks/deliveries">> {
    return this.cursorList("GET /webhooks/deliveries", "deliveries", query, options);
  }

  /** Resends at most 500 deliveries that failed since a time. `nextSince` of the result is for the next call. */
  async recover(since: Date | string, options?: CreateOptions): Promise<ResponseBody<"POST /webhooks/recover">> {
    const query = { since: new Date(since).toISOString() };
    return await this.caller.json("POST /webhooks/recover", { query, options });
  }
}

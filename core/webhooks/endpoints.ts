/** Creates, changes and deletes the endpoints of a workspace. */
import { issuesError, ServiceError, validationError } from "../contract/errors.js";
import { MAX_WEBHOOK_ENDPOINTS } from "../contract/limits.js";
import type { CreateEndpoint, UpdateEndpoint } from "../contract/webhooks-api.js";
import { webhookUrlIssues } from "../fetching/webhook-url.js";
import type { RecordFor } from "../idempotency/create-once.js";
import type { KeyRing } from "../signing/key-ring.js";
import type { Endpoint } from "./endpoint.js";
import type { WebhookSettingsStore } from "./ports.js";
import { newSecretPair, validSecrets } from "./secret-pair.js";

export interface EndpointDependencies {
  readonly webhooks: Pick<WebhookSettingsStore, "find" | "addEndpoint" | "changeEndpoint" | "removeEndpoint">;
  readonly keyRing: KeyRing;
  readonly now: () => number;
  readonly newId: () => string;
  readonly allowLoopbackTargets: boolean;
}

/** An endpoint, and the text of its secret. */
export interface CreatedEndpoint {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/**
 * @param recordFor creates the idempotency record, which is stored together with the endpoint
 * @throws ServiceError `VALIDATION_ERROR` for the URL, or if the workspace has the maximum number of endpoints.
 *   AlreadyRecordedError if the record exists.
 */
export async function createEndpoint(
  { webhooks, keyRing, now, newId, allowLoopbackTargets }: EndpointDependencies,
  workspaceId: string,
  { url, events }: CreateEndpoint,
  recordFor?: RecordFor<CreatedEndpoint>,
): Promise<CreatedEndpoint> {
  checkUrl(url, allowLoopbackTargets);
  const { endpoints } = await webhooks.find(workspaceId);
  if (endpoints.length >= MAX_WEBHOOK_ENDPOINTS) {
    const message = `A workspace can have at most ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints. Delete one first.`;
    throw validationError(message, [{ path: "", message }]);
  }
  const endpointId = newId();
  const secrets = newSecretPair(keyRing, endpointId, now());
  const endpoint = { workspaceId, endpointId, url, events, enabled: true, createdAtMs: now(), secrets };
  const [secret = ""] = validSecrets(keyRing, endpointId, secrets, now());
  const created = { endpoint, secret };
  await webhooks.addEndpoint(endpoint, recordFor?.(created));
  return created;
}

/** @throws ServiceError `NOT_FOUND`, `VALIDATION_ERROR` for the URL. */
export async function updateEndpoint(
  { webhooks, allowLoopbackTargets }: EndpointDependencies,
  workspaceId: string,
  endpointId: string,
  { url, events, enabled }: UpdateEndpoint,
): Promise<Endpoint> {
  checkUrl(url, allowLoopbackTargets);
  const change = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(enabled !== undefined && { enabled }),
  };
  const changed = await webhooks.changeEndpoint(workspaceId, endpointId, change);
  if (changed === undefined) throw noSuchEndpoint();
  return changed;
}

/** @throws ServiceError `NOT_FOUND` */
export async function deleteEndpoint(
  { webhooks }: EndpointDependencies,
  workspaceId: string,
  endpointId: string,
): Promise<void> {
  if (!(await webhooks.removeEndpoint(workspaceId, endpointId))) throw noSuchEndpoint();
}

/** @throws ServiceError `NOT_FOUND` */
export async function findEndpoint(
  webhooks: Pick<WebhookSettingsStore, "find">,
  workspaceId: string,
  endpointId: string,
): Promise<Endpoint> {
  const { endpoints } = await webhooks.find(workspaceId);
  const found = endpoints.find((endpoint) => endpoint.endpointId === endpointId);
  if (found === undefined) throw noSuchEndpoint();
  return found;
}

function checkUrl(url: string | undefined, allowLoopback: boolean): void {
  const issues = webhookUrlIssues("url", url, allowLoopback);
  if (issues.length > 0) throw issuesError("The endpoint is not valid.", issues);
}

function noSuchEndpoint(): ServiceError {
  return new ServiceError("NOT_FOUND", "There is no such webhook endpoint.");
}

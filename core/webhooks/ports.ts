/** The ports of the webhook use cases. Each has an implementation in aws/ and, for tests, in memory. */
import type { Subject } from "../contract/events/event.js";
import type { DeliveryStatus } from "../contract/webhooks-api.js";
import type { AttemptMessage, Delivery, Occurrence, OccurrenceMessage } from "./delivery.js";
import type { Endpoint } from "./endpoint.js";
import type { SecretPair } from "./secret-pair.js";

/** What a workspace has set up for its webhooks. */
export interface WebhookSettings {
  /** For the `webhookUrl` of requests. Absent until the first use. */
  readonly secrets: SecretPair | undefined;
  /** Oldest first. */
  readonly endpoints: readonly Endpoint[];
}

/** What the owner of an endpoint can change. Enabling it also removes what the service noted about failures. */
export type EndpointChange = Partial<Pick<Endpoint, "url" | "events" | "enabled">>;

export interface WebhookSettingsStore {
  /** A consistent read. */
  find(workspaceId: string): Promise<WebhookSettings>;
  /** Stores the first secret of a workspace. Resolves to the stored one, which another caller may have stored first. */
  addSecrets(workspaceId: string, secrets: SecretPair): Promise<SecretPair>;
  /** Resolves to `false` if the stored secret is not `before`. */
  replaceSecrets(workspaceId: string, before: SecretPair, after: SecretPair): Promise<boolean>;
  addEndpoint(endpoint: Endpoint): Promise<void>;
  /** Resolves to `undefined` if the workspace has no such endpoint. */
  changeEndpoint(workspaceId: string, endpointId: string, change: EndpointChange): Promise<Endpoint | undefined>;
  /** Resolves to `false` if the stored secret is not `before`. */
  replaceEndpointSecrets(endpoint: Endpoint, after: SecretPair): Promise<boolean>;
  /** Resolves to `false` if the workspace has no such endpoint. */
  removeEndpoint(workspaceId: string, endpointId: string): Promise<boolean>;
}

/** What the delivery function notes about endpoints. Each method does nothing if the endpoint has changed. */
export interface EndpointHealth {
  /** Keeps an earlier time. */
  markFailing(endpoint: Endpoint, sinceMs: number): Promise<void>;
  clearFailing(endpoint: Endpoint): Promise<void>;
  /** Switches it off, and puts it into the sweeper's index, so that the sweeper publishes the event. */
  switchOff(endpoint: Endpoint, reason: string, nowMs: number): Promise<void>;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** The position of the last entry. `undefined` if there is no further one. */
  readonly next: string | undefined;
}

export interface DeliveryStore {
  /** All deliveries about a subject. A consistent read. */
  listOf(subject: Subject): Promise<readonly Delivery[]>;
  /**
   * Writes a delivery if the stored one has the round, tries and status of `before`, or if there is none and `before` is
   * `undefined`. Otherwise resolves to `false`.
   *
   * @param dueAtMs when the sweeper enqueues the next attempt, unless the delivery has changed by then. `undefined`: never.
   */
  record(before: Delivery | undefined, after: Delivery, dueAtMs: number | undefined): Promise<boolean>;
  /** One page of a workspace's deliveries, last attempt first, before a position. Eventually consistent. */
  listOwned(
    workspaceId: string,
    page: {
      readonly status?: DeliveryStatus | undefined;
      readonly limit: number;
      readonly before?: string | undefined;
    },
  ): Promise<DeliveryPage>;
  /** Up to `limit` deliveries that failed at this time or later, oldest first. Eventually consistent. */
  listFailedSince(workspaceId: string, sinceMs: number, limit: number): Promise<readonly Delivery[]>;
}

/** What the sweeper's index contains: a delivery with a late attempt, or an endpoint whose end is not published. */
export type DueWebhook =
  | { readonly kind: "delivery"; readonly delivery: Delivery }
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint };

export interface DueWebhooks {
  /** Up to `limit` items of a shard whose time has passed, oldest first. Eventually consistent. */
  listDue(shard: number, nowMs: number, limit: number): Promise<readonly DueWebhook[]>;
  /** Sets the time of the next check, unless the delivery has changed. */
  postpone(delivery: Delivery, dueAtMs: number): Promise<void>;
  /** Takes an endpoint out of the index. */
  settle(endpoint: Endpoint): Promise<void>;
}

/** The number of partitions of the sweeper's sparse index of deliveries. Each takes 1,000 writes a second. */
export const DUE_SHARDS = 4;

export interface WebhookQueue {
  /** @param delayMs at most `MAX_MESSAGE_DELAY_MS` */
  sendOccurrence(message: OccurrenceMessage, delayMs?: number): Promise<void>;
  /** @param delayMs at most `MAX_MESSAGE_DELAY_MS` */
  sendAttempt(message: AttemptMessage, delayMs?: number): Promise<void>;
}

export interface WebhookDeadLetters {
  /** Keeps a message whose attempts are used up. Moved back to the queue, it starts a new round. */
  bury(message: AttemptMessage): Promise<void>;
}

/** What an event is about, as the delivery needs it. */
export interface SubjectState {
  readonly webhookUrl: string | undefined;
  /** The `data` of the delivered body. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SubjectReader {
  /** Resolves to `undefined` if it no longer exists, or belongs to another workspace. */
  find(occurrence: Occurrence): Promise<SubjectState | undefined>;
}

/** Shows the outcome for the `webhookUrl` on the subject itself. Does nothing if it no longer exists. */
export interface SubjectMarks {
  markDelivered(subject: Subject, atMs: number): Promise<void>;
  markFailed(subject: Subject, error: string): Promise<void>;
}

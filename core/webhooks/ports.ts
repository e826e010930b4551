/** The ports of the webhook use cases. Each has an implementation in aws/ and, for tests, in memory. */
import type { Subject } from "../contract/events/event.js";
import type { DeliveryStatus } from "../contract/webhooks-api.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import type { AttemptMessage, Delivery, Occurrence, OccurrenceMessage } from "./delivery.js";
import type { Endpoint } from "./endpoint.js";
import type { SecretPair } from "./secret-pair.js";

/** The webhook settings of a workspace. */
export interface WebhookSettings {
  /** The secrets for the `webhookUrl` of requests. Absent until the first use. */
  readonly secrets: SecretPair | undefined;
  /** Oldest first. */
  readonly endpoints: readonly Endpoint[];
}

/** The part of an endpoint that its owner can change. Enabling the endpoint also removes the recorded failures. */
export type EndpointChange = Partial<Pick<Endpoint, "url" | "events" | "enabled">>;

export interface WebhookSettingsStore {
  /** Reads the settings of a workspace. The read is consistent. */
  find(workspaceId: string): Promise<WebhookSettings>;
  /** Stores the first secret of a workspace. Resolves to the stored one, which another caller may have stored first. */
  addSecrets(workspaceId: string, secrets: SecretPair): Promise<SecretPair>;
  /** Resolves to `false` if the stored secret is not `before`. */
  replaceSecrets(workspaceId: string, before: SecretPair, after: SecretPair): Promise<boolean>;
  /**
   * Stores a new endpoint, and its idempotency record if there is one.
   *
   * @throws AlreadyRecordedError if the record exists
   */
  addEndpoint(endpoint: Endpoint, record?: IdempotencyRecord): Promise<void>;
  /** Resolves to `undefined` if the workspace has no such endpoint. */
  changeEndpoint(workspaceId: string, endpointId: string, change: EndpointChange): Promise<Endpoint | undefined>;
  /** Resolves to `false` if the stored secret is not `before`. */
  replaceEndpointSecrets(endpoint: Endpoint, after: SecretPair): Promise<boolean>;
  /** Resolves to `false` if the workspace has no such endpoint. */
  removeEndpoint(workspaceId: string, endpointId: string): Promise<boolean>;
}

/** Records the health of endpoints for the delivery function. Each method does nothing if the endpoint has changed. */
export interface EndpointHealth {
  /** Records the time of the first failure. Keeps an earlier time. */
  markFailing(endpoint: Endpoint, sinceMs: number): Promise<void>;
  clearFailing(endpoint: Endpoint): Promise<void>;
  /** Switches the endpoint off, and puts it into the sweeper's index, so that the sweeper publishes the event. */
  switchOff(endpoint: Endpoint, reason: string, nowMs: number): Promise<void>;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** The position of the last entry. `undefined` if there is no further one. */
  readonly next: string | undefined;
}

export interface DeliveryStore {
  /**
   * Stores a delivery before its first attempt, and its idempotency record if there is one.
   *
   * @param dueAtMs when the sweeper enqueues the first attempt, unless it was made by then
   * @throws AlreadyRecordedError if the record exists
   */
  add(delivery: Delivery, dueAtMs: number, record?: IdempotencyRecord): Promise<void>;
  /** Lists all deliveries about a subject. The read is consistent. */
  listOf(subject: Subject): Promise<readonly Delivery[]>;
  /**
   * Writes a delivery if the stored one has the round, tries, and status of `before`, or if none is stored and `before`
   * is `undefined`. Otherwise resolves to `false`.
   *
   * @param dueAtMs when the sweeper enqueues the next attempt, unless the delivery has changed by then. `undefined`:
   *   never.
   */
  record(before: Delivery | undefined, after: Delivery, dueAtMs: number | undefined): Promise<boolean>;
  /** Reads one page of a workspace's deliveries before a position, latest attempt first. Eventually consistent. */
  listOwned(
    workspaceId: string,
    page: {
      readonly status?: DeliveryStatus | undefined;
      readonly limit: number;
      readonly before?: string | undefined;
    },
  ): Promise<DeliveryPage>;
  /** Lists up to `limit` deliveries that failed at this time or later, oldest first. Eventually consistent. */
  listFailedSince(workspaceId: string, sinceMs: number, limit: number): Promise<readonly Delivery[]>;
}

/**
 * An item of the sweeper's index: a delivery whose attempt is late, or a disabled endpoint whose event is not published
 * yet.
 */
export type DueWebhook =
  | { readonly kind: "delivery"; readonly delivery: Delivery }
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint }
  | { readonly kind: "corrupt"; readonly key: DueKey; readonly error: unknown };

/** The key of an item in the table of webhooks. */
export interface DueKey {
  readonly id: string;
  readonly item: string;
}

export interface DueWebhooks {
  /** Lists up to `limit` items of a shard whose time has passed, oldest first. Eventually consistent. */
  listDue(shard: number, nowMs: number, limit: number): Promise<readonly DueWebhook[]>;
  /** Sets the time of the next check, unless the delivery has changed. */
  postpone(delivery: Delivery, dueAtMs: number): Promise<void>;
  /** Takes an endpoint out of the index. */
  settle(endpoint: Endpoint): Promise<void>;
  /** Takes an item that cannot be read out of the index. The item stays. */
  setAside(key: DueKey): Promise<void>;
}

/** The number of partitions of the sweeper's sparse index of deliveries. Each accepts 1,000 writes per second. */
export const DUE_SHARDS = 4;

export interface WebhookQueue {
  /** @param delayMs at most `MAX_MESSAGE_DELAY_MS` */
  sendOccurrence(message: OccurrenceMessage, delayMs?: number): Promise<void>;
  /** @param delayMs at most `MAX_MESSAGE_DELAY_MS` */
  sendAttempt(message: AttemptMessage, delayMs?: number): Promise<void>;
}

export interface WebhookDeadLetters {
  /**
   * Sends a message to the dead-letter queue after all its attempts have failed. If an operator moves it back to the
   * queue, it starts a new round.
   */
  sendToDeadLetterQueue(message: AttemptMessage): Promise<void>;
}

/** The state of an event's subject that a delivery needs. */
export interface SubjectState {
  readonly webhookUrl: string | undefined;
  /** The `data` of the delivered body. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The IDs that log lines about a delivery contain besides those of the event. */
  readonly ids?: SubjectIds;
}

export interface SubjectIds {
  /** The request that created the job or the batch. */
  readonly requestId?: string | undefined;
  /** The batch of a job. */
  readonly batchId?: string | undefined;
}

export interface SubjectReader {
  /** Resolves to `undefined` if the subject no longer exists, or belongs to another workspace. */
  find(occurrence: Occurrence): Promise<SubjectState | undefined>;
}

/** Records the outcome for the `webhookUrl` on the subject itself. Does nothing if the subject no longer exists. */
export interface SubjectMarks {
  markDelivered(subject: Subject, atMs: number): Promise<void>;
  markFailed(subject: Subject, error: string): Promise<void>;
}

/** Makes one attempt at a delivery, records it, and plans the next one. */
import { ENDPOINT_FAILURE_MS } from "../contract/limits.js";
import { WEBHOOK_ATTEMPTED, WEBHOOK_DEAD_LETTERED } from "../deployment/log-events.js";
import type { Log } from "../shared/log.js";
import type { KeyRing } from "../signing/key-ring.js";
import {
  type Attempt,
  type Delivery,
  deliveryIdOf,
  MAX_LOGGED_ATTEMPTS,
  type Occurrence,
  REQUEST_TARGET,
  subjectFactsOf,
} from "./delivery.js";
import type { Endpoint } from "./endpoint.js";
import type {
  DeliveryStore,
  EndpointHealth,
  SubjectIds,
  SubjectMarks,
  WebhookDeadLetters,
  WebhookQueue,
  WebhookSettingsStore,
} from "./ports.js";
import { MAX_MESSAGE_DELAY_MS, MESSAGE_GRACE_MS, retryDelayMs } from "./retry-schedule.js";
import { ensureSecrets } from "./secrets.js";
import { type SecretPair, validSecrets } from "./secret-pair.js";
import { type SendDependencies, sendWebhook, type SentWebhook, webhookBodyText } from "./send-webhook.js";
import { deliveryTo, type Target } from "./targets.js";

export interface AttemptDependencies extends SendDependencies {
  readonly webhooks: Pick<WebhookSettingsStore, "addSecrets">;
  readonly deliveries: Pick<DeliveryStore, "listOf" | "record">;
  readonly marks: SubjectMarks;
  readonly health: EndpointHealth;
  readonly queue: Pick<WebhookQueue, "sendAttempt">;
  readonly deadLetters: WebhookDeadLetters;
  readonly keyRing: KeyRing;
  readonly log: Log;
  /** The delays between attempts in seconds. */
  readonly schedule: readonly number[];
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export interface PlannedAttempt {
  readonly occurrence: Occurrence;
  readonly round: string;
  readonly target: Target;
  /** The stored delivery. `undefined` before the first attempt of the first round. */
  readonly before: Delivery | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly ids: SubjectIds;
  /** The secrets of the workspace. */
  readonly secrets: SecretPair | undefined;
}

/** The number of tries to record a success. A concurrent attempt can be recorded first. */
const RECORD_ATTEMPTS = 4;

/**
 * Writes in this order: the marks on the subject and the endpoint, the dead letter, the record, the next message. If
 * the function dies before the record, the attempt is repeated. If it dies after the record, the sweeper sends the
 * missing message.
 */
export async function attemptDelivery(dependencies: AttemptDependencies, planned: PlannedAttempt): Promise<void> {
  const { log, deadLetters, queue } = dependencies;
  const { occurrence, round, target, data } = planned;
  const ids = {
    deliveryId: deliveryIdOf(occurrence, target.name),
    ...planned.ids,
    ...subjectFactsOf(occurrence),
  };
  const body = webhookBodyText(occurrence, data);
  const signing = await signingSecrets(dependencies, planned);
  const sent = await sendWebhook(dependencies, target.url, signing, { id: occurrence.eventId, body });
  const after = deliveryAfter(dependencies, planned, sent);
  log.info("A webhook was sent.", {
    event: WEBHOOK_ATTEMPTED,
    delivered: sent.isDelivered ? 1 : 0,
    ...ids,
    target: target.name,
    host: new URL(target.url).host,
    status: sent.attempt.status,
    durationMs: sent.attempt.durationMs,
    reason: sent.attempt.error,
    outcome: after.status,
  });
  await recordOutcome(dependencies, planned, sent);
  if (after.status === "failed" && !sent.isRefused) {
    log.error("All attempts at a webhook failed. Its message is in the dead-letter queue.", {
      event: WEBHOOK_DEAD_LETTERED,
      ...ids,
      target: target.name,
    });
    await deadLetters.sendToDeadLetterQueue({ occurrence, target: target.name, round: `${round}+`, tries: 0 });
  }
  const delayMs = after.nextAttemptAtMs === undefined ? undefined : after.nextAttemptAtMs - dependencies.now();
  const hasMessage = delayMs !== undefined && delayMs <= MAX_MESSAGE_DELAY_MS;
  const dueAtMs = hasMessage ? (after.nextAttemptAtMs ?? 0) + MESSAGE_GRACE_MS : after.nextAttemptAtMs;
  const recorded = await record(dependencies, planned, after, dueAtMs);
  if (recorded && hasMessage) {
    const message = { occurrence, target: target.name, round, tries: after.tries };
    await queue.sendAttempt(message, Math.max(0, delayMs));
  }
}

/** Ends a delivery whose target no longer exists. Sends nothing. */
export async function failWithoutTarget(
  { deliveries, now }: Pick<AttemptDependencies, "deliveries" | "now">,
  before: Delivery,
  round: string,
  error: string,
): Promise<void> {
  const attempt = { atMs: now(), durationMs: 0, error };
  const { occurrence, target, url, tries, deliveredAtMs } = before;
  const after: Delivery = {
    occurrence,
    target,
    url,
    status: "failed",
    round,
    tries,
    attempts: logged(before, attempt),
    lastAttemptAtMs: attempt.atMs,
    ...(deliveredAtMs !== undefined && { deliveredAtMs }),
  };
  await deliveries.record(before, after, undefined);
}

async function signingSecrets(
  dependencies: AttemptDependencies,
  { occurrence: { workspaceId }, target: { endpoint }, secrets }: PlannedAttempt,
): Promise<readonly string[]> {
  const { keyRing, now } = dependencies;
  if (endpoint !== undefined) return validSecrets(keyRing, endpoint.endpointId, endpoint.secrets, now());
  return validSecrets(keyRing, workspaceId, await ensureSecrets(dependencies, workspaceId, secrets), now());
}

function deliveryAfter(
  { schedule, random, now }: AttemptDependencies,
  { occurrence, round, target, before }: PlannedAttempt,
  { attempt, isDelivered, isRefused, retryAfterMs }: SentWebhook,
): Delivery {
  const tries = (before?.round === round ? before.tries : 0) + 1;
  const delayMs = isDelivered || isRefused ? undefined : retryDelayMs({ tries, schedule, retryAfterMs, random });
  const failed = delayMs === undefined ? ("failed" as const) : ("pending" as const);
  const deliveredAtMs = isDelivered ? now() : before?.deliveredAtMs;
  return {
    occurrence,
    target: target.name,
    url: target.url,
    status: isDelivered ? "delivered" : failed,
    round,
    tries,
    attempts: logged(before, attempt),
    lastAttemptAtMs: attempt.atMs,
    ...(delayMs !== undefined && { nextAttemptAtMs: now() + delayMs }),
    ...(deliveredAtMs !== undefined && { deliveredAtMs }),
  };
}

function logged(before: Delivery | undefined, attempt: Attempt): Attempt[] {
  return [...(before?.attempts ?? []), attempt].slice(-MAX_LOGGED_ATTEMPTS);
}

/** Records the outcome on the job, or on the endpoint. */
async function recordOutcome(
  { marks, health, now }: AttemptDependencies,
  { occurrence: { subject }, target: { name, endpoint } }: PlannedAttempt,
  { attempt, isDelivered }: SentWebhook,
): Promise<void> {
  if (name === REQUEST_TARGET) {
    await (isDelivered ? marks.markDelivered(subject, now()) : marks.markFailed(subject, attempt.error ?? ""));
  }
  if (endpoint === undefined) return;
  if (isDelivered) {
    if (endpoint.failingSinceMs !== undefined) await health.clearFailing(endpoint);
    return;
  }
  if (endpoint.failingSinceMs === undefined) await health.markFailing(endpoint, attempt.atMs);
  else await switchOffIfDead(health, endpoint, attempt);
}

async function switchOffIfDead(health: EndpointHealth, endpoint: Endpoint, attempt: Attempt): Promise<void> {
  const { failingSinceMs = attempt.atMs } = endpoint;
  if (attempt.atMs - failingSinceMs < ENDPOINT_FAILURE_MS) return;
  const since = new Date(failingSinceMs).toISOString();
  const reason = `Every attempt since ${since} has failed. The last error: ${attempt.error ?? "none"}`;
  await health.switchOff(endpoint, reason, attempt.atMs);
}

/**
 * Resolves to `false` if another attempt was recorded first. A success is recorded even then, because the receiver has
 * the event.
 */
async function record(
  { deliveries }: AttemptDependencies,
  { occurrence, target, before }: PlannedAttempt,
  after: Delivery,
  dueAtMs: number | undefined,
): Promise<boolean> {
  if (await deliveries.record(before, after, dueAtMs)) return true;
  if (after.status !== "delivered") return false;
  for (let attempt = 1; attempt < RECORD_ATTEMPTS; attempt += 1) {
    const stored = deliveryTo(await deliveries.listOf(occurrence.subject), occurrence, target.name);
    if (stored?.status === "delivered") return false;
    const [last] = after.attempts.slice(-1);
    const merged = { ...after, attempts: last === undefined ? after.attempts : logged(stored, last) };
    if (await deliveries.record(stored, merged, undefined)) return true;
  }
  throw new Error("A successful delivery could not be recorded, because other attempts always came first.");
}

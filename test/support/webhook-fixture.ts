/** The dependencies of the webhook use cases, in memory, with a controllable clock and receiver. */
import { FetchFailure, type FetchRequest, type GuardedFetcher } from "@image-render/guarded-fetch";
import type { ServiceEvent } from "../../core/contract/events.js";
import { RETRY_SECONDS } from "../../core/deployment/webhook-schedule.js";
import type { AttemptMessage, Occurrence, OccurrenceMessage } from "../../core/webhooks/delivery.js";
import type { SubjectState } from "../../core/webhooks/ports.js";
import { createInMemoryWebhooks } from "./in-memory-webhooks.js";
import { JOB, silentLog, START_MS, WORKSPACE } from "./render-fixture.js";

export const RING = { current: "k1", keys: { k1: "k".repeat(64) } };
export const HOOK = "https://hooks.example.com/renders?key=private";
export const ENDPOINT = "9b2d8f0a-1c54-4e7b-8d63-0a7f5e2c4b11";

export const OCCURRENCE: Occurrence = {
  eventId: `${JOB}.done`,
  event: "render.completed",
  workspaceId: WORKSPACE,
  subject: { kind: "render", id: JOB },
  timestamp: new Date(START_MS).toISOString(),
};

/** A response of the receiver: a status, with headers, or a failed connection. */
export type Reply = number | { readonly status: number; readonly headers: Readonly<Record<string, string>> } | "broken";

export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function createWebhookFixture() {
  const memory = createInMemoryWebhooks();
  const clock = { nowMs: START_MS };
  const requests: SentRequest[] = [];
  const sent: { readonly message: AttemptMessage; readonly delayMs: number }[] = [];
  const occurrences: OccurrenceMessage[] = [];
  const occurrenceDelays: number[] = [];
  const slots = { free: Infinity };
  const deadLettered: AttemptMessage[] = [];
  const marks: string[] = [];
  const published: ServiceEvent[] = [];
  const subject: { current: SubjectState | undefined } = { current: { webhookUrl: HOOK, data: { id: JOB } } };
  const receiver = { reply: 204 as Reply };
  let ids = 0;
  return {
    memory,
    clock,
    requests,
    sent,
    occurrences,
    occurrenceDelays,
    slots,
    takeSlot: async () => {
      if (slots.free === 0) return undefined;
      slots.free -= 1;
      return async () => void (slots.free += 1);
    },
    deadLettered,
    marked: marks,
    published,
    subject,
    receiver,
    fetcher: fakeFetcher(requests, receiver),
    subjects: { find: async () => subject.current },
    webhooks: memory.settings,
    deliveries: memory.deliveries,
    dueWebhooks: memory.due,
    health: memory.health,
    marks: {
      markDelivered: async (_subject: unknown, atMs: number) => void marks.push(`delivered ${atMs - START_MS}`),
      markFailed: async (_subject: unknown, error: string) => void marks.push(error),
    },
    queue: {
      sendAttempt: async (message: AttemptMessage, delayMs = 0) => void sent.push({ message, delayMs }),
      sendOccurrence: async (message: OccurrenceMessage, delayMs = 0) => {
        occurrences.push(message);
        occurrenceDelays.push(delayMs);
      },
    },
    deadLetters: { sendToDeadLetterQueue: async (message: AttemptMessage) => void deadLettered.push(message) },
    events: { publish: async (event: ServiceEvent) => void published.push(event) },
    keyRing: RING,
    schedule: RETRY_SECONDS,
    random: () => 0,
    log: silentLog,
    now: () => clock.nowMs,
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, "0")}`,
    allowLoopbackTargets: false,
  };
}

function fakeFetcher(requests: SentRequest[], receiver: { reply: Reply }): GuardedFetcher {
  return {
    fetch: async (url, { headers = {}, body = "" }: FetchRequest = {}) => {
      requests.push({ url, headers, body: String(body) });
      const { reply } = receiver;
      if (reply === "broken") {
        throw new FetchFailure("network", "The connection to hooks.example.com closed.", { retryable: true });
      }
      const { status, headers: sent } = typeof reply === "number" ? { status: reply, headers: {} } : reply;
      return { status, headers: sent, bytes: Buffer.from("seen"), finalUrl: url };
    },
  };
}

/**
 * Reads an event by its ID, with the body that webhooks send and its deliveries.
 *
 * No table contains events. The ID names the subject, from which the body is created as for a delivery.
 */
import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import { WEBHOOK_EVENTS } from "../contract/events.js";
import type { Subject } from "../contract/events/event.js";
import type { EventBody } from "../contract/webhooks-api.js";
import type { BatchStore } from "../batches/ports.js";
import { isTerminal } from "../renders/job.js";
import type { JobStore } from "../renders/ports.js";
import type { KeyRing } from "../signing/key-ring.js";
import { type Delivery, type Occurrence, presentDelivery } from "./delivery.js";
import { occurrenceOfBatchEnd, occurrenceOfEnd } from "./occurrence-of.js";
import type { DeliveryStore } from "./ports.js";
import { webhookBodyText } from "./send-webhook.js";
import { dataOfBatch, dataOfRender, inOrder } from "./subjects.js";

export interface GetEventDependencies {
  readonly jobs: Pick<JobStore, "findOwned">;
  readonly batches: Pick<BatchStore, "find" | "jobsOf">;
  readonly deliveries: Pick<DeliveryStore, "listOf">;
  readonly keyRing: KeyRing;
}

/** The report of webhooks about an event. */
interface Report {
  /** The event that the subject has now, as its deliveries name it. */
  readonly occurrence: Occurrence;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * @throws ServiceError `NOT_FOUND` for an event that has not occurred, that is no longer in the log, or that belongs
 *   to another workspace. `GONE` if its deliveries are in the log, but what it reports was deleted.
 */
export async function getEvent(
  dependencies: GetEventDependencies,
  workspaceId: string,
  id: string,
): Promise<EventBody> {
  const eventId = id.toLowerCase();
  const subject = subjectOf(eventId);
  if (subject === undefined) throw noSuchEvent();
  const logged = await dependencies.deliveries.listOf(subject);
  const deliveries = logged.filter(
    ({ occurrence }) => occurrence.eventId === eventId && occurrence.workspaceId === workspaceId,
  );
  const report = await reportOf(dependencies, workspaceId, subject, deliveries);
  if (report === undefined && deliveries.length > 0) {
    throw new ServiceError("GONE", "What the event reports was deleted, so its body is no longer available.");
  }
  if (report?.occurrence.eventId !== eventId) throw noSuchEvent();
  const { occurrence, data } = report;
  const { kind, id: subjectId } = occurrence.subject;
  return {
    eventId,
    event: occurrence.event,
    occurredAt: occurrence.timestamp,
    ...(kind === "render" && { renderId: subjectId }),
    ...(kind === "batch" && { batchId: subjectId }),
    body: webhookBodyText(occurrence, data),
    deliveries: deliveries.map(presentDelivery),
  };
}

/** Returns the subject that an event ID names. The end of the ID tells which event it is, and so the kind of the subject. */
function subjectOf(eventId: string): Subject | undefined {
  const [id = ""] = eventId.split(".", 1);
  const end = eventId.slice(id.length + 1);
  const kind = WEBHOOK_EVENTS.find(({ webhook }) => webhook.idEnd.test(end))?.webhook.subject;
  return kind === undefined || !z.uuid().safeParse(id).success ? undefined : { kind, id };
}

async function reportOf(
  { jobs, batches, keyRing }: GetEventDependencies,
  workspaceId: string,
  { kind, id }: Subject,
  [delivery]: readonly Delivery[],
): Promise<Report | undefined> {
  if (kind === "render") {
    const job = await jobs.findOwned(workspaceId, id);
    if (job === undefined || !isTerminal(job)) return undefined;
    return { occurrence: occurrenceOfEnd(job), data: dataOfRender(job, keyRing) };
  }
  if (kind === "batch") {
    const batch = await batches.find(id);
    if (batch?.workspaceId !== workspaceId || batch.finishedAtMs === undefined) return undefined;
    const jobsOfBatch = await batches.jobsOf(batch);
    return { occurrence: occurrenceOfBatchEnd(batch), data: dataOfBatch({ batch, jobs: jobsOfBatch }, keyRing) };
  }
  // For the other kinds of events, only the deliveries contain what the event reports.
  return delivery && { occurrence: delivery.occurrence, data: inOrder(delivery.occurrence.data) };
}

function noSuchEvent(): ServiceError {
  return new ServiceError("NOT_FOUND", "There is no such event in this workspace, or it is no longer in the log.");
}

/** CloudFormation's protocol for custom resources: the function puts its response to the URL in the event. */
import type { CloudFormationCustomResourceEvent, Context } from "aws-lambda";
import * as z from "zod";
import type { FunctionLog } from "../shared/logger.js";

/**
 * The part of the function's time that is kept for the response. Without a response, a deployment or a rollback waits.
 */
const RESPONSE_MS = 10_000;

export interface CustomResourceResult {
  readonly physicalResourceId: string;
  /** Attributes that the template reads with Fn::GetAtt. They must not be secrets. */
  readonly data: Readonly<Record<string, string>>;
}

/** The operations of a custom resource. The signal aborts when the time is over: no result counts after that. */
export interface CustomResource {
  /** Runs for each create and update. */
  apply(event: CloudFormationCustomResourceEvent, signal: AbortSignal): Promise<CustomResourceResult>;
  /** Runs after CloudFormation has received the success of a create or update. @default nothing */
  confirmed?(): Promise<void>;
  /**
   * Runs for a delete. A failed create is deleted too: {@link isFailedCreate} recognizes its physical ID.
   *
   * @default nothing to delete
   */
  remove?(event: CloudFormationCustomResourceEvent, signal: AbortSignal): Promise<void>;
}

/**
 * Returns whether a physical ID belongs to a create that never succeeded, for a resource whose IDs are UUIDs. If
 * CloudFormation gets no response in time, it invents an ID that is not a UUID.
 */
export const isFailedCreate = (physicalResourceId: string): boolean => !z.uuid().safeParse(physicalResourceId).success;

/** Runs the custom resource and reports the result to CloudFormation. Reports a failure if the time runs out. */
export async function respondToCustomResource(
  event: CloudFormationCustomResourceEvent,
  context: Pick<Context, "logStreamName" | "getRemainingTimeInMillis">,
  log: Pick<FunctionLog, "error">,
  resource: CustomResource,
): Promise<void> {
  const known = "PhysicalResourceId" in event ? event.PhysicalResourceId : undefined;
  try {
    const result = await withinTime(context, event.RequestType, async (signal) => {
      if (event.RequestType !== "Delete") return await resource.apply(event, signal);
      await resource.remove?.(event, signal);
      return { physicalResourceId: known ?? "none", data: {} };
    });
    await respond(event, { Status: "SUCCESS", PhysicalResourceId: result.physicalResourceId, Data: result.data });
  } catch (error) {
    log.error("The custom resource failed.", { error });
    const Reason = `${error instanceof Error ? error.message : String(error)} (log stream ${context.logStreamName})`;
    // The request ID needs a prefix: alone, it would be a UUID, like the physical ID of an existing resource.
    await respond(event, { Status: "FAILED", PhysicalResourceId: known ?? `failed-${event.RequestId}`, Reason });
    return;
  }
  if (event.RequestType !== "Delete") await resource.confirmed?.();
}

/** @throws Error when only the time for the response is left */
async function withinTime<T>(
  context: Pick<Context, "getRemainingTimeInMillis">,
  requestType: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limitMs = Math.max(0, context.getRemainingTimeInMillis() - RESPONSE_MS);
  const timeOver = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timeOver.abort();
    reject(new Error(`${requestType} did not end within ${Math.round(limitMs / 1000)} s. Run it again to continue.`));
  }, limitMs);
  try {
    return await Promise.race([work(timeOver.signal), promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function respond(event: CloudFormationCustomResourceEvent, outcome: Record<string, unknown>): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...outcome, StackId, RequestId, LogicalResourceId });
  // The presigned URL is signed for an empty content type.
  const response = await fetch(event.ResponseURL, { method: "PUT", body, headers: { "content-type": "" } });
  if (!response.ok) throw new Error(`CloudFormation refused the response with status ${response.status}.`);
}

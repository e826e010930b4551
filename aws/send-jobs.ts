/** Sends the messages of many jobs, ten per call. */
import { setTimeout as pause } from "node:timers/promises";
import { SendMessageBatchCommand, type SQSClient, SQSServiceException } from "@aws-sdk/client-sqs";
import type { QueuedJob, SendResult, SentJobs } from "../core/batches/ports.js";
import type { QueueName } from "../core/contract/render-queues.js";
import { renderMessageOf } from "../core/renders/job.js";

/** The limit of SQS. */
const MESSAGES_PER_CALL = 10;
/** A call can succeed and still refuse some of its messages, for example because a host of SQS is overloaded. */
const ATTEMPTS = 3;
const PAUSE_MS = 50;

interface Sent {
  readonly results: Map<string, SendResult>;
  readonly errors: unknown[];
}

/**
 * Returns whether an error means that the queue refused the message. After a client error (no such queue, access
 * denied, malformed message), the queue has definitely not accepted the message. After a timeout, a broken connection,
 * or a server error, this is unknown.
 */
export function isRefusal(error: unknown): error is SQSServiceException {
  return error instanceof SQSServiceException && error.$fault === "client";
}

export async function sendJobs(
  client: SQSClient,
  queueUrls: Partial<Readonly<Record<QueueName, string>>>,
  jobs: readonly QueuedJob[],
): Promise<SentJobs> {
  const sent: Sent = { results: new Map(), errors: [] };
  const byQueue = Map.groupBy(jobs, ({ queue }) => queue);
  const calls = [...byQueue].flatMap(([queue, ofQueue]) =>
    inCalls(ofQueue).map(async (group) => await sendGroup(client, queueUrls[queue], group, sent)),
  );
  await Promise.all(calls);
  return sent;
}

function inCalls(jobs: readonly QueuedJob[]): readonly (readonly QueuedJob[])[] {
  const calls = Math.ceil(jobs.length / MESSAGES_PER_CALL);
  return Array.from({ length: calls }, (_, call) =>
    jobs.slice(call * MESSAGES_PER_CALL, (call + 1) * MESSAGES_PER_CALL),
  );
}

/** Sends the messages of one call, and resends those that the queue refused although the message was valid. */
async function sendGroup(
  client: SQSClient,
  QueueUrl: string | undefined,
  group: readonly QueuedJob[],
  { results, errors }: Sent,
): Promise<void> {
  let left = group;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const { retry, outcome, error } = await sendOnce(client, QueueUrl, left);
    for (const [jobId, result] of outcome) results.set(jobId, result);
    if (error !== undefined) errors.push(error);
    if (attempt === ATTEMPTS) return;
    left = left.filter(({ job }) => retry.has(job.id));
    if (left.length > 0) await pause(Math.random() * PAUSE_MS * 2 ** attempt);
  }
}

interface SentOnce {
  readonly outcome: Map<string, SendResult>;
  /** The IDs of the jobs whose messages are worth another attempt. */
  readonly retry: ReadonlySet<string>;
  readonly error?: unknown;
}

async function sendOnce(
  client: SQSClient,
  QueueUrl: string | undefined,
  group: readonly QueuedJob[],
): Promise<SentOnce> {
  const all = (result: SendResult) => new Map(group.map(({ job }) => [job.id, result]));
  if (QueueUrl === undefined) {
    return { outcome: all("refused"), retry: new Set(), error: new Error("This function has no URL for the queue.") };
  }
  const Entries = group.map(({ job }) => ({
    Id: job.id,
    MessageBody: JSON.stringify(renderMessageOf(job)),
    // The group ID makes a standard queue fair: the backlog of one workspace does not delay the others.
    MessageGroupId: job.workspaceId,
  }));
  try {
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    const outcome = all("sent");
    for (const { Id = "" } of Failed) outcome.set(Id, "refused");
    const retry = Failed.flatMap(({ Id = "", SenderFault = false }) => (SenderFault ? [] : [Id]));
    return { outcome, retry: new Set(retry), ...(Failed.length > 0 && { error: Failed }) };
  } catch (error) {
    return { outcome: all(isRefusal(error) ? "refused" : "unknown"), retry: new Set(), error };
  }
}

/** The conditional updates of a job's item. */
import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { MAX_ATTEMPTS, MAX_REQUEUES, MAX_UNREPORTED_ATTEMPTS } from "../core/contract/limits.js";
import { EXPIRED_LEASE_GRACE_MS } from "../core/renders/lease.js";
import type { BatchEnd, Job } from "../core/renders/job.js";
import { type Ending, type LeaseCondition, SWEEP_SHARDS } from "../core/renders/ports.js";
import { ifConditionHolds } from "./stored-item.js";

export type JobUpdate = Required<Pick<UpdateCommandInput, "UpdateExpression" | "ConditionExpression">> & {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues: Record<string, unknown>;
};

/** The sweeper publishes the end of a job that is not marked as published after this time. */
const PUBLISH_GRACE_MS = 60_000;

const STATUS = { "#status": "status" };
const UNLEASED = "(attribute_not_exists(leaseUntilMs) OR leaseUntilMs <= :now)";
const REPORTED = "(attribute_not_exists(unreported) OR unreported < :maxUnreported)";
/** The condition that the job was never claimed. */
export const NEVER_CLAIMED = {
  ConditionExpression: "#status = :queued AND attempts = :none",
  ExpressionAttributeNames: STATUS,
  ExpressionAttributeValues: { ":queued": "queued", ":none": 0 },
};

/** Applies an update. Resolves to the changed item, or to `undefined` if the condition does not hold. */
export async function updateJob(
  client: DynamoDBDocumentClient,
  tableName: string,
  jobId: string,
  update: JobUpdate,
): Promise<Record<string, unknown> | undefined> {
  const command = new UpdateCommand({ TableName: tableName, Key: { id: jobId }, ...update, ReturnValues: "ALL_NEW" });
  return (await ifConditionHolds(client.send(command)))?.Attributes;
}

/** Marks a job as enqueued, unless it was claimed: a claim that came first has set a `sweepAtMs` that must remain. */
export function enqueuedUpdate(nowMs: number): JobUpdate {
  return {
    ...NEVER_CLAIMED,
    UpdateExpression: "SET enqueuedAtMs = :now REMOVE sweepShard, sweepAtMs",
    ExpressionAttributeValues: { ...NEVER_CLAIMED.ExpressionAttributeValues, ":now": nowMs },
  };
}

export function claimUpdate(id: string, lease: { nowMs: number; untilMs: number; token: string }): JobUpdate {
  const assignments = [
    "attempts = attempts + :one",
    "unreported = if_not_exists(unreported, :none) + :one",
    "leaseUntilMs = :until",
    "leaseToken = :token",
    "sweepShard = :shard",
    "sweepAtMs = :sweepAt",
  ];
  return {
    UpdateExpression: `SET ${assignments.join(", ")}`,
    ConditionExpression: `#status = :queued AND attempts < :max AND ${REPORTED} AND ${UNLEASED}`,
    ExpressionAttributeNames: STATUS,
    ExpressionAttributeValues: {
      ":none": 0,
      ":one": 1,
      ":until": lease.untilMs,
      ":token": lease.token,
      ":shard": shardOf(id),
      ":sweepAt": lease.untilMs + EXPIRED_LEASE_GRACE_MS,
      ":queued": "queued",
      ":max": MAX_ATTEMPTS,
      ":maxUnreported": MAX_UNREPORTED_ATTEMPTS,
      ":now": lease.nowMs,
    },
  };
}

/** Increments `requeues` of a job that was never claimed. */
export function requeueUpdate(): JobUpdate {
  return {
    UpdateExpression: "SET requeues = if_not_exists(requeues, :none) + :one",
    ConditionExpression: `${NEVER_CLAIMED.ConditionExpression} AND (attribute_not_exists(requeues) OR requeues < :limit)`,
    ExpressionAttributeNames: STATUS,
    ExpressionAttributeValues: { ...NEVER_CLAIMED.ExpressionAttributeValues, ":one": 1, ":limit": MAX_REQUEUES },
  };
}

/**
 * Ends the lease of an attempt that has reported. The message returns to its queue, so the sweeper need not check the
 * job.
 */
export function releaseUpdate(leaseToken: string): JobUpdate {
  return {
    UpdateExpression:
      "SET unreported = if_not_exists(unreported, :one) - :one REMOVE leaseUntilMs, leaseToken, sweepShard, sweepAtMs",
    ConditionExpression: "#status = :queued AND leaseToken = :token",
    ExpressionAttributeNames: STATUS,
    ExpressionAttributeValues: { ":queued": "queued", ":token": leaseToken, ":one": 1 },
  };
}

/** @param condition `undefined`: regardless of the lease */
export function endUpdate(
  id: string,
  condition: LeaseCondition | undefined,
  ending: Ending & { readonly batchEnd?: BatchEnd | undefined },
  nowMs: number,
): JobUpdate {
  const changes = [
    ...Object.entries(ending).filter(([, value]) => value !== undefined),
    ["finishedAtMs", nowMs],
    ["sweepShard", shardOf(id)],
    ["sweepAtMs", nowMs + PUBLISH_GRACE_MS],
  ];
  const [lease, leaseValues] = leaseCondition(condition);
  return {
    UpdateExpression: `SET ${changes.map(([name]) => `#${name} = :${name}`).join(", ")} REMOVE leaseUntilMs, leaseToken`,
    ConditionExpression: `#status = :queued${lease}`,
    // All names need placeholders, because some are reserved words.
    ExpressionAttributeNames: Object.fromEntries(changes.map(([name]) => [`#${name}`, String(name)])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(changes.map(([name, value]) => [`:${name}`, value])),
      ...leaseValues,
      ":queued": "queued",
    },
  };
}

/** Returns the job after `endUpdate`, for a write that returns no item. */
export function endedJob(job: Job, ending: Ending & { readonly batchEnd?: BatchEnd | undefined }, nowMs: number): Job {
  const changes = Object.entries(ending).filter(([, value]) => value !== undefined);
  const ended = { ...job, ...Object.fromEntries(changes), finishedAtMs: nowMs, sweepAtMs: nowMs + PUBLISH_GRACE_MS };
  delete ended.leaseUntilMs;
  delete ended.leaseToken;
  return ended;
}

function leaseCondition(condition: LeaseCondition | undefined): readonly [string, Record<string, unknown>] {
  if (condition === undefined) return ["", {}];
  if ("leaseToken" in condition) return [" AND leaseToken = :token", { ":token": condition.leaseToken }];
  return [` AND ${UNLEASED}`, { ":now": condition.unleasedAtMs }];
}

export function publishedUpdate(nowMs: number): JobUpdate {
  return {
    UpdateExpression: "SET publishedAtMs = if_not_exists(publishedAtMs, :now) REMOVE sweepShard, sweepAtMs",
    ConditionExpression: "attribute_exists(id)",
    ExpressionAttributeValues: { ":now": nowMs },
  };
}

export function postponeUpdate(sweepAtMs: number): JobUpdate {
  return {
    UpdateExpression: "SET sweepAtMs = :at",
    ConditionExpression: "attribute_exists(sweepAtMs)",
    ExpressionAttributeValues: { ":at": sweepAtMs },
  };
}

/** Takes the job out of the list of its workspace. Its other attributes stay for a message that is delivered late. */
export function removedUpdate(workspaceId: string, times: { nowMs: number; forgetAtMs?: number }): JobUpdate {
  const { nowMs, forgetAtMs } = times;
  const expiry = forgetAtMs === undefined ? "" : ", expiresAt = :expiresAt";
  return {
    UpdateExpression: `SET deletedAtMs = :now, inputs = :empty${expiry} REMOVE workspaceShard, listedAs`,
    ConditionExpression: "workspaceId = :workspace AND #status <> :queued AND attribute_not_exists(deletedAtMs)",
    ExpressionAttributeNames: STATUS,
    ExpressionAttributeValues: {
      ":now": nowMs,
      ":empty": { layers: {}, variables: {} },
      ":workspace": workspaceId,
      ":queued": "queued",
      ...(forgetAtMs !== undefined && { ":expiresAt": Math.ceil(forgetAtMs / 1000) }),
    },
  };
}

/** Distributes jobs evenly over the partitions of the sweeper's index. */
export function shardOf(id: string): number {
  return createHash("sha256").update(id).digest().readUInt8(0) % SWEEP_SHARDS;
}

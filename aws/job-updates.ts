/** Every change that a job's item goes through, as a conditional update; each says when it may happen. */
import { createHash } from "node:crypto";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { MAX_ATTEMPTS } from "../core/contract/limits.js";
import { type Ending, type Holder, SWEEP_SHARDS } from "../core/renders/ports.js";

export type JobUpdate = Required<Pick<UpdateCommandInput, "UpdateExpression" | "ConditionExpression">> & {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues: Record<string, unknown>;
};

/** A lease that ran out this long ago without the job's end is the sweeper's to look at. */
const DEAD_LEASE_GRACE_MS = 30_000;
/** An end that has not been published after this time is published by the sweeper. */
const PUBLISH_GRACE_MS = 60_000;

const STATUS = { "#status": "status" };
const UNLEASED = "(attribute_not_exists(leaseUntilMs) OR leaseUntilMs <= :now)";
/** Nobody has ever claimed the job. */
export const UNTOUCHED = {
  ConditionExpression: "#status = :queued AND attempts = :none",
  ExpressionAttributeNames: STATUS,
  ExpressionAttributeValues: { ":queued": "queued", ":none": 0 },
};

/** A claim that came first has set its own watch, which must stay: hence the condition. */
export function enqueuedUpdate(nowMs: number): JobUpdate {
  return {
    ...UNTOUCHED,
    UpdateExpression: "SET enqueuedAtMs = :now REMOVE sweepShard, sweepAtMs",
    ExpressionAttributeValues: { ...UNTOUCHED.ExpressionAttributeValues, ":now": nowMs },
  };
}

export function claimUpdate(id: string, lease: { nowMs: number; untilMs: number; token: string }): JobUpdate {
  const assignments = [
    "attempts = attempts + :one",
    "leaseUntilMs = :until",
    "leaseToken = :token",
    "sweepShard = :shard",
    "sweepAtMs = :sweepAt",
  ];
  return {
    UpdateExpression: `SET ${assignments.join(", ")}`,
    ConditionExpression: `#status = :queued AND attempts < :max AND ${UNLEASED}`,
    ExpressionAttributeNames: STATUS,
    ExpressionAttributeValues: {
      ":one": 1,
      ":until": lease.untilMs,
      ":token": lease.token,
      ":shard": shardOf(id),
      ":sweepAt": lease.untilMs + DEAD_LEASE_GRACE_MS,
      ":queued": "queued",
      ":max": MAX_ATTEMPTS,
      ":now": lease.nowMs,
    },
  };
}

/** The message is back in its queue, which needs no watching. */
export function releaseUpdate(leaseToken: string): JobUpdate {
  return {
    UpdateExpression: "REMOVE leaseUntilMs, leaseToken, sweepShard, sweepAtMs",
    ConditionExpression: "#status = :queued AND leaseToken = :token",
    ExpressionAttributeNames: STATUS,
    ExpressionAttributeValues: { ":queued": "queued", ":token": leaseToken },
  };
}

export function endUpdate(id: string, holder: Holder, ending: Ending, nowMs: number): JobUpdate {
  const facts = Object.entries(ending).filter(([, value]) => value !== undefined);
  const changes = [
    ...facts,
    ["finishedAtMs", nowMs],
    ["sweepShard", shardOf(id)],
    ["sweepAtMs", nowMs + PUBLISH_GRACE_MS],
  ];
  const [owned, owner] =
    "leaseToken" in holder
      ? (["leaseToken = :token", { ":token": holder.leaseToken }] as const)
      : ([UNLEASED, { ":now": holder.nobodyAtMs }] as const);
  return {
    UpdateExpression: `SET ${changes.map(([name]) => `#${name} = :${name}`).join(", ")} REMOVE leaseUntilMs, leaseToken`,
    ConditionExpression: `#status = :queued AND ${owned}`,
    // Placeholders for all names: several of them are reserved words.
    ExpressionAttributeNames: Object.fromEntries(changes.map(([name]) => [`#${name}`, String(name)])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(changes.map(([name, value]) => [`:${name}`, value])),
      ...owner,
      ":queued": "queued",
    },
  };
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

/** Spreads watched jobs evenly over the index's partitions. */
export function shardOf(id: string): number {
  return createHash("sha256").update(id).digest().readUInt8(0) % SWEEP_SHARDS;
}

/**
 * The jobs table.
 *
 * Key `id`. Index `byWorkspace` (workspaceId, createdAtMs) lists a workspace's jobs by time. Index `watched`
 * (sweepShard, sweepAtMs) is sparse: an item is in it only while it has those two attributes.
 */
import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { MAX_ATTEMPTS } from "../core/contract/limits.js";
import { explainRefusedClaim } from "../core/renders/claim-result.js";
import { type Job, jobSchema } from "../core/renders/job.js";
import { type Ending, type Holder, type JobStore, SWEEP_SHARDS } from "../core/renders/ports.js";
import { itemOfRefusal, parseItem, unlessRefused } from "./stored-item.js";

/** A lease that ran out this long ago without the job's end is the sweeper's to look at. */
const DEAD_LEASE_GRACE_MS = 30_000;
/** An end that has not been published after this time is published by the sweeper. */
const PUBLISH_GRACE_MS = 60_000;

const NAMES = { "#status": "status", "#error": "error", "#bytes": "bytes" };

export function createJobsTable(client: DynamoDBDocumentClient, tableName: string): JobStore {
  const parse = (item: unknown): Job => parseItem(jobSchema, item, "the jobs table");
  const key = (id: string) => ({ TableName: tableName, Key: { id } });
  const update = (id: string, input: Omit<UpdateCommandInput, "TableName" | "Key">) =>
    client.send(new UpdateCommand({ ...key(id), ...withUsedNames(input) }));

  async function find(id: string): Promise<Job | undefined> {
    const { Item } = await client.send(new GetCommand({ ...key(id), ConsistentRead: true }));
    return Item === undefined ? undefined : parse(Item);
  }

  return {
    find,

    async findOwned(workspaceId, id) {
      const job = await find(id);
      return job?.workspaceId === workspaceId ? job : undefined;
    },

    async create(job) {
      const Item = { ...job, sweepShard: shardOf(job.id) };
      await client.send(
        new PutCommand({ TableName: tableName, Item, ConditionExpression: "attribute_not_exists(id)" }),
      );
    },

    async undoCreation(id) {
      const condition = { ConditionExpression: "#status = :queued AND attempts = :none" };
      const write = client.send(
        new DeleteCommand({
          ...key(id),
          ...withUsedNames(condition),
          ExpressionAttributeValues: { ":queued": "queued", ":none": 0 },
        }),
      );
      return (await unlessRefused(write)) !== undefined;
    },

    async markEnqueued(id, nowMs) {
      // A claim that came first has set its own watch, which must stay: hence the condition.
      const write = update(id, {
        UpdateExpression: "SET enqueuedAtMs = :now REMOVE sweepShard, sweepAtMs",
        ConditionExpression: "#status = :queued AND attempts = :none",
        ExpressionAttributeValues: { ":now": nowMs, ":queued": "queued", ":none": 0 },
      });
      await unlessRefused(write);
    },

    async claim(id, { nowMs, untilMs, token }) {
      try {
        const { Attributes } = await update(id, {
          UpdateExpression:
            "SET attempts = attempts + :one, leaseUntilMs = :until, leaseToken = :token, sweepShard = :shard, sweepAtMs = :sweepAt",
          ConditionExpression: `#status = :queued AND attempts < :max AND ${UNLEASED}`,
          ExpressionAttributeValues: {
            ":one": 1,
            ":until": untilMs,
            ":token": token,
            ":shard": shardOf(id),
            ":sweepAt": untilMs + DEAD_LEASE_GRACE_MS,
            ":queued": "queued",
            ":max": MAX_ATTEMPTS,
            ":now": nowMs,
          },
          ReturnValues: "ALL_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        });
        return { kind: "claimed", job: parse(Attributes) };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const item = itemOfRefusal(error);
        return explainRefusedClaim(item === undefined ? undefined : parse(item), nowMs);
      }
    },

    async release(id, leaseToken) {
      const write = update(id, {
        UpdateExpression: "REMOVE leaseUntilMs, leaseToken, sweepShard, sweepAtMs",
        ConditionExpression: "#status = :queued AND leaseToken = :token",
        ExpressionAttributeValues: { ":queued": "queued", ":token": leaseToken },
      });
      await unlessRefused(write);
    },

    async end(id, holder, ending, nowMs) {
      const written = await unlessRefused(update(id, endingUpdate(id, holder, ending, nowMs)));
      return written === undefined ? undefined : parse(written.Attributes);
    },

    async markPublished(id, nowMs) {
      await update(id, {
        UpdateExpression: "SET publishedAtMs = if_not_exists(publishedAtMs, :now) REMOVE sweepShard, sweepAtMs",
        ConditionExpression: "attribute_exists(id)",
        ExpressionAttributeValues: { ":now": nowMs },
      });
    },

    async listDue(shard, nowMs, limit) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: "watched",
          KeyConditionExpression: "sweepShard = :shard AND sweepAtMs <= :now",
          ExpressionAttributeValues: { ":shard": shard, ":now": nowMs },
          Limit: limit,
        }),
      );
      return Items.map((item) => String(item.id));
    },

    async postponeSweep(id, sweepAtMs) {
      const write = update(id, {
        UpdateExpression: "SET sweepAtMs = :at",
        ConditionExpression: "attribute_exists(sweepAtMs)",
        ExpressionAttributeValues: { ":at": sweepAtMs },
      });
      await unlessRefused(write);
    },
  };
}

const UNLEASED = "(attribute_not_exists(leaseUntilMs) OR leaseUntilMs <= :now)";

function endingUpdate(id: string, holder: Holder, ending: Ending, nowMs: number): Omit<UpdateCommandInput, "TableName" | "Key"> {
  const owned = "leaseToken" in holder ? "leaseToken = :token" : UNLEASED;
  const holderValue = "leaseToken" in holder ? { ":token": holder.leaseToken } : { ":now": holder.nobodyAtMs };
  const facts: Record<string, unknown> =
    ending.status === "failed"
      ? { ":error": ending.error }
      : { ":bytes": ending.bytes, ":renderMs": ending.renderMs, ":warnings": ending.warnings };
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const assignments = known.map(([name]) => `${attributeOf(name)} = ${name}`);
  return {
    UpdateExpression: `SET ${[...ENDING_ASSIGNMENTS, ...assignments].join(", ")} REMOVE leaseUntilMs, leaseToken`,
    ConditionExpression: `#status = :queued AND ${owned}`,
    ExpressionAttributeValues: {
      ...Object.fromEntries(known),
      ...holderValue,
      ":status": ending.status,
      ":queued": "queued",
      ":finishedAt": nowMs,
      ":shard": shardOf(id),
      ":sweepAt": nowMs + PUBLISH_GRACE_MS,
    },
    ReturnValues: "ALL_NEW",
  };
}

const ENDING_ASSIGNMENTS = [
  "#status = :status",
  "finishedAtMs = :finishedAt",
  "sweepShard = :shard",
  "sweepAtMs = :sweepAt",
];

/** `:bytes` → `#bytes` where the attribute's name is a reserved word, else the plain name. */
function attributeOf(placeholder: string): string {
  const name = placeholder.slice(1);
  return `#${name}` in NAMES ? `#${name}` : name;
}

/** Adds the name placeholders that the expressions use; DynamoDB refuses unused ones. */
function withUsedNames<T extends { UpdateExpression?: string | undefined; ConditionExpression?: string | undefined }>(input: T) {
  const text = `${input.UpdateExpression ?? ""} ${input.ConditionExpression ?? ""}`;
  const used = Object.entries(NAMES).filter(([placeholder]) => text.includes(placeholder));
  return used.length === 0 ? input : { ...input, ExpressionAttributeNames: Object.fromEntries(used) };
}

/** Spreads watched jobs evenly over the index's partitions. */
function shardOf(id: string): number {
  return createHash("sha256").update(id).digest().readUInt8(0) % SWEEP_SHARDS;
}

/**
 * The limits table. Key: `id`. Attributes: `fullAtMs` of a token bucket, `count` of a quota or of failed work,
 * `takenUntilMs` and `token` of a slot, `expiresAt` (TTL, epoch seconds).
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { FailedWorkStore } from "../core/access/failed-work.js";
import type { QuotaStore } from "../core/access/quota.js";
import type { BucketStore, BucketWrite } from "../core/access/rate-limiter.js";
import type { SlotStore } from "../core/access/slots.js";
import { itemOfFailedCondition, parseItem, ifConditionHolds } from "./stored-item.js";

const bucketSchema = z.object({ fullAtMs: z.number() });
const counterSchema = z.object({ id: z.string(), count: z.number() });
const slotSchema = z.object({ id: z.string(), takenUntilMs: z.number().optional() });

/** A full bucket is equivalent to a missing one. Keep it for one day, for questions from users. */
const KEPT_SECONDS = 24 * 60 * 60;

export type LimitStore = BucketStore & QuotaStore & SlotStore & FailedWorkStore;

export function createLimitsTable(client: DynamoDBDocumentClient, tableName: string): LimitStore {
  async function write(input: Omit<UpdateCommandInput, "TableName">): Promise<BucketWrite> {
    try {
      const { Attributes } = await client.send(
        new UpdateCommand({
          ...input,
          TableName: tableName,
          ReturnValues: "ALL_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return { written: true, fullAtMs: parseItem(bucketSchema, Attributes, "the limits table").fullAtMs };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const item = itemOfFailedCondition(error);
      return {
        written: false,
        fullAtMs: item === undefined ? undefined : parseItem(bucketSchema, item, "the limits table").fullAtMs,
      };
    }
  }

  return {
    ...slotsOf(client, tableName),
    ...failedWorkOf(client, tableName),
    ...quotasOf(client, tableName),

    extend: (id, byMs, fromMs, toMs) =>
      write({
        Key: { id },
        UpdateExpression: "SET fullAtMs = fullAtMs + :by, expiresAt = :expires",
        ConditionExpression: "fullAtMs BETWEEN :from AND :to",
        ExpressionAttributeValues: { ":by": byMs, ":from": fromMs, ":to": toMs, ":expires": expiry(toMs) },
      }),

    restart: (id, fullAtMs, beforeMs) =>
      write({
        Key: { id },
        UpdateExpression: "SET fullAtMs = :full, expiresAt = :expires",
        ConditionExpression: "attribute_not_exists(fullAtMs) OR fullAtMs < :before",
        ExpressionAttributeValues: { ":full": fullAtMs, ":before": beforeMs, ":expires": expiry(fullAtMs) },
      }),
  };
}

function quotasOf(client: DynamoDBDocumentClient, TableName: string): QuotaStore {
  return {
    async countWithin(id, limit, expiresAtMs, amount = 1) {
      const update = new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: "ADD #count :amount SET expiresAt = :expires",
        ConditionExpression: "attribute_not_exists(#count) OR #count < :limit",
        // `count` is a reserved word.
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":amount": amount, ":limit": limit, ":expires": Math.ceil(expiresAtMs / 1000) },
      });
      return (await ifConditionHolds(client.send(update))) !== undefined;
    },
  };
}

function slotsOf(client: DynamoDBDocumentClient, TableName: string): SlotStore {
  return {
    async takeSlot(id, token, nowMs, untilMs) {
      const update = new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: "SET takenUntilMs = :until, #token = :token, expiresAt = :expires",
        ConditionExpression: "attribute_not_exists(takenUntilMs) OR takenUntilMs <= :now",
        ExpressionAttributeNames: { "#token": "token" },
        ExpressionAttributeValues: { ":until": untilMs, ":token": token, ":now": nowMs, ":expires": expiry(untilMs) },
      });
      return (await ifConditionHolds(client.send(update))) !== undefined;
    },

    async freeSlot(id, token) {
      const update = new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: "REMOVE takenUntilMs",
        ConditionExpression: "#token = :token",
        ExpressionAttributeNames: { "#token": "token" },
        ExpressionAttributeValues: { ":token": token },
      });
      await ifConditionHolds(client.send(update));
    },

    async listFreeSlots(ids, nowMs) {
      // The read is consistent, because a caller often comes back right after it has freed a slot.
      const read = { Keys: ids.map((id) => ({ id })), ConsistentRead: true };
      const { Responses = {} } = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: read } }));
      const slots = (Responses[TableName] ?? []).map((item) => parseItem(slotSchema, item, "the limits table"));
      const taken = new Set(slots.filter(({ takenUntilMs = 0 }) => takenUntilMs > nowMs).map(({ id }) => id));
      // A key that was not processed may be free. The conditional write decides.
      return ids.filter((id) => !taken.has(id));
    },
  };
}

function failedWorkOf(client: DynamoDBDocumentClient, TableName: string): FailedWorkStore {
  return {
    async addTo(id, amount, expiresAtMs) {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: { id },
          UpdateExpression: "ADD #count :amount SET expiresAt = :expires",
          ExpressionAttributeNames: { "#count": "count" },
          ExpressionAttributeValues: { ":amount": amount, ":expires": Math.ceil(expiresAtMs / 1000) },
        }),
      );
    },

    async readCounters(ids) {
      const read = { Keys: ids.map((id) => ({ id })) };
      const { Responses = {} } = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: read } }));
      const counters = (Responses[TableName] ?? []).map((item) => parseItem(counterSchema, item, "the limits table"));
      // A key that was not processed counts as 0: the limit only prevents waste.
      return ids.map((id) => counters.find((counter) => counter.id === id)?.count ?? 0);
    },
  };
}

function expiry(fullAtMs: number): number {
  return Math.ceil(fullAtMs / 1000) + KEPT_SECONDS;
}

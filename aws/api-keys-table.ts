/**
 * The API keys table. Key: `hash`.
 *
 * `hash` is the SHA-256 of an API key, `session#` and the SHA-256 of a session token, or `link#` and the SHA-256 of the
 * token of a sign-in link. Sessions and links have `expiresAt` (TTL, epoch seconds). workspaces-table.ts writes the
 * keys, in one transaction with the workspace that lists them.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { apiKeyRecordSchema } from "../core/access/api-key-record.js";
import type { ApiKeyStore } from "../core/access/authenticate.js";
import type { KeyListStore } from "../core/access/list-keys.js";
import type { KeyUseStore } from "../core/access/note-use.js";
import { sessionRecordSchema, type SessionStore } from "../core/access/session.js";
import { sessionLinkRecordSchema, type SessionLinkStore } from "../core/access/session-link.js";
import { ifConditionHolds, parseItem } from "./stored-item.js";
import { transact } from "./transact.js";

type Item = Record<string, unknown>;

/** All reads are consistent, so that a revoked key stops working when its cache entries in the functions expire. */
export function createApiKeysTable(
  client: DynamoDBDocumentClient,
  tableName: string,
): ApiKeyStore & SessionStore & KeyUseStore & KeyListStore {
  return {
    async findByHash(hash) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { hash }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(apiKeyRecordSchema, Item, "the API keys table");
    },

    async findSession({ hash, keyHash }) {
      const items = await readAll(client, tableName, [hash, keyHash]);
      const sessionItem = items.find((item) => item.hash === hash);
      const keyItem = items.find((item) => item.hash === keyHash);
      if (sessionItem === undefined || keyItem === undefined) return undefined;
      const session = parseItem(sessionRecordSchema, sessionItem, "the API keys table");
      if (session.keyHash !== keyHash) return undefined;
      return { session, key: parseItem(apiKeyRecordSchema, keyItem, "the API keys table") };
    },

    async recordUse(hash, nowMs, staleMs) {
      // Functions may write no other attribute (lib/http-environment.ts).
      const update = new UpdateCommand({
        TableName: tableName,
        Key: { hash },
        UpdateExpression: "SET lastUsedAtMs = :now",
        ConditionExpression:
          "attribute_exists(#hash) AND (attribute_not_exists(lastUsedAtMs) OR lastUsedAtMs <= :stale)",
        ExpressionAttributeNames: { "#hash": "hash" },
        ExpressionAttributeValues: { ":now": nowMs, ":stale": staleMs },
      });
      await ifConditionHolds(client.send(update));
    },

    async readKeys(hashes) {
      const items = await readAll(client, tableName, hashes);
      return items.map((item) => parseItem(apiKeyRecordSchema, item, "the API keys table"));
    },

    async putSession(session) {
      await client.send(new PutCommand({ TableName: tableName, Item: expiring(session) }));
    },

    async deleteSession(hash) {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { hash } }));
    },
  };
}

/** Creates the store of sign-in links, for the function that creates them and begins their sessions. */
export function createSessionLinks(client: DynamoDBDocumentClient, tableName: string): SessionLinkStore {
  return {
    async putLink(link) {
      await client.send(new PutCommand({ TableName: tableName, Item: expiring(link) }));
    },

    async findLink(hash) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { hash }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(sessionLinkRecordSchema, Item, "the API keys table");
    },

    async exchangeLink(hash, session) {
      const link = {
        TableName: tableName,
        Key: { hash },
        ConditionExpression: "attribute_exists(#hash)",
        ExpressionAttributeNames: { "#hash": "hash" },
      };
      const { ok } = await transact(client, [
        { Delete: link },
        { Put: { TableName: tableName, Item: expiring(session) } },
      ]);
      return ok;
    },
  };
}

function expiring<T extends { readonly expiresAtMs: number }>(record: T): T & { readonly expiresAt: number } {
  return { ...record, expiresAt: Math.ceil(record.expiresAtMs / 1000) };
}

const READ_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 100;

/** Reads a batch, and repeats the keys that a throttled table has not returned. */
async function readAll(client: DynamoDBDocumentClient, tableName: string, hashes: readonly string[]): Promise<Item[]> {
  let request = { [tableName]: { Keys: hashes.map((hash): Item => ({ hash })), ConsistentRead: true } };
  const found: Item[] = [];
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(new BatchGetCommand({ RequestItems: request }));
    found.push(...(Responses[tableName] ?? []));
    const unprocessed = UnprocessedKeys[tableName]?.Keys ?? [];
    if (unprocessed.length === 0) return found;
    request = { [tableName]: { Keys: unprocessed, ConsistentRead: true } };
    await pause(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new Error(`The API keys table returned an incomplete batch ${READ_ATTEMPTS} times.`);
}

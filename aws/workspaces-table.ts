/**
 * The workspaces table. Key: `id` (of the workspace) + `item`, which is `profile` for the workspace itself.
 * credit-shards.ts describes the balances, which are in the same table.
 *
 * The index `byKind` (kind, createdAtMs) is sparse: only profiles have a `kind`. A profile lists the keys of the
 * workspace. The API keys table contains a record of each key. Profile and records are written in one transaction.
 */
import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { ApiKeyRecord } from "../core/access/api-key-record.js";
import {
  type KeyEntry,
  type Workspace,
  workspaceSchema,
  type WorkspaceStore,
  type WorkspaceSummary,
  workspaceSummarySchema,
} from "../core/access/workspace.js";
import { AlreadyRecordedError } from "../core/idempotency/already-recorded.js";
import { type IdempotencyRecord, recordedAtMs } from "../core/idempotency/idempotency-record.js";
import { INDEXES } from "../core/deployment/storage-layout.js";
import { planChangeWrites } from "./credit-writes.js";
import { recordWrite } from "./idempotency-records.js";
import { parseItem } from "./stored-item.js";
import { transact, type TransactItem } from "./transact.js";

export interface WorkspaceTableNames {
  readonly workspaces: string;
  readonly apiKeys: string;
  /** The table of idempotency records. Only functions that write such records need it. */
  readonly records?: string;
}

/** The sort key of a profile. */
export const PROFILE_ITEM = "profile";
const PROFILE = { item: PROFILE_ITEM, kind: "workspace" } as const;

/** Creates a reader of profiles, for functions that need nothing else from the table. */
export function createWorkspaceReader(client: DynamoDBDocumentClient, tableName: string): Pick<WorkspaceStore, "find"> {
  return {
    async find(id) {
      const Key = { id, item: PROFILE.item };
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(workspaceSchema, Item, "the workspaces table");
    },
  };
}

export function createWorkspacesTable(client: DynamoDBDocumentClient, tables: WorkspaceTableNames): WorkspaceStore {
  return {
    async create(workspace, record) {
      const Item = { ...workspace, ...PROFILE };
      const profile = { TableName: tables.workspaces, Item, ConditionExpression: "attribute_not_exists(id)" };
      const keys = workspace.keys.map((key) => putKey(tables.apiKeys, workspace, key));
      return await writeUnlessChanged(client, { Put: profile }, keys, recordWrites(tables.records, record));
    },

    ...createWorkspaceReader(client, tables.workspaces),

    async list() {
      const query = {
        TableName: tables.workspaces,
        IndexName: INDEXES.workspacesByKind,
        KeyConditionExpression: "kind = :kind",
        ExpressionAttributeValues: { ":kind": PROFILE.kind },
      };
      const found: WorkspaceSummary[] = [];
      for await (const { Items = [] } of paginateQuery({ client }, query)) {
        found.push(...Items.map((item) => parseItem(workspaceSummarySchema, item, "the workspaces table")));
      }
      return found;
    },

    async replace(before, after, credits, record) {
      const balance = credits === undefined ? [] : planChangeWrites(tables.workspaces, after.id, credits);
      const records = keyWrites(tables.apiKeys, before, after);
      const profile = updateProfile(tables.workspaces, before, after);
      return await writeUnlessChanged(client, profile, [...records, ...balance], recordWrites(tables.records, record));
    },
  };
}

/**
 * Resolves to `false` if the condition of the profile does not hold.
 *
 * @param record the write of the idempotency record, if there is one
 * @throws AlreadyRecordedError if the record exists
 */
async function writeUnlessChanged(
  client: DynamoDBDocumentClient,
  profile: TransactItem,
  others: readonly TransactItem[],
  record: readonly TransactItem[],
): Promise<boolean> {
  const result = await transact(client, [profile, ...others, ...record]);
  if (result.ok) return true;
  // A repeated request also finds a different revision, so the record decides.
  if (record.length > 0 && result.failedConditions.includes(1 + others.length)) throw new AlreadyRecordedError();
  if (result.failedConditions.includes(0)) return false;
  throw new Error("The API keys table does not match the list of keys in the workspace.");
}

function recordWrites(recordsTable: string | undefined, record: IdempotencyRecord | undefined): TransactItem[] {
  return record === undefined ? [] : [recordWrite(recordsTable, record, recordedAtMs(record))];
}

function updateProfile(TableName: string, before: Workspace, after: Workspace): TransactItem {
  return {
    Update: {
      TableName,
      Key: { id: before.id, item: PROFILE.item },
      UpdateExpression: "SET #name = :name, #plan = :plan, #keys = :keys, #revision = :after",
      ConditionExpression: "#revision = :before",
      ExpressionAttributeNames: { "#name": "name", "#plan": "plan", "#keys": "keys", "#revision": "revision" },
      ExpressionAttributeValues: {
        ":name": after.name,
        ":plan": after.plan,
        ":keys": after.keys,
        ":before": before.revision,
        ":after": after.revision,
      },
    },
  };
}

/** Adds, removes, and updates key records so that they match the profile. */
function keyWrites(TableName: string, before: Workspace, after: Workspace): TransactItem[] {
  const known = new Set(before.keys.map(({ hash }) => hash));
  const kept = new Set(after.keys.map(({ hash }) => hash));
  const added = after.keys.filter(({ hash }) => !known.has(hash));
  const removed = before.keys.filter(({ hash }) => !kept.has(hash));
  const moved = before.plan === after.plan ? [] : after.keys.filter(({ hash }) => known.has(hash));
  return [
    ...added.map((key) => putKey(TableName, after, key)),
    ...removed.map(({ hash }) => ({ Delete: { TableName, Key: { hash } } })),
    ...moved.map(({ hash }) => updatePlan(TableName, hash, after.plan)),
  ];
}

function putKey(TableName: string, { id, plan }: Workspace, key: KeyEntry): TransactItem {
  const Item: ApiKeyRecord = { ...key, workspaceId: id, plan };
  return {
    Put: {
      TableName,
      Item,
      ConditionExpression: "attribute_not_exists(#hash)",
      ExpressionAttributeNames: { "#hash": "hash" },
    },
  };
}

function updatePlan(TableName: string, hash: string, plan: string): TransactItem {
  return {
    Update: {
      TableName,
      Key: { hash },
      UpdateExpression: "SET #plan = :plan",
      // The update must not create a missing record.
      ConditionExpression: "attribute_exists(#hash)",
      ExpressionAttributeNames: { "#hash": "hash", "#plan": "plan" },
      ExpressionAttributeValues: { ":plan": plan },
    },
  };
}

/**
 * Finds and removes everything of a workspace.
 *
 * Most tables have no index that lists all items of a workspace: claims and batches are reached by their IDs only, and
 * the list of jobs leaves out those that their owner has deleted. A scan finds them all. It reads each table completely,
 * which costs about $0.02 for a million jobs.
 */
import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { ContentKind, DeletedWorkspace } from "../core/access/deletion/deletion.js";
import type { RemovedPage, WorkspaceContents } from "../core/access/deletion/ports.js";
import { BUCKET_PREFIXES } from "../core/deployment/storage-layout.js";
import { inGroups } from "../core/shared/in-groups.js";
import { CONTENT_SCANS, type ContentScan, type ContentTables } from "./content-scans.js";
import { ALL_SHARDS } from "./credit-shards.js";
import { ifConditionHolds } from "./stored-item.js";
import { PROFILE_ITEM } from "./workspaces-table.js";

/** The prefixes below which each workspace has a folder. */
const FOLDERS = [
  BUCKET_PREFIXES.templates,
  BUCKET_PREFIXES.thumbnails,
  BUCKET_PREFIXES.uploads,
  BUCKET_PREFIXES.incoming,
] as const;
const DELETES_AT_ONCE = 25;
/** The limit of DeleteObjects. */
const MAX_OBJECTS = 1_000;

type Item = Readonly<Record<string, unknown>>;

export interface ContentClients {
  readonly documents: DynamoDBDocumentClient;
  readonly objects: S3Client;
  readonly now: () => number;
}

export interface ContentNames {
  readonly tables: ContentTables & { readonly workspaces: string };
  readonly bucket: string;
}

export function createWorkspaceContents(clients: ContentClients, names: ContentNames): WorkspaceContents {
  return {
    async removePage(kind, workspace, position) {
      if (kind === "files") return await removeFiles(clients, names.bucket, workspace, position);
      if (kind === "records") return await removeRecords(clients, names.tables.workspaces, workspace, position);
      return await removeScanned(clients, names, { kind, workspace, position });
    },
  };
}

interface ScannedPage {
  readonly kind: Exclude<ContentKind, "files" | "records">;
  readonly workspace: DeletedWorkspace;
  readonly position: string | undefined;
}

async function removeScanned(
  clients: ContentClients,
  { tables, bucket }: ContentNames,
  { kind, workspace, position }: ScannedPage,
): Promise<RemovedPage> {
  const scan: ContentScan = CONTENT_SCANS[kind];
  const TableName = tables[scan.table];
  const { Items = [], LastEvaluatedKey } = await clients.documents.send(
    new ScanCommand({
      TableName,
      ...scan.filter(workspace),
      ...(position !== undefined && { ExclusiveStartKey: JSON.parse(position) as Item }),
    }),
  );
  const free = Items.filter((item) => scan.isFree?.(item, clients.now()) ?? true);
  // Files first: after a crash, the items still name them.
  const keys = free.flatMap((item) => scan.filesOf?.(item) ?? []);
  for (let start = 0; start < keys.length; start += MAX_OBJECTS) {
    await deleteObjects(clients.objects, bucket, keys.slice(start, start + MAX_OBJECTS));
  }
  const removed = await inGroups(free, DELETES_AT_ONCE, async (item) => {
    const Key = Object.fromEntries(scan.key.map((name) => [name, item[name]]));
    const unless = scan.isFree === undefined ? {} : scan.condition?.(clients.now());
    return await ifConditionHolds(clients.documents.send(new DeleteCommand({ TableName, Key, ...unless })));
  });
  const count = removed.filter((result) => result !== undefined).length;
  const next = LastEvaluatedKey === undefined ? {} : { next: JSON.stringify(LastEvaluatedKey) };
  return { removed: count, left: Items.length - count, ...next };
}

/** Removes the files in the folders of the workspace. Each page starts at the first file that is left. */
async function removeFiles(
  { objects }: ContentClients,
  Bucket: string,
  { id }: DeletedWorkspace,
  position = "0",
): Promise<RemovedPage> {
  const folder = FOLDERS[Number(position)];
  if (folder === undefined) throw new Error(`There is no folder ${position}.`);
  const { Contents = [], IsTruncated } = await objects.send(
    new ListObjectsV2Command({ Bucket, Prefix: `${folder}${id}/`, MaxKeys: MAX_OBJECTS }),
  );
  const keys = Contents.flatMap(({ Key }) => Key ?? []);
  await deleteObjects(objects, Bucket, keys);
  const following = IsTruncated === true ? Number(position) : Number(position) + 1;
  return { removed: keys.length, left: 0, ...(following < FOLDERS.length && { next: String(following) }) };
}

/** Removes the items of the workspaces table except the profile. They are in partitions with known keys. */
async function removeRecords(
  { documents }: ContentClients,
  TableName: string,
  { id }: DeletedWorkspace,
  position = "0",
): Promise<RemovedPage> {
  const partitions = [...ALL_SHARDS.map((shard) => `credits#${id}#${shard}`), id];
  const partition = partitions[Number(position)];
  const { Items = [], LastEvaluatedKey } = await documents.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "id = :id",
      ExpressionAttributeValues: { ":id": partition },
      ProjectionExpression: "id, #item",
      ExpressionAttributeNames: { "#item": "item" },
    }),
  );
  const owned = Items.filter(({ item }) => item !== PROFILE_ITEM);
  await inGroups(owned, DELETES_AT_ONCE, async ({ id: owner, item }) => {
    await documents.send(new DeleteCommand({ TableName, Key: { id: owner as string, item: item as string } }));
  });
  const following = LastEvaluatedKey === undefined ? Number(position) + 1 : Number(position);
  return { removed: owned.length, left: 0, ...(following < partitions.length && { next: String(following) }) };
}

/** @throws Error if S3 could not delete one of the objects. A missing object is not an error. */
async function deleteObjects(client: S3Client, Bucket: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const Objects = keys.map((Key) => ({ Key }));
  const { Errors: [failure] = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
  );
  if (failure === undefined) return;
  throw new Error(`${failure.Key ?? "An object"} could not be deleted: ${failure.Message ?? failure.Code ?? ""}`);
}

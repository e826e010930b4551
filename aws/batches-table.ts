/** The batches table. Key: `id`. The index `byWorkspace` lists the batches of a workspace: see batch-list.ts. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Batch } from "../core/batches/batch.js";
import type { BatchStore } from "../core/batches/ports.js";
import { createBatchDownloads } from "./batch-downloads.js";
import { createBatchCreation } from "./batch-creation.js";
import { parseBatchItem } from "./batch-item.js";
import { listBatches } from "./batch-list.js";
import type { JobTableNames } from "./job-table-names.js";
import { readJobs } from "./read-jobs.js";

export type BatchTableNames = Pick<JobTableNames, "jobs"> & { readonly batches: string };
export type BatchReader = Pick<BatchStore, "find" | "peek" | "jobsOf">;

/** Creates a reader for functions that only read batches. */
export function createBatchReader(client: DynamoDBDocumentClient, tables: BatchTableNames): BatchReader {
  const read = async (id: string, consistent: boolean): Promise<Batch | undefined> => {
    const input = { TableName: tables.batches, Key: { id }, ConsistentRead: consistent };
    const { Item } = await client.send(new GetCommand(input));
    return Item === undefined ? undefined : parseBatchItem(Item);
  };
  return {
    find: (id) => read(id, true),
    peek: (id) => read(id, false),
    async jobsOf({ jobIds }) {
      const jobs = await readJobs(client, tables.jobs, jobIds, { consistent: true });
      return jobIds.flatMap((id) => jobs.get(id) ?? []);
    },
  };
}

export function createBatchesTable(
  client: DynamoDBDocumentClient,
  tables: BatchTableNames & Pick<JobTableNames, "workspaces">,
): BatchStore {
  return {
    ...createBatchReader(client, tables),
    ...createBatchCreation(client, tables),
    ...createBatchDownloads(client, tables.batches),
    listOwned: async (workspaceId, page) => await listBatches(client, tables.batches, workspaceId, page),
  };
}

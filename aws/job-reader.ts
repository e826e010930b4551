/** Reads the jobs table, for functions that only read it. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Job } from "../core/renders/job.js";
import type { JobStore } from "../core/renders/ports.js";
import { parseJobItem } from "./job-item.js";

export type JobReader = Pick<JobStore, "find" | "peek" | "findOwned">;

export function createJobReader(client: DynamoDBDocumentClient, tableName: string): JobReader {
  const read = async (id: string, consistent: boolean): Promise<Job | undefined> => {
    const input = { TableName: tableName, Key: { id }, ConsistentRead: consistent };
    const { Item } = await client.send(new GetCommand(input));
    return Item === undefined ? undefined : parseJobItem(Item);
  };
  const find = (id: string) => read(id, true);
  return {
    find,
    peek: (id) => read(id, false),
    findOwned: async (workspaceId, id) => {
      const job = await find(id);
      return job?.workspaceId === workspaceId && job.deletedAtMs === undefined ? job : undefined;
    },
  };
}

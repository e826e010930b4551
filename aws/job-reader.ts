/** Reads the jobs table, for functions that change nothing there. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { type Job, jobSchema } from "../core/renders/job.js";
import type { JobStore } from "../core/renders/ports.js";
import { parseItem } from "./stored-item.js";

export type JobReader = Pick<JobStore, "find" | "findOwned">;

export function createJobReader(client: DynamoDBDocumentClient, tableName: string): JobReader {
  const find = async (id: string): Promise<Job | undefined> => {
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }));
    return Item === undefined ? undefined : parseItem(jobSchema, Item, "the jobs table");
  };
  return {
    find,
    findOwned: async (workspaceId, id) => {
      const job = await find(id);
      return job?.workspaceId === workspaceId ? job : undefined;
    },
  };
}

/**
 * Facts about a deployment. The bootstrap function runs last, determines these facts, and writes them to items of the
 * workspaces table. No workspace has the IDs of these items.
 *
 * - The distribution ID. Function environments cannot contain it, because CloudFormation creates the distribution after
 *   the functions.
 * - The first workspace. Its ID derives from the stack that created it. A later stack with the same data reads it here.
 * - The success of a deployment. If this fact is missing, the data is that of a first deployment that failed.
 */
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { FirstWorkspaceRecord } from "../core/access/bootstrap-workspace.js";
import { parseItem } from "./stored-item.js";

const DISTRIBUTION = { id: "deployment", item: "distribution" } as const;
const FIRST_WORKSPACE = { id: "deployment", item: "first-workspace" } as const;
const SUCCESS = { id: "deployment", item: "success" } as const;
const NAME = "the workspaces table";
const distributionSchema = z.object({ distributionId: z.string().min(1) });
const firstWorkspaceSchema = z.object({ workspaceId: z.uuid() });

export interface DeploymentFacts {
  /** @throws Error until the deployment is complete */
  distributionId(): Promise<string>;
  writeDistributionId(distributionId: string): Promise<void>;
  readonly firstWorkspace: FirstWorkspaceRecord;
  /** Whether {@link writeSuccess} was ever called for this data. */
  hasSucceeded(): Promise<boolean>;
  writeSuccess(): Promise<void>;
}

export function createDeploymentFacts(client: DynamoDBDocumentClient, workspacesTable: string): DeploymentFacts {
  const read = async (Key: Readonly<Record<string, string>>) =>
    (await client.send(new GetCommand({ TableName: workspacesTable, Key, ConsistentRead: true }))).Item;
  const write = async (Item: Readonly<Record<string, string>>) => {
    await client.send(new PutCommand({ TableName: workspacesTable, Item }));
  };
  return {
    async distributionId() {
      const item = await read(DISTRIBUTION);
      if (item === undefined) throw new Error("The distribution ID is not stored yet. The deployment is not complete.");
      return parseItem(distributionSchema, item, NAME).distributionId;
    },

    writeDistributionId: (distributionId) => write({ ...DISTRIBUTION, distributionId }),

    firstWorkspace: {
      async read() {
        const item = await read(FIRST_WORKSPACE);
        return item === undefined ? undefined : parseItem(firstWorkspaceSchema, item, NAME).workspaceId;
      },
      write: (workspaceId) => write({ ...FIRST_WORKSPACE, workspaceId }),
    },

    hasSucceeded: async () => (await read(SUCCESS)) !== undefined,

    writeSuccess: () => write(SUCCESS),
  };
}

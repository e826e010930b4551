/**
 * The distribution ID, in an item of the workspaces table whose ID no workspace has.
 *
 * Function environments cannot contain it, because CloudFormation creates the distribution after the functions. The
 * bootstrap function runs last and writes the item.
 */
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { parseItem } from "./stored-item.js";

const KEY = { id: "deployment", item: "distribution" } as const;
const itemSchema = z.object({ distributionId: z.string().min(1) });

export interface DeploymentFacts {
  /** @throws Error until the deployment is complete */
  distributionId(): Promise<string>;
  writeDistributionId(distributionId: string): Promise<void>;
}

export function createDeploymentFacts(client: DynamoDBDocumentClient, workspacesTable: string): DeploymentFacts {
  return {
    async distributionId() {
      const { Item } = await client.send(new GetCommand({ TableName: workspacesTable, Key: KEY }));
      if (Item === undefined) throw new Error("The distribution ID is not stored yet. The deployment is not complete.");
      return parseItem(itemSchema, Item, "the workspaces table").distributionId;
    },

    async writeDistributionId(distributionId) {
      await client.send(new PutCommand({ TableName: workspacesTable, Item: { ...KEY, distributionId } }));
    },
  };
}

/**
 * What functions know of their deployment beyond their environment: an item of the workspaces table with an id that no
 * workspace has. The distribution is made after the functions that it stands in front of, so that none can be told its id
 * by its environment; the bootstrap function, which is called last, writes it here.
 */
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { parseItem } from "./stored-item.js";

const KEY = { id: "deployment", item: "distribution" } as const;
const itemSchema = z.object({ distributionId: z.string().min(1) });

export interface DeploymentFacts {
  /** @throws Error while the deployment is not complete. */
  distributionId(): Promise<string>;
  writeDistributionId(distributionId: string): Promise<void>;
}

export function createDeploymentFacts(client: DynamoDBDocumentClient, workspacesTable: string): DeploymentFacts {
  return {
    async distributionId() {
      const { Item } = await client.send(new GetCommand({ TableName: workspacesTable, Key: KEY }));
      if (Item === undefined) throw new Error("It is not known yet which distribution is in front of the service.");
      return parseItem(itemSchema, Item, "the workspaces table").distributionId;
    },

    async writeDistributionId(distributionId) {
      await client.send(new PutCommand({ TableName: workspacesTable, Item: { ...KEY, distributionId } }));
    },
  };
}

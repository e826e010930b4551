/** Lists templates and their versions. */
import { type DynamoDBDocumentClient, GetCommand, paginateQuery, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { INDEXES } from "../core/deployment/storage-layout.js";
import { listedTemplateSchema } from "../core/templates/template-head.js";
import type { TemplateCursor, TemplateStore, VersionFacts } from "../core/templates/template-version.js";
import { parseItem } from "./stored-item.js";
import { markPartition, readMark } from "./template-items.js";

const NAME = "the templates table";

const factsSchema = z.object({
  version: z.int(),
  createdAtMs: z.int(),
  documentBytes: z.int(),
  note: z.string().optional(),
});

export function createTemplateLists(
  client: DynamoDBDocumentClient,
  tableName: string,
): Pick<TemplateStore, "listVersions" | "listPage" | "listDeletedPage"> {
  const queryPage = async (partition: string, limit: number, from: TemplateCursor | undefined) =>
    await client.send(
      new QueryCommand({
        TableName: tableName,
        IndexName: INDEXES.templatesByWorkspace,
        KeyConditionExpression: "workspaceId = :workspace",
        ExpressionAttributeValues: { ":workspace": partition },
        ScanIndexForward: false,
        Limit: limit,
        ExclusiveStartKey: from,
      }),
    );
  return {
    async listVersions(workspaceId, id, limit) {
      if (!(await isThere(client, tableName, workspaceId, id))) return undefined;
      const pages = paginateQuery(
        { client, pageSize: limit },
        {
          TableName: tableName,
          KeyConditionExpression: "id = :id AND version > :head",
          ExpressionAttributeValues: { ":id": id, ":head": 0 },
          ProjectionExpression: "version, createdAtMs, documentBytes, note",
          ScanIndexForward: false,
          ConsistentRead: true,
        },
      );
      const versions: VersionFacts[] = [];
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const { documentBytes: bytes, ...facts } = parseItem(factsSchema, item, NAME);
          versions.push({ ...facts, bytes });
        }
        if (versions.length >= limit) break;
      }
      return versions.slice(0, limit);
    },

    async listPage(workspaceId, limit, from) {
      const { Items = [], LastEvaluatedKey } = await queryPage(workspaceId, limit, from);
      return { templates: Items.map((item) => parseItem(listedTemplateSchema, item, NAME)), next: LastEvaluatedKey };
    },

    async listDeletedPage(workspaceId, limit, from) {
      const { Items = [], LastEvaluatedKey } = await queryPage(markPartition(workspaceId), limit, from);
      return { templates: Items.map(readMark), next: LastEvaluatedKey };
    },
  };
}

async function isThere(
  client: DynamoDBDocumentClient,
  tableName: string,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const { Item } = await client.send(
    new GetCommand({
      TableName: tableName,
      Key: { id, version: 0 },
      ProjectionExpression: "workspaceId, deletedAtMs",
      ConsistentRead: true,
    }),
  );
  return Item?.workspaceId === workspaceId && Item.deletedAtMs === undefined;
}

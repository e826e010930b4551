/** Reads versions from the templates table, for functions that need nothing else from it. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { TemplateVersionReader } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { readVersion } from "./template-items.js";

export function createTemplateVersions(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: DocumentBucket,
): TemplateVersionReader {
  return {
    async findVersion(workspaceId, id, version) {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { id, version }, ConsistentRead: true }),
      );
      return Item?.workspaceId === workspaceId ? await readVersion(documents, Item) : undefined;
    },
  };
}

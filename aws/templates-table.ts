/** The templates table. template-items.ts describes its items. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TemplateStore } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { createTemplateLists } from "./template-lists.js";
import { createTemplateFinder } from "./template-finder.js";
import { createTemplateRemoval } from "./template-removal.js";
import { createTemplateVersions } from "./template-versions.js";
import { createTemplateWrites } from "./template-writes.js";

export function createTemplatesTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: DocumentBucket,
): TemplateStore {
  return {
    ...createTemplateVersions(client, tableName, documents),
    ...createTemplateFinder(client, tableName, documents),
    ...createTemplateLists(client, tableName),
    ...createTemplateWrites(client, tableName, documents),
    remove: createTemplateRemoval(client, tableName, documents),
  };
}

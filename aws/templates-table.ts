/** The templates table. template-items.ts describes its items. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TemplateStore } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { createTemplateLists } from "./template-lists.js";
import { createTemplateFinder } from "./template-finder.js";
import { createTemplateRemoval } from "./template-removal.js";
import { createTemplateRestoration } from "./template-restoration.js";
import { createTemplateVersions } from "./template-versions.js";
import { createTemplateWrites } from "./template-writes.js";

export function createTemplatesTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: DocumentBucket,
  /** The table of idempotency records. Only functions that write such records need it. */
  records?: string,
): TemplateStore {
  return {
    ...createTemplateVersions(client, tableName, documents),
    ...createTemplateFinder(client, tableName, documents),
    ...createTemplateLists(client, tableName),
    ...createTemplateWrites(client, { templates: tableName, records }, documents),
    remove: createTemplateRemoval(client, tableName, documents),
    restore: createTemplateRestoration(client, tableName, documents),
  };
}

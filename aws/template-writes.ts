/** Writes templates: a head, a version and an idempotency record in one transaction, or only a head. */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TemplateHead } from "../core/templates/template-head.js";
import type { TemplateStore } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { recordWrite } from "./idempotency-records.js";
import { packContent, type VersionContent } from "./template-items.js";
import { transact, type TransactItem } from "./transact.js";

/** The names of the tables that a transaction about a template can write. */
export interface TemplateTableNames {
  readonly templates: string;
  /** Only for functions that write idempotency records. */
  readonly records?: string | undefined;
}

export function createTemplateWrites(
  client: DynamoDBDocumentClient,
  { templates: tableName, records }: TemplateTableNames,
  documents: DocumentBucket,
): Pick<TemplateStore, "create" | "update"> {
  const putNew = (Item: Readonly<Record<string, unknown>>) => ({
    Put: { TableName: tableName, Item, ConditionExpression: "attribute_not_exists(id)" },
  });

  /**
   * Uses a transaction even for a single write. If its response is lost, the SDK repeats it with the same token, so its
   * condition does not fail because of its own first attempt.
   */
  const isWritten = async (writes: readonly TransactItem[]) => (await transact(client, writes)).ok;

  return {
    async create({ head, version: { version, ...first } }, record) {
      const { id, workspaceId } = head;
      const content = await packContent(documents, first);
      const recorded = record === undefined ? [] : [recordWrite(records, record, head.createdAtMs)];
      const result = await transact(client, [
        ...recorded,
        putNew({ ...head, version: 0, highest: content }),
        putNew({ id, workspaceId, version, ...content }),
      ]);
      if (result.ok) return "created";
      return record !== undefined && result.failedConditions.includes(0) ? "recorded" : "exists";
    },

    async update(head, expectedRevision, next) {
      const { id, workspaceId } = head;
      const content = next === undefined ? undefined : await packContent(documents, next);
      const Key = { id, version: 0 };
      const Update = { TableName: tableName, Key, ...headUpdate(head, expectedRevision, content) };
      if (next === undefined) return await isWritten([{ Update }]);
      return await isWritten([{ Update }, putNew({ id, workspaceId, version: next.version, ...content })]);
    },
  };
}

/** Sets the mutable attributes and keeps all others, if the head has the expected revision. */
function headUpdate(head: TemplateHead, expectedRevision: number, highest: VersionContent | undefined) {
  const { name, description, projectId, highestVersion, revision, updatedAtMs } = head;
  const values = { name, description, projectId, highestVersion, revision, updatedAtMs };
  const entries = Object.entries({ ...values, ...(highest !== undefined && { highest }) });
  const set = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined).map(([key]) => `#${key}`);
  return {
    UpdateExpression:
      `SET ${set.map(([key]) => `#${key} = :${key}`).join(", ")}` +
      (removed.length === 0 ? "" : ` REMOVE ${removed.join(", ")}`),
    ConditionExpression: "#revision = :expected AND attribute_not_exists(deletedAtMs)",
    ExpressionAttributeNames: Object.fromEntries(entries.map(([key]) => [`#${key}`, key])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map(([key, value]) => [`:${key}`, value])),
      ":expected": expectedRevision,
    },
  };
}

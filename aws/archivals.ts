/** Marks jobs in the jobs table if their pictures are archived. Does not read or write inputs. */
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { jobSchema } from "../core/renders/job.js";
import type { ArchivalStore } from "../core/renders/mark-archived.js";
import { ifConditionHolds, parseItem } from "./stored-item.js";

const archivableJobSchema = jobSchema.pick({
  id: true,
  workspaceId: true,
  requestId: true,
  format: true,
  status: true,
  storedAs: true,
  deletedAtMs: true,
  archivedAtMs: true,
  archivalPublishedAtMs: true,
});
/** All names need placeholders, because some are reserved words. */
const READ = Object.keys(archivableJobSchema.shape).map((name) => [`#${name}`, name] as const);

export function createArchivals(client: DynamoDBDocumentClient, tableName: string): ArchivalStore {
  return {
    async find(jobId) {
      const { Item } = await client.send(
        new GetCommand({
          TableName: tableName,
          Key: { id: jobId },
          ConsistentRead: true,
          ProjectionExpression: READ.map(([placeholder]) => placeholder).join(", "),
          ExpressionAttributeNames: Object.fromEntries(READ),
        }),
      );
      return Item === undefined ? undefined : parseItem(archivableJobSchema, Item, "the jobs table");
    },

    async mark(jobId, atMs) {
      const update = new UpdateCommand({
        TableName: tableName,
        Key: { id: jobId },
        UpdateExpression: "SET archivedAtMs = :at",
        ConditionExpression:
          "#status = :done AND attribute_not_exists(archivedAtMs) AND attribute_not_exists(deletedAtMs)",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":at": atMs, ":done": "done" },
      });
      return (await ifConditionHolds(client.send(update))) !== undefined;
    },

    async markPublished(jobId, nowMs) {
      const update = new UpdateCommand({
        TableName: tableName,
        Key: { id: jobId },
        UpdateExpression: "SET archivalPublishedAtMs = :now",
        // Without this condition, the update would create an item for a job that has expired in the meantime.
        ConditionExpression: "attribute_exists(archivedAtMs)",
        ExpressionAttributeValues: { ":now": nowMs },
      });
      await ifConditionHolds(client.send(update));
    },
  };
}

/** Scans the jobs table for done jobs that are not marked as archived. */
import { type DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { UnmarkedJobs } from "../core/renders/find-archived.js";
import { jobSchema } from "../core/renders/job.js";
import { parseItem } from "./stored-item.js";

const FILTER = [
  // Idempotency records are in this table too. Their status is a number.
  "#status = :done",
  "finishedAtMs < :before",
  "attribute_not_exists(archivedAtMs)",
  "attribute_not_exists(deletedAtMs)",
  "attribute_not_exists(storedAs)",
].join(" AND ");

const unmarkedJobSchema = jobSchema.pick({ id: true, format: true });

export function createUnmarkedJobs(client: DynamoDBDocumentClient, tableName: string): UnmarkedJobs {
  return {
    async list({ index, total }, endedBeforeMs, after) {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: tableName,
          Segment: index,
          TotalSegments: total,
          FilterExpression: FILTER,
          ProjectionExpression: "id, #format",
          ExpressionAttributeNames: { "#status": "status", "#format": "format" },
          ExpressionAttributeValues: { ":done": "done", ":before": endedBeforeMs },
          ...(after !== undefined && { ExclusiveStartKey: { id: after } }),
        }),
      );
      const next: unknown = LastEvaluatedKey?.id;
      return {
        jobs: Items.map((item) => parseItem(unmarkedJobSchema, item, "the jobs table")),
        next: typeof next === "string" ? next : undefined,
      };
    },
  };
}

/**
 * Records in a job whether its webhook was delivered. The delivery function may write these two attributes of the jobs
 * table and no others (lib/grants.ts).
 */
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Subject } from "../core/contract/events/event.js";
import type { SubjectMarks } from "../core/webhooks/ports.js";
import { ifConditionHolds } from "./stored-item.js";

export function createWebhookMarks(client: DynamoDBDocumentClient, jobsTable: string): SubjectMarks {
  const update = async (
    { kind, id }: Subject,
    change: Pick<UpdateCommandInput, "UpdateExpression" | "ExpressionAttributeValues">,
  ): Promise<void> => {
    if (kind !== "render") return;
    const input = { TableName: jobsTable, Key: { id }, ...change, ConditionExpression: "attribute_exists(id)" };
    await ifConditionHolds(client.send(new UpdateCommand(input)));
  };
  return {
    markDelivered: (subject, atMs) =>
      update(subject, {
        UpdateExpression: "SET webhookDeliveredAtMs = :at REMOVE webhookLastError",
        ExpressionAttributeValues: { ":at": atMs },
      }),
    markFailed: (subject, error) =>
      update(subject, {
        UpdateExpression: "SET webhookLastError = :error",
        ExpressionAttributeValues: { ":error": error },
      }),
  };
}

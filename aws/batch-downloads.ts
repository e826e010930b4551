/** Stores the download of a batch in the item of the batch. `DOWNLOAD_ATTRIBUTES` names its attribute. */
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type BatchDownload, DOWNLOAD_ATTRIBUTES, downloadDeadlines } from "../core/batches/batch-download.js";
import type { BatchStore } from "../core/batches/ports.js";
import { ifConditionHolds } from "./stored-item.js";

/** The conditions for starting a batch download. */
const CAN_START_DOWNLOAD = [
  "attribute_not_exists(#archive)",
  "#archive.#status = :failed",
  "(#archive.#status = :making AND #archive.startedAtMs < :stuck)",
  "(#archive.#status = :ready AND #archive.endedAtMs < :expired)",
];

export function createBatchDownloads(
  client: DynamoDBDocumentClient,
  tableName: string,
): Pick<BatchStore, "startDownload" | "endDownload"> {
  return {
    async startDownload({ batchId: id, format }, token, nowMs) {
      const { stuckBeforeMs, expiredBeforeMs } = downloadDeadlines(nowMs);
      const download: BatchDownload = { status: "making", token, startedAtMs: nowMs };
      const update = new UpdateCommand({
        TableName: tableName,
        Key: { id },
        UpdateExpression: "SET #archive = :archive",
        ConditionExpression: `attribute_exists(id) AND (${CAN_START_DOWNLOAD.join(" OR ")})`,
        ExpressionAttributeNames: { "#archive": DOWNLOAD_ATTRIBUTES[format], "#status": "status" },
        ExpressionAttributeValues: {
          ":archive": download,
          ":failed": "failed",
          ":making": "making",
          ":ready": "ready",
          ":stuck": stuckBeforeMs,
          ":expired": expiredBeforeMs,
        },
      });
      return (await ifConditionHolds(client.send(update))) !== undefined;
    },

    async endDownload({ batchId: id, format }, token, end, nowMs) {
      const changes = Object.entries({ ...end, endedAtMs: nowMs });
      const update = new UpdateCommand({
        TableName: tableName,
        Key: { id },
        UpdateExpression: `SET ${changes.map(([name]) => `#archive.#${name} = :${name}`).join(", ")}`,
        ConditionExpression: "#archive.#token = :token AND #archive.#status = :making",
        ExpressionAttributeNames: {
          "#archive": DOWNLOAD_ATTRIBUTES[format],
          "#token": "token",
          ...Object.fromEntries(changes.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ":token": token,
          ":making": "making",
          ...Object.fromEntries(changes.map(([name, value]) => [`:${name}`, value])),
        },
      });
      return (await ifConditionHolds(client.send(update))) !== undefined;
    },
  };
}

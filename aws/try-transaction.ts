/** Writes several items in one step, or none of them. */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";

/** Reasons that mean: somebody else was there first, or is there right now. */
const LOST = new Set(["ConditionalCheckFailed", "TransactionConflict"]);

/**
 * Resolves to false, with nothing written, when a condition did not hold or another transaction was at work on the same
 * items; any other failure is thrown. The SDK's own repetition of a call whose answer was lost is the same transaction.
 */
export async function tryTransaction(
  client: DynamoDBDocumentClient,
  TransactItems: NonNullable<TransactWriteCommandInput["TransactItems"]>,
): Promise<boolean> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None").filter((code) => code !== "None");
    if (codes.length === 0 || codes.some((code) => !LOST.has(code))) throw error;
    return false;
  }
}

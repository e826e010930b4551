/** Writes of several items that happen all or not at all. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type CancellationReason,
  DynamoDBServiceException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ServiceError } from "../core/contract/errors.js";

export type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

export type TransactResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Places in the list whose condition did not hold, ascending. */
      readonly refused: readonly number[];
      /** By place: the item as it stood, where `ReturnValuesOnConditionCheckFailure` asked for it and there was one. */
      readonly items: readonly (Record<string, unknown> | undefined)[];
    };

/**
 * Of transactions that meet on one item DynamoDB lets one through and rejects the others at once. Nine tries stretch
 * over a second on average, in which one item takes some hundred transactions.
 */
const ATTEMPTS = 9;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** Why DynamoDB cancels a transaction that may well succeed a moment later. */
const PASSING_REASONS = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);
/** The same, told of the whole request. */
const PASSING_ERRORS = new Set([
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "TransactionInProgressException",
]);

/**
 * Runs a transaction; what refuses it for a moment only is tried again with full jitter.
 *
 * A request whose answer got lost is repeated by the client under the same token, and so counts once. A cancelled one
 * was answered: the next try is a request of its own.
 *
 * @throws ServiceError `RATE_LIMITED` when every try met another writer; whatever else fails is thrown as it is.
 */
export async function transact(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
  attempts = ATTEMPTS,
): Promise<TransactResult> {
  let token = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken: token }));
      return { ok: true };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) return refusal;
      if (!isPassing(error)) throw error;
      if (attempt >= attempts) {
        throw new ServiceError("RATE_LIMITED", "Too many changes at once; try again in a moment.", { cause: error });
      }
      // Under a new token a request that is still in progress could happen twice.
      if (!isInProgress(error)) token = randomUUID();
    }
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}

/** A condition that did not hold decides, whatever else stood in the way. */
function refusalOf(error: unknown): TransactResult | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const refused = reasons.flatMap(({ Code }, index) => (Code === "ConditionalCheckFailed" ? [index] : []));
  if (refused.length === 0) return undefined;
  return { ok: false, refused, items: reasons.map(oldItemOf) };
}

function oldItemOf({ Item }: CancellationReason): Record<string, unknown> | undefined {
  return Item === undefined ? undefined : unmarshall(Item);
}

function isPassing(error: unknown): boolean {
  if (error instanceof TransactionCanceledException) {
    const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None").filter((code) => code !== "None");
    return codes.length > 0 && codes.every((code) => PASSING_REASONS.has(code));
  }
  return error instanceof DynamoDBServiceException && PASSING_ERRORS.has(error.name);
}

function isInProgress(error: unknown): boolean {
  return error instanceof DynamoDBServiceException && error.name === "TransactionInProgressException";
}

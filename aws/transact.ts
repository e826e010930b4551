/** Runs DynamoDB transactions, with retries. */
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
      /** The indexes of the writes whose condition did not hold, ascending. */
      readonly failedConditions: readonly number[];
      /** The stored items by index, if the write asked for them with `ReturnValuesOnConditionCheckFailure`. */
      readonly items: readonly (Record<string, unknown> | undefined)[];
    };

/**
 * If transactions conflict on an item, DynamoDB accepts one and rejects the others immediately. Nine attempts take one
 * second on average. In that time, one item accepts a few hundred transactions.
 */
export const TRANSACT_ATTEMPTS = 9;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** Cancellation reasons of one write that are transient. */
const TRANSIENT_REASONS = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);
/** Errors of the whole request that are transient. */
export const TRANSIENT_ERRORS: ReadonlySet<string> = new Set([
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "TransactionInProgressException",
]);

/**
 * Runs a transaction. Retries transient errors with full jitter.
 *
 * If a response is lost, the SDK repeats the request with the same token, so it takes effect once. A canceled
 * transaction has a response, so the next attempt is a new request with a new token.
 *
 * @throws ServiceError `RATE_LIMITED` if all attempts failed with transient errors. Other errors are thrown unchanged.
 */
export async function transact(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
  attempts = TRANSACT_ATTEMPTS,
): Promise<TransactResult> {
  let token = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken: token }));
      return { ok: true };
    } catch (error) {
      const failure = failedConditionsOf(error);
      if (failure !== undefined) return failure;
      if (!isTransient(error)) throw error;
      if (attempt >= attempts) {
        throw new ServiceError("RATE_LIMITED", "Too many changes at the same time. Try again shortly.", {
          cause: error,
        });
      }
      // With a new token, a request that is still in progress could take effect twice.
      if (!isInProgress(error)) token = randomUUID();
    }
    await pause(Math.random() * longestPauseMs(attempt));
  }
}

/** Returns the upper limit of the random pause after an attempt. `npm run bench:scale` uses it for its simulation. */
export function longestPauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
}

/** A failed condition is final, even if other writes had transient errors. */
function failedConditionsOf(error: unknown): TransactResult | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const failedConditions = reasons.flatMap(({ Code }, index) => (Code === "ConditionalCheckFailed" ? [index] : []));
  if (failedConditions.length === 0) return undefined;
  return { ok: false, failedConditions, items: reasons.map(storedItemOf) };
}

function storedItemOf({ Item }: CancellationReason): Record<string, unknown> | undefined {
  return Item === undefined ? undefined : unmarshall(Item);
}

function isTransient(error: unknown): boolean {
  if (error instanceof TransactionCanceledException) {
    const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? "None").filter((code) => code !== "None");
    return codes.length > 0 && codes.every((code) => TRANSIENT_REASONS.has(code));
  }
  return error instanceof DynamoDBServiceException && TRANSIENT_ERRORS.has(error.name);
}

function isInProgress(error: unknown): boolean {
  return error instanceof DynamoDBServiceException && error.name === "TransactionInProgressException";
}

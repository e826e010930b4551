/** Reads stored items. Data from a table is validated like any other input. */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";

/**
 * @throws Error with the table and the issues. It is not a ServiceError, because a corrupt item is an internal error
 *   and must never look like a missing item.
 */
export function parseItem<S extends z.ZodType>(schema: S, item: unknown, table: string): z.output<S> {
  const result = schema.safeParse(item);
  if (!result.success) throw new Error(`An item of ${table} is corrupt: ${z.prettifyError(result.error)}`);
  return result.data;
}

/** Returns the stored item when a condition failed. Requires `ReturnValuesOnConditionCheckFailure`. */
export function itemOfFailedCondition(error: ConditionalCheckFailedException): Record<string, unknown> | undefined {
  return error.Item === undefined ? undefined : unmarshall(error.Item);
}

/** Resolves to `undefined` if the condition of the write does not hold. Throws all other errors. */
export async function ifConditionHolds<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

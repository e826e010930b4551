/** Reads stored items: what comes back from a table is checked like any other input. */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";

/**
 * @throws ServiceError-free Error naming the table and the faults: a corrupt item is a fault of ours and must never
 *   look like a missing one.
 */
export function parseItem<S extends z.ZodType>(schema: S, item: unknown, table: string): z.output<S> {
  const result = schema.safeParse(item);
  if (!result.success) throw new Error(`An item of ${table} is corrupt: ${z.prettifyError(result.error)}`);
  return result.data;
}

/** The item as it stood when a condition failed, from `ReturnValuesOnConditionCheckFailure`. */
export function itemOfRefusal(error: ConditionalCheckFailedException): Record<string, unknown> | undefined {
  return error.Item === undefined ? undefined : unmarshall(error.Item);
}

/** Resolves to `undefined` when the condition of the write did not hold; any other failure is thrown. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

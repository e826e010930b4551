/** The faults that the runner can put into the calls of functions to services. */
import * as z from "zod";

/**
 * - `throttle`, `internal`: the service refuses the call and all retries of it by the SDK. It has not acted.
 * - `timeout`: the connection ends without a response, for the call and all retries. The service has not acted.
 * - `timeout-acted`: the same, but the service has acted each time.
 * - `reset`: the service acts, and the connection is reset. The SDK's retry gets its normal response.
 * - `conditional`: the service acts, and responds that the condition of the call does not hold. The caller sees this when
 *   the response to its first try was lost. Only for calls with a condition.
 * - `conflict`: another transaction writes the same item. The service has not acted. Only for transactions.
 * - `kill-before`: the process of the function ends before the service acts.
 * - `kill-after`: the process of the function ends after the service has acted, and before it learns that.
 */
export const FAULT_KINDS = [
  "throttle",
  "internal",
  "timeout",
  "timeout-acted",
  "reset",
  "conditional",
  "conflict",
  "kill-before",
  "kill-after",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const plannedFaultSchema = z.strictObject({
  /** The short name of the function. */
  functionName: z.string(),
  /** The action with its service, for example `dynamodb:TransactWriteItems`. */
  action: z.string(),
  /** 1 for the first call of this action by this function since the plan was set. */
  occurrence: z.int().min(1),
  kind: z.enum(FAULT_KINDS),
});

/** A fault for one call. */
export type PlannedFault = z.infer<typeof plannedFaultSchema>;

/** A call that a function has made since the plan was set. Retries of the SDK are the same call. */
export interface SeenCall {
  readonly functionName: string;
  readonly action: string;
  readonly occurrence: number;
  /** Whether the service changes something. */
  readonly writes: boolean;
  /** Whether the call has a condition. */
  readonly hasCondition: boolean;
}

const TRANSACTION = "dynamodb:TransactWriteItems";

/** Returns the faults that can happen to a call. */
export function faultsOf({ functionName, action, occurrence, writes, hasCondition }: SeenCall): PlannedFault[] {
  const kinds = FAULT_KINDS.filter((kind) => {
    // The SDK repeats a transaction with its token. DynamoDB then responds with success, and never with a failed condition.
    if (kind === "conditional") return hasCondition && action !== TRANSACTION;
    if (kind === "conflict") return action === TRANSACTION;
    // A read that has acted is like a read that has not.
    return writes || !["timeout-acted", "reset", "kill-after"].includes(kind);
  });
  return kinds.map((kind) => ({ functionName, action, occurrence, kind }));
}

/** Counts the calls of each function, for example to compute what they would cost on AWS. */
import { LOCAL_CREDENTIALS } from "../credentials.js";
import type { Caller } from "./aws-call.js";

export interface CallCount {
  /** The short name of the function, `operator`, or the service of AWS that calls for the stack, such as `cloudfront`. */
  readonly caller: string;
  readonly action: string;
  readonly calls: number;
}

export class CallCounts {
  readonly #counts = new Map<string, CallCount>();

  /** Counts a call. Each part of a transaction or a batch counts. */
  count(by: NonNullable<Caller>, action: string): void {
    const caller = nameOf(by);
    const key = `${caller} ${action}`;
    this.#counts.set(key, { caller, action, calls: (this.#counts.get(key)?.calls ?? 0) + 1 });
  }

  list(): CallCount[] {
    return [...this.#counts.values()];
  }
}

function nameOf(caller: NonNullable<Caller>): string {
  if (typeof caller !== "string") return caller.service.split(".")[0] ?? caller.service;
  const prefix = `${LOCAL_CREDENTIALS.accessKeyId}-`;
  return caller.startsWith(prefix) ? caller.slice(prefix.length) : "operator";
}

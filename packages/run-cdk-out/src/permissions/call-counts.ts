/** Counts the calls of each function, for example to compute what they would cost on AWS. */
import { LOCAL_CREDENTIALS } from "../credentials.js";

export interface CallCount {
  /** The short name of the function, or `operator`. */
  readonly caller: string;
  readonly action: string;
  readonly calls: number;
}

export class CallCounts {
  readonly #counts = new Map<string, CallCount>();

  /** Counts a call by the access key ID of its caller. Each part of a transaction or a batch counts. */
  count(accessKeyId: string, action: string): void {
    const prefix = `${LOCAL_CREDENTIALS.accessKeyId}-`;
    const caller = accessKeyId.startsWith(prefix) ? accessKeyId.slice(prefix.length) : "operator";
    const key = `${caller} ${action}`;
    this.#counts.set(key, { caller, action, calls: (this.#counts.get(key)?.calls ?? 0) + 1 });
  }

  list(): CallCount[] {
    return [...this.#counts.values()];
  }
}

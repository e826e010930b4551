/** Counts what AWS would bill: units, milliseconds, requests and bytes, by the resource or the function that used them. */

/**
 * What is counted. `calls` are calls of functions to services, with the action in the name. `milliseconds` are those of
 * invocations, without the start of processes.
 */
export type MeterKind =
  | "calls"
  | "read units"
  | "write units"
  | "invocations"
  | "milliseconds"
  | "log bytes"
  | "http api requests"
  | "edge requests"
  | "edge bytes"
  | "edge function runs"
  | "key-value reads";

export interface MeterEntry {
  readonly kind: MeterKind;
  /** The function, with its action for `calls`; the table for units; otherwise the name of the service. */
  readonly name: string;
  readonly amount: number;
}

export class Meter {
  readonly #entries = new Map<string, MeterEntry>();

  add(kind: MeterKind, name: string, amount = 1): void {
    const key = `${kind} ${name}`;
    this.#entries.set(key, { kind, name, amount: (this.#entries.get(key)?.amount ?? 0) + amount });
  }

  list(): MeterEntry[] {
    return [...this.#entries.values()];
  }
}

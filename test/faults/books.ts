/** Reads the balances and the ledger of a workspace from the table, whose layout aws/credit-shards.ts describes. */
import type { FaultStack } from "./fault-stack.js";

export interface Entry {
  readonly key: string;
  readonly kind: "debit" | "refund";
  readonly jobId: string;
  readonly credits: number;
}

export interface Books {
  readonly entries: readonly Entry[];
  /** The sums of the counters of all months. */
  readonly counters: { readonly granted: number; readonly spent: number; readonly remaining: number };
}

const SHARDS = 16;

export async function readBooks(stack: FaultStack, workspaceId: string): Promise<Books> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => `credits#${workspaceId}#${shard}`);
  const partitions = await Promise.all([...shards, workspaceId].map((id) => stack.readPartition("Workspaces", id)));
  const items = partitions.flat();
  const months = items.filter(({ item }) => String(item).startsWith("month#"));
  const sum = (name: string) => months.reduce((total, { [name]: value }) => total + Number(value ?? 0), 0);
  return {
    entries: items.filter(isEntry).map(({ item, kind, jobId, credits }) => ({
      ...{ key: String(item), jobId: String(jobId), credits: Number(credits) },
      kind: kind === "debit" ? "debit" : "refund",
    })),
    counters: { granted: sum("granted"), spent: sum("spent"), remaining: sum("remaining") },
  };
}

/** An entry of the kind `void` marks a reservation whose request did not end. It moves no credits. */
function isEntry({ item, kind }: Readonly<Record<string, unknown>>): boolean {
  return String(item).startsWith("ledger#") && kind !== "void";
}

/** Returns the credits that the entries took. */
export function spentBy(entries: readonly Entry[]): number {
  return entries.reduce((total, { kind, credits }) => total + (kind === "debit" ? credits : -credits), 0);
}

/** The usage of a month. A service cannot be asked for debits of the past, so they are written into its table. */
import { createHash } from "node:crypto";
import type { StackAccess } from "../end-to-end/stack-access.js";

interface Month {
  readonly workspaceId: string;
  /** For example `2026-11`. */
  readonly month: string;
  /** The last day that gets usage. */
  readonly lastDay: number;
}

/** The shards of a balance. */
const SHARDS = 16;
/** More entries than this would only make the seeding slow. The chart counts credits, not entries. */
const ENTRIES_EACH_DAY = 3;
const HOUR_MS = 3_600_000;

/** Writes debits and refunds for each day of the month. Workdays have more of them than weekends. */
export async function seedUsage(stack: StackAccess, { workspaceId, month, lastDay }: Month): Promise<void> {
  for (let day = 1; day <= lastDay; day += 1) {
    const at = Date.parse(`${month}-${String(day).padStart(2, "0")}T09:00:00Z`);
    const weekday = new Date(at).getUTCDay();
    const spent = weekday === 0 || weekday === 6 ? 21 + (day % 4) * 6 : 96 + ((day * 37) % 89);
    const refunded = day % 9 === 4 ? 4 : 0;
    // Each shard has a sixteenth of the credits, which is enough for the few days that it pays here.
    const key = { id: `credits#${workspaceId}#${day % SHARDS}`, item: `month#${month}` };
    await stack.changeItem("Workspaces", key, (item) => addUsage(item, day, { spent, refunded }));
    for (let entry = 0; entry < ENTRIES_EACH_DAY; entry += 1) {
      const atMs = at + entry * HOUR_MS;
      if (atMs < Date.now()) await stack.putItem("Workspaces", debitOf(workspaceId, month, atMs));
    }
  }
}

/** Returns a ledger entry. Its job selects its shard. */
function debitOf(workspaceId: string, month: string, atMs: number): Readonly<Record<string, unknown>> {
  const jobId = idOf(`${month} ${atMs}`);
  const shard = createHash("sha256").update(jobId).digest().readUInt8(1) % SHARDS;
  const key = { id: `credits#${workspaceId}#${shard}`, item: `ledger#${month}#debit#${jobId}` };
  return {
    ...key,
    kind: "debit",
    credits: 1 + ((atMs / HOUR_MS) % 2),
    jobId,
    requestId: idOf(`request ${jobId}`),
    atMs,
  };
}

/** Takes the credits of a day from a shard. */
function addUsage(
  item: Readonly<Record<string, unknown>>,
  day: number,
  { spent, refunded }: { readonly spent: number; readonly refunded: number },
): Readonly<Record<string, unknown>> {
  const number = (name: string): number => (typeof item[name] === "number" ? item[name] : 0);
  return {
    ...item,
    spent: number("spent") + spent - refunded,
    remaining: number("remaining") - spent + refunded,
    [`spent${day}`]: number(`spent${day}`) + spent,
    ...(refunded > 0 && { [`refunded${day}`]: number(`refunded${day}`) + refunded }),
  };
}

/** Returns the same ID for the same text, so that pictures of two runs are alike. */
function idOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `7${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

/** Computes what a captured command writes: the items, and the capacity units per partition, including indexes. */
import type { CapturedCommand } from "./captured.js";

/** One partition key of a table or of an index, and the write capacity units that a command uses there. */
export interface PartitionLoad {
  readonly partition: string;
  readonly units: number;
}

export interface CommandWrites {
  readonly isTransaction: boolean;
  /** The items that a transaction occupies. */
  readonly items: readonly string[];
  readonly loads: readonly PartitionLoad[];
}

type Values = Readonly<Record<string, unknown>>;

interface Write {
  readonly TableName: string;
  readonly Key?: Values;
  readonly Item?: Values;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeValues?: Values;
}

/** The partition keys of the index that lists the jobs of a workspace, in the current layout and in the old one. */
const LIST_KEYS = ["workspaceShard", "workspaceId"] as const;
/** A written unit is 1 KB. */
const UNIT_BYTES = 1024;
/** An item whose size the commands do not show. A balance with figures for 31 days has about 950 bytes. */
const UNKNOWN_BYTES = 950;

/** The sizes of the items of one job, and its places in the sweeper's index. */
export class JobItems {
  readonly #bytes = new Map<string, number>();
  #watchedShard: unknown;

  writesOf({ name, input }: CapturedCommand): CommandWrites {
    if (name === "UpdateCommand") return this.#collect([input as unknown as Write], false);
    if (name !== "TransactWriteCommand") throw new Error(`The model has no rule for ${name}.`);
    const items = input.TransactItems as Readonly<Record<string, Write>>[];
    return this.#collect(
      items.flatMap((item) => Object.values(item)),
      true,
    );
  }

  #collect(writes: readonly Write[], isTransaction: boolean): CommandWrites {
    const loads = writes.flatMap((write) => [
      { partition: `${write.TableName} ${partitionOf(write)}`, units: this.#unitsOf(write) * (isTransaction ? 2 : 1) },
      ...this.#indexLoads(write),
    ]);
    return { isTransaction, items: writes.map(itemOf), loads };
  }

  #unitsOf(write: Write): number {
    const known = this.#bytes.get(itemOf(write)) ?? (write.Item === undefined ? UNKNOWN_BYTES : 0);
    const bytes =
      known + bytesOf(write.Item ?? {}) + (known > UNKNOWN_BYTES ? bytesOf(write.ExpressionAttributeValues ?? {}) : 0);
    this.#bytes.set(itemOf(write), bytes);
    return Math.ceil(bytes / UNIT_BYTES);
  }

  /** Both indexes of the jobs table contain only keys, so each change of an entry is one unit. */
  #indexLoads({
    TableName,
    Item,
    UpdateExpression = "",
    ExpressionAttributeValues: values = {},
  }: Write): PartitionLoad[] {
    if (TableName !== "Jobs") return [];
    const loads: PartitionLoad[] = [];
    const watch = (partition: unknown) => loads.push({ partition: `watched ${String(partition)}`, units: 1 });
    if (Item !== undefined) {
      const key = LIST_KEYS.find((name) => Item[name] !== undefined);
      if (key !== undefined) loads.push({ partition: `list ${String(Item[key])}`, units: 1 });
    }
    const next =
      Item?.sweepShard ??
      (/SET .*sweepShard =/.test(UpdateExpression) ? (values[":shard"] ?? values[":sweepShard"]) : undefined);
    const isRemoved = /REMOVE .*sweepShard/.test(UpdateExpression);
    // A changed sort key takes one deletion and one insertion.
    if ((next !== undefined || isRemoved) && this.#watchedShard !== undefined) watch(this.#watchedShard);
    if (next !== undefined) watch(next);
    if (next !== undefined || isRemoved) this.#watchedShard = next;
    return loads;
  }
}

function partitionOf({ Key, Item }: Write): string {
  return String((Key ?? Item)?.id);
}

function itemOf(write: Write): string {
  return `${write.TableName} ${partitionOf(write)} ${JSON.stringify((write.Key ?? write.Item)?.item ?? "")}`;
}

/** The size by the rules of DynamoDB, rounded up: names and texts in UTF-8, 3 bytes and 1 per entry for a map. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  const entries = Object.entries(value);
  return entries.reduce((sum, [name, entry]) => sum + Buffer.byteLength(name) + bytesOf(entry) + 1, 3);
}

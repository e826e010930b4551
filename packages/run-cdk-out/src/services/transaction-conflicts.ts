/**
 * Transactions that take time. While one writes an item, another write of that item is refused, as in DynamoDB
 * (developer guide, "Transaction conflict handling"). The emulator runs transactions one after the other, so they never
 * conflict.
 */
import { setTimeout as pause } from "node:timers/promises";
import { AwsError } from "./aws-error.js";

type AttributeValue = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, AttributeValue>>;

interface Write {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
}

/** The names of a table's key attributes. */
export type ReadKeyNames = (tableName: string) => Promise<readonly string[]>;

/** A transaction that was canceled. The response has a reason for each of its writes. */
export class CanceledTransaction extends AwsError {
  constructor(readonly reasons: readonly { readonly Code: string; readonly Message?: string }[]) {
    const codes = reasons.map(({ Code }) => Code).join(", ");
    super(
      "TransactionCanceledException",
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      400,
    );
  }
}

const SINGLE_WRITES: ReadonlySet<string> = new Set(["PutItem", "UpdateItem", "DeleteItem"]);

export class TransactionConflicts {
  readonly #durationMs: number;
  readonly #readKeyNames: ReadKeyNames;
  readonly #keyNames = new Map<string, Promise<readonly string[]>>();
  /** The items that running transactions write. */
  readonly #occupied = new Set<string>();
  #refused = 0;

  constructor(durationMs: number, readKeyNames: ReadKeyNames) {
    this.#durationMs = durationMs;
    this.#readKeyNames = readKeyNames;
  }

  /** The number of refused writes. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Runs a call of DynamoDB. A transaction occupies its items until its time has passed and it has run.
   *
   * @throws CanceledTransaction, AwsError `TransactionConflictException` for a single write
   */
  async run(operation: string, body: Buffer, call: () => Promise<void>): Promise<void> {
    if (SINGLE_WRITES.has(operation)) {
      const item = await this.#itemOf(JSON.parse(body.toString("utf8")) as Write);
      if (this.#occupied.has(item))
        this.#refuse(new AwsError("TransactionConflictException", "Transaction is ongoing for the item", 400));
    }
    if (operation === "TransactWriteItems") await this.#transact(body, call);
    else await call();
  }

  async #transact(body: Buffer, call: () => Promise<void>): Promise<void> {
    const { TransactItems = [] } = JSON.parse(body.toString("utf8")) as { TransactItems?: Record<string, Write>[] };
    const writes = TransactItems.flatMap((item) => Object.values(item));
    const items = await Promise.all(writes.map((write) => this.#itemOf(write)));
    if (items.some((item) => this.#occupied.has(item)))
      this.#refuse(new CanceledTransaction(items.map((item) => this.#reasonOf(item))));
    for (const item of items) this.#occupied.add(item);
    try {
      await pause(this.#durationMs);
      await call();
    } finally {
      for (const item of items) this.#occupied.delete(item);
    }
  }

  #reasonOf(item: string): { Code: string; Message?: string } {
    if (!this.#occupied.has(item)) return { Code: "None" };
    return { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" };
  }

  #refuse(error: AwsError): never {
    this.#refused += 1;
    throw error;
  }

  /** Returns a key that identifies the item of a write. */
  async #itemOf({ TableName, Key, Item }: Write): Promise<string> {
    const values = Key ?? Item ?? {};
    let names = this.#keyNames.get(TableName);
    if (names === undefined) this.#keyNames.set(TableName, (names = this.#readKeyNames(TableName)));
    return JSON.stringify([TableName, ...(await names).map((name) => values[name])]);
  }
}

/** The contents of CloudFront's key-value stores. Changes are atomic, and require the current ETag. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { readJsonFile, writeFileAtomic } from "../atomic-file.js";
import { AwsError } from "../aws-error.js";

const storeSchema = z.object({
  arn: z.string(),
  etag: z.string(),
  createdMs: z.number(),
  modifiedMs: z.number(),
  items: z.record(z.string(), z.string()),
});
const fileSchema = z.object({ stores: z.array(storeSchema) });
export type KeyValueStoreState = z.infer<typeof storeSchema>;

/** CloudFront developer guide, "Quotas on key value stores". */
const MAX_KEY_BYTES = 512;
const MAX_VALUE_BYTES = 1_024;
const MAX_STORE_BYTES = 5 * 1024 * 1024;
const MAX_KEYS_PER_UPDATE = 50;

export interface KeyChanges {
  readonly puts: readonly { readonly key: string; readonly value: string }[];
  readonly deletes: readonly string[];
}

export class KeyValueStores {
  readonly #path: string;
  readonly #stores: KeyValueStoreState[];

  constructor(dataDir: string) {
    this.#path = join(dataDir, "key-value-stores.json");
    this.#stores = readJsonFile(this.#path, fileSchema)?.stores ?? [];
  }

  ensure(arn: string): void {
    if (this.find(arn)) return;
    const now = Date.now();
    this.#stores.push({ arn, etag: newEtag(), createdMs: now, modifiedMs: now, items: {} });
    this.#save();
  }

  remove(arn: string): void {
    const index = this.#stores.findIndex((store) => store.arn === arn);
    if (index < 0) return;
    this.#stores.splice(index, 1);
    this.#save();
  }

  find(arn: string): KeyValueStoreState | undefined {
    return this.#stores.find((store) => store.arn === arn);
  }

  get(arn: string): KeyValueStoreState {
    const store = this.find(arn);
    if (!store) throw new AwsError("ResourceNotFoundException", "The specified key value store does not exist.", 404);
    return store;
  }

  /** Applies all changes, or none if the ETag is not current or a limit is exceeded. */
  change(arn: string, ifMatch: string, { puts, deletes }: KeyChanges): KeyValueStoreState {
    const store = this.get(arn);
    if (ifMatch !== store.etag) {
      throw new AwsError(
        "ConflictException",
        "The If-Match version does not match the current ETag of the store.",
        409,
      );
    }
    checkChanges({ puts, deletes });
    const items = new Map(Object.entries(store.items));
    for (const key of deletes) {
      if (!items.delete(key)) throw new AwsError("ResourceNotFoundException", `The key ${key} does not exist.`, 404);
    }
    for (const { key, value } of puts) items.set(key, value);
    if (totalBytes(items) > MAX_STORE_BYTES) throw quotaExceeded("A key value store can contain at most 5 MB.");
    store.items = Object.fromEntries(items);
    store.etag = newEtag();
    store.modifiedMs = Date.now();
    this.#save();
    return store;
  }

  #save(): void {
    writeFileAtomic(this.#path, JSON.stringify({ stores: this.#stores }, undefined, 2));
  }
}

/** Returns the size of all keys and values, in bytes. */
export function sizeOf({ items }: KeyValueStoreState): number {
  return totalBytes(Object.entries(items));
}

function totalBytes(items: Iterable<readonly [string, string]>): number {
  let bytes = 0;
  for (const [key, value] of items) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}

function checkChanges({ puts, deletes }: KeyChanges): void {
  const keys = [...puts.map(({ key }) => key), ...deletes];
  if (keys.length > MAX_KEYS_PER_UPDATE) throw invalid(`An update can contain at most ${MAX_KEYS_PER_UPDATE} keys.`);
  if (new Set(keys).size < keys.length) throw invalid("The update contains a key twice.");
  if (keys.some((key) => key === "" || Buffer.byteLength(key) > MAX_KEY_BYTES)) {
    throw invalid(`A key must have 1 to ${MAX_KEY_BYTES} bytes.`);
  }
  if (puts.some(({ value }) => Buffer.byteLength(value) > MAX_VALUE_BYTES)) {
    throw invalid(`A value can have at most ${MAX_VALUE_BYTES} bytes.`);
  }
}

function newEtag(): string {
  return `KV${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}`;
}

function invalid(message: string): AwsError {
  return new AwsError("ValidationException", message);
}

function quotaExceeded(message: string): AwsError {
  return new AwsError("ServiceQuotaExceededException", message, 402);
}

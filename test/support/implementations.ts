/** Runs a suite of tests on the in-memory store and on the adapter, to prove that both have the same guarantees. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { type DynamoTables, startDynamoTables } from "./dynamo-tables.js";
import { type LocalBucket, startLocalBucket } from "./local-bucket.js";

/** Defines a suite on an in-memory store and on an adapter with a local DynamoDB. */
export function describeOnTables<S>(
  name: string,
  { inMemory, adapter }: { inMemory: () => S; adapter: (tables: DynamoTables) => S },
  suite: (stores: () => S) => void,
): void {
  describeBoth(name, "DynamoDB", { inMemory, adapter, start: startDynamoTables }, suite);
}

/** Defines a suite on an in-memory store and on an adapter with a local S3. */
export function describeOnBucket<S>(
  name: string,
  { inMemory, adapter }: { inMemory: () => S; adapter: (bucket: LocalBucket) => S },
  suite: (stores: () => S) => void,
): void {
  describeBoth(name, "S3", { inMemory, adapter, start: startLocalBucket }, suite);
}

interface Both<S, R> {
  readonly inMemory: () => S;
  readonly adapter: (resource: R) => S;
  readonly start: () => Promise<R>;
}

function describeBoth<S, R extends { close(): Promise<void> }>(
  name: string,
  service: string,
  { inMemory, adapter, start }: Both<S, R>,
  suite: (stores: () => S) => void,
): void {
  const implementations: [where: string, open: () => Promise<Opened<S>>][] = [
    ["in memory", async () => ({ stores: inMemory(), close: async () => undefined })],
    [`in ${service}`, async () => openAdapter(await start(), adapter)],
  ];
  describe.each(implementations)(`${name} %s`, (_where, open) => {
    let opened: Opened<S>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    suite(() => opened.stores);
  });
}

interface Opened<S> {
  readonly stores: S;
  close(): Promise<void>;
}

function openAdapter<S, R extends { close(): Promise<void> }>(resource: R, adapter: (resource: R) => S): Opened<S> {
  return { stores: adapter(resource), close: () => resource.close() };
}

import {
  CloudFrontKeyValueStoreClient,
  ConflictException,
  DeleteKeyCommand,
  DescribeKeyValueStoreCommand,
  ResourceNotFoundException,
  UpdateKeysCommand,
} from "@aws-sdk/client-cloudfront-keyvaluestore";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createEdgeKeys } from "../../aws/edge-keys.js";

const STORE = "arn:aws:cloudfront::111122223333:key-value-store/5d0a1c5e-0000-4000-8000-000000000001";
const store = mockClient(CloudFrontKeyValueStoreClient);
const keys = createEdgeKeys(new CloudFrontKeyValueStoreClient({ region: "us-east-1" }), STORE);
const conflict = new ConflictException({ message: "changed in the meantime", $metadata: {} });
const missing = new ResourceNotFoundException({ message: "no such key", $metadata: {} });

beforeEach(() => {
  store.reset();
  let version = 0;
  store.on(DescribeKeyValueStoreCommand).callsFake(() => ({ ETag: `v${(version += 1)}` }));
});

describe("writing entries", () => {
  test("writing edge entries sends the version of the store that it changes", async () => {
    store.on(UpdateKeysCommand).resolves({});
    await keys.put({ "img.k1": "a", "asset.k1": "b" });
    expect(store.commandCalls(UpdateKeysCommand).map(({ args }) => args[0].input)).toEqual([
      {
        KvsARN: STORE,
        IfMatch: "v1",
        Puts: [
          { Key: "img.k1", Value: "a" },
          { Key: "asset.k1", Value: "b" },
        ],
      },
    ]);
  });

  test("writing edge entries retries a conflict with the new version, and throws after the last attempt", async () => {
    store.on(UpdateKeysCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    await keys.put({ a: "1" });
    expect(store.commandCalls(UpdateKeysCommand).map(({ args }) => args[0].input.IfMatch)).toEqual(["v1", "v2", "v3"]);
    store.on(UpdateKeysCommand).rejects(conflict);
    await expect(keys.put({ a: "1" })).rejects.toThrow("changed in the meantime");
  });

  test("writing edge entries sends at most 50 keys in one update", async () => {
    store.on(UpdateKeysCommand).resolves({});
    await keys.put(Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`generation.${index}`, "2"])));
    const sizes = store.commandCalls(UpdateKeysCommand).map(({ args }) => args[0].input.Puts?.length);
    expect(sizes).toEqual([50, 50, 20]);
    await keys.put({});
    expect(store.commandCalls(UpdateKeysCommand)).toHaveLength(3);
  });

  test("writing edge entries throws errors other than conflicts", async () => {
    store.on(UpdateKeysCommand).rejects(missing);
    await expect(keys.put({ a: "1" })).rejects.toThrow("no such key");
  });
});

describe("removing entries", () => {
  test("removing edge entries ignores entries that do not exist", async () => {
    store.on(DeleteKeyCommand).rejectsOnce(missing).resolves({});
    await keys.remove(["img.k1", "asset.k1"]);
    expect(store.commandCalls(DeleteKeyCommand).map(({ args }) => args[0].input)).toEqual([
      { KvsARN: STORE, IfMatch: "v1", Key: "img.k1" },
      { KvsARN: STORE, IfMatch: "v2", Key: "asset.k1" },
    ]);
  });
});

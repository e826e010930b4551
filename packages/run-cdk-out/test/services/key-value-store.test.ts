import { fileURLToPath } from "node:url";
import {
  CloudFrontKeyValueStoreClient,
  DeleteKeyCommand,
  DescribeKeyValueStoreCommand,
  GetKeyCommand,
  ListKeysCommand,
  PutKeyCommand,
  UpdateKeysCommand,
} from "@aws-sdk/client-cloudfront-keyvaluestore";
import "@aws-sdk/signature-v4a";
import { describe, expect, test } from "@jest/globals";
import { spawnGuardedNode } from "../../src/processes/guarded-child.js";
// The runner preloads this into the processes of functions. In this test, the client runs in this process.
import "../../src/processes/resolve-localhost.mjs";
import { startKeyValueStore } from "../../src/services/key-value-store.js";
import { cleanups, credentials, region, temporaryFolder } from "./fixtures.js";

const atEnd = cleanups();
const KvsARN = "arn:aws:cloudfront::000000000000:key-value-store/5d0a1c5e-0000-4000-8000-000000000001";

async function start(dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder(atEnd));
  const service = await startKeyValueStore({ dataDir: folder });
  atEnd(() => service.close());
  service.ensureStore(KvsARN);
  const client = new CloudFrontKeyValueStoreClient({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
  atEnd(() => client.destroy());
  const etag = async (): Promise<string> =>
    String((await client.send(new DescribeKeyValueStoreCommand({ KvsARN }))).ETag);
  const put = async (Key: string, Value: string) =>
    client.send(new PutKeyCommand({ KvsARN, Key, Value, IfMatch: await etag() }));
  return { folder, service, client, etag, put };
}

describe("key-value stores", () => {
  test("a key-value store returns a value that the SDK wrote, to the SDK and to the edge", async () => {
    const { service, client, put } = await start();
    expect(await put("signing/1 ä", "secret")).toMatchObject({ ItemCount: 1, TotalSizeInBytes: 18 });
    const read = await client.send(new GetKeyCommand({ KvsARN, Key: "signing/1 ä" }));
    expect(read).toMatchObject({ Key: "signing/1 ä", Value: "secret", ItemCount: 1 });
    expect(service.get(KvsARN, "signing/1 ä")).toBe("secret");
    expect(service.get(KvsARN, "none")).toBeUndefined();
    expect(service.get(KvsARN, "constructor")).toBeUndefined();
  });

  test("a key-value store returns 409 and changes nothing when the ETag is not current", async () => {
    const { service, client, etag, put } = await start();
    const stale = await etag();
    expect(stale).toMatch(/^KV[0-9A-F]{12}$/);
    await put("a", "1");
    const change = new PutKeyCommand({ KvsARN, Key: "a", Value: "2", IfMatch: stale });
    await expect(client.send(change)).rejects.toMatchObject({
      name: "ConflictException",
      $metadata: { httpStatusCode: 409 },
    });
    expect(service.get(KvsARN, "a")).toBe("1");
  });

  test("a key-value store makes all changes of an update or none", async () => {
    const { service, client, etag, put } = await start();
    await put("old", "1");
    const update = async (Deletes: { Key: string }[]) =>
      client.send(
        new UpdateKeysCommand({ KvsARN, IfMatch: await etag(), Puts: [{ Key: "new", Value: "2" }], Deletes }),
      );
    await expect(update([{ Key: "none" }])).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    expect(service.get(KvsARN, "new")).toBeUndefined();
    const { ETag, ItemCount } = await update([{ Key: "old" }]);
    expect([ETag, ItemCount]).toEqual([await etag(), 1]);
    expect([service.get(KvsARN, "old"), service.get(KvsARN, "new")]).toEqual([undefined, "2"]);
    await client.send(new DeleteKeyCommand({ KvsARN, Key: "new", IfMatch: await etag() }));
    expect(service.get(KvsARN, "new")).toBeUndefined();
  });

  test("a key-value store lists its keys in pages", async () => {
    const { client, put } = await start();
    for (const key of ["c", "a", "b"]) await put(key, key.toUpperCase());
    const first = await client.send(new ListKeysCommand({ KvsARN, MaxResults: 2 }));
    const second = await client.send(new ListKeysCommand({ KvsARN, NextToken: first.NextToken }));
    expect([first.Items, second.Items, second.NextToken]).toEqual([
      [
        { Key: "a", Value: "A" },
        { Key: "b", Value: "B" },
      ],
      [{ Key: "c", Value: "C" }],
      undefined,
    ]);
  });

  test.each([
    ["a key of more than 512 bytes", "k".repeat(513), "v"],
    ["a value of more than 1 KB", "k", "v".repeat(1_025)],
  ])("a key-value store rejects %s", async (_, key, value) => {
    const { put } = await start();
    await expect(put(key, value)).rejects.toMatchObject({ name: "ValidationException" });
  });

  test("a key-value store returns 404 for an unknown store or key", async () => {
    const { client } = await start();
    const none = { name: "ResourceNotFoundException", $metadata: { httpStatusCode: 404 } };
    await expect(client.send(new GetKeyCommand({ KvsARN, Key: "none" }))).rejects.toMatchObject(none);
    const other = new DescribeKeyValueStoreCommand({ KvsARN: KvsARN.replace(/1$/, "2") });
    await expect(client.send(other)).rejects.toMatchObject(none);
  });

  test("a key-value store keeps its values and its ETag when the service restarts", async () => {
    const before = await start();
    await before.put("a", "1");
    const etag = await before.etag();
    await before.service.close();
    const after = await start(before.folder);
    expect(after.service.get(KvsARN, "a")).toBe("1");
    expect(await after.etag()).toBe(etag);
  });
});

describe("names below localhost", () => {
  test("names below localhost resolve to 127.0.0.1 with all functions of node:dns in a process with the preload", async () => {
    const preload = new URL("../../src/processes/resolve-localhost.mjs", import.meta.url).href;
    const script = fileURLToPath(new URL("./resolve-names.mjs", import.meta.url));
    const lines: string[] = [];
    const child = spawnGuardedNode(script, [], {
      env: {},
      nodeArgs: ["--import", preload],
      onLine: (line) => lines.push(line),
    });
    atEnd(() => child.kill());
    await child.exited;
    expect(lines).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"]);
  });
});

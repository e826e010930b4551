import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createWorkspaceContents } from "../../aws/workspace-contents.js";
import type { ContentKind, DeletedWorkspace } from "../../core/access/deletion/deletion.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { START_MS } from "../support/render-fixture.js";

const KEY_ID = "5f0d3a52-1111-4c58-a14d-6f0b8e93d572";
const NAMES = {
  tables: {
    ...{ templates: "Templates", apiKeys: "ApiKeys", claims: "Claims", batches: "Batches", jobs: "Jobs" },
    ...{ webhooks: "Webhooks", limits: "Limits", workspaces: "Workspaces" },
  },
  bucket: "bucket",
};
const s3 = new S3Client({ region: "us-east-1" });
const objects = mockClient(s3);
const deletedKeys = () =>
  objects.commandCalls(DeleteObjectsCommand).map(({ args }) => args[0].input.Delete?.Objects?.map(({ Key }) => Key));

let tables: DynamoTables;
beforeAll(async () => {
  tables = await startDynamoTables();
});
afterAll(async () => tables.close());
beforeEach(() => {
  objects.reset();
  objects.on(DeleteObjectsCommand).resolves({});
});

const put = async (TableName: string, Item: Record<string, unknown>) =>
  await tables.client.send(new PutCommand({ TableName, Item }));

describe("the contents of a deleted workspace", () => {
  let workspace: DeletedWorkspace;
  let other: string;
  let nowMs: number;

  beforeEach(() => {
    nowMs = START_MS;
    workspace = { id: randomUUID(), keyHashes: ["hash-1", "hash-2"], keyIds: [KEY_ID] };
    other = randomUUID();
  });

  const remove = async (kind: ContentKind, position?: string, of = workspace) =>
    await createWorkspaceContents({ documents: tables.client, objects: s3, now: () => nowMs }, NAMES).removePage(
      kind,
      of,
      position,
    );

  test("versions of templates and marks of deleted templates are removed, but not those of other workspaces", async () => {
    const [mine, marked, foreign] = [randomUUID(), `deleted#${randomUUID()}`, randomUUID()];
    await put("Templates", { id: mine, version: 1, workspaceId: workspace.id });
    await put("Templates", { id: marked, version: 0, workspaceId: `deleted#${workspace.id}` });
    await put("Templates", { id: foreign, version: 1, workspaceId: other });
    expect(await remove("templates")).toEqual({ removed: 2, left: 0 });
    expect(await tables.itemAt("Templates", { id: mine, version: 1 })).toBeUndefined();
    expect(await tables.itemAt("Templates", { id: marked, version: 0 })).toBeUndefined();
    expect(await tables.itemAt("Templates", { id: foreign, version: 1 })).toBeDefined();
    expect(objects.calls()).toHaveLength(0);
  });

  test("keys and the sessions of former keys are removed", async () => {
    await put("ApiKeys", { hash: "key", workspaceId: workspace.id });
    await put("ApiKeys", { hash: "session#1", keyHash: "hash-1" });
    await put("ApiKeys", { hash: "session#2", keyHash: "hash-2" });
    await put("ApiKeys", { hash: "session#3", keyHash: "hash-3" });
    expect(await remove("credentials")).toEqual({ removed: 3, left: 0 });
    expect(await tables.itemAt("ApiKeys", { hash: "session#3" })).toBeDefined();
  });

  test("a workspace that had no keys has no sessions to look for", async () => {
    await put("ApiKeys", { hash: "key", workspaceId: workspace.id });
    expect(await remove("credentials", undefined, { ...workspace, keyHashes: [] })).toEqual({ removed: 1, left: 0 });
  });

  test("signed images are removed with the picture that the claim is named after", async () => {
    await put("Claims", { id: "img/aa/1.png", workspaceId: workspace.id });
    await put("Claims", { id: "img/aa/2.png", workspaceId: other });
    expect(await remove("signedImages")).toEqual({ removed: 1, left: 0 });
    expect(deletedKeys()).toEqual([["img/aa/1.png"]]);
  });

  test("batches are removed with their download in each format", async () => {
    const id = randomUUID();
    await put("Batches", { id, workspaceId: workspace.id, createdAtMs: START_MS });
    expect(await remove("batches")).toEqual({ removed: 1, left: 0 });
    expect(deletedKeys()).toEqual([[`archives/${id}.zip`, `archives/${id}.pdf`]]);
  });

  test("jobs are removed with their picture and inputs, and records without files", async () => {
    const [own, claimed] = [randomUUID(), randomUUID()];
    await put("Jobs", { id: own, workspaceId: workspace.id, format: "png" });
    await put("Jobs", { id: claimed, workspaceId: workspace.id, format: "webp", storedAs: "img/bb/1.webp" });
    await put("Jobs", { id: "idempotency#1", workspaceId: workspace.id, answer: "{}" });
    await put("Jobs", { id: "idempotency#2", workspaceId: other, answer: `{"id":"${workspace.id}"}` });
    await put("Jobs", { id: "idempotency#3", workspaceId: other, answer: "{}" });
    expect(await remove("jobs")).toEqual({ removed: 4, left: 0 });
    expect(deletedKeys().flat().sort()).toEqual(
      ["img/bb/1.webp", `inputs/${claimed}.json`, `inputs/${own}.json`, `renders/${own}.png`].sort(),
    );
    expect(await tables.itemAt("Jobs", { id: "idempotency#3" })).toBeDefined();
  });

  test("a job that a renderer works on is left with its files, until its lease ends", async () => {
    const id = randomUUID();
    await put("Jobs", { id, workspaceId: workspace.id, format: "png", leaseUntilMs: START_MS + 1 });
    expect(await remove("jobs")).toEqual({ removed: 0, left: 1 });
    expect(objects.calls()).toHaveLength(0);
    nowMs = START_MS + 1;
    expect(await remove("jobs")).toEqual({ removed: 1, left: 0 });
  });

  test("a job that a renderer claims between the scan and the removal is left", async () => {
    const id = randomUUID();
    await put("Jobs", { id, workspaceId: workspace.id, format: "png" });
    objects.on(DeleteObjectsCommand).callsFake(async () => {
      await put("Jobs", { id, workspaceId: workspace.id, format: "png", leaseUntilMs: START_MS + 1 });
      return {};
    });
    expect(await remove("jobs")).toEqual({ removed: 0, left: 1 });
    expect(await tables.itemAt("Jobs", { id })).toBeDefined();
  });

  test("deliveries and endpoints are found by the workspace in each of their forms", async () => {
    await put("Webhooks", { id: workspace.id, item: "endpoint#1" });
    await put("Webhooks", { id: "render#1", item: "1.done#request", workspaceId: workspace.id });
    await put("Webhooks", { id: "render#2", item: "2.done#request", occurrence: { workspaceId: workspace.id } });
    await put("Webhooks", { id: "render#3", item: "3.done#request", occurrence: { workspaceId: other } });
    expect(await remove("deliveries")).toEqual({ removed: 3, left: 0 });
    expect(await tables.itemAt("Webhooks", { id: "render#3", item: "3.done#request" })).toBeDefined();
  });

  test("limits of the workspace and of each of its keys are removed", async () => {
    await put("Limits", { id: `quota#${workspace.id}` });
    await put("Limits", { id: `key#${KEY_ID}` });
    await put("Limits", { id: `quota#${other}` });
    expect(await remove("limits")).toEqual({ removed: 2, left: 0 });
    expect(await tables.itemAt("Limits", { id: `quota#${other}` })).toBeDefined();
  });

  test("balances and entries are removed partition by partition, and the profile stays", async () => {
    await put("Workspaces", { id: workspace.id, item: "profile" });
    await put("Workspaces", { id: workspace.id, item: "month#2026-11" });
    const shards = [0, 15].map((shard) => `credits#${workspace.id}#${shard}`);
    for (const id of shards) await put("Workspaces", { id, item: "month#2026-11" });
    const positions: (string | undefined)[] = [];
    let removed = 0;
    let position: string | undefined;
    do {
      const page = await remove("records", position);
      removed += page.removed;
      position = page.next;
      positions.push(position);
    } while (position !== undefined);
    expect(removed).toBe(3);
    // 16 shards, and the partition of the workspace.
    expect(positions).toEqual([...Array.from({ length: 16 }, (_, index) => String(index + 1)), undefined]);
    expect(await tables.itemAt("Workspaces", { id: workspace.id, item: "profile" })).toBeDefined();
    expect(await tables.itemAt("Workspaces", { id: workspace.id, item: "month#2026-11" })).toBeUndefined();
  });

  test("files are removed folder by folder, and a folder with more than one page is listed again", async () => {
    objects
      .on(ListObjectsV2Command)
      .resolves({})
      .on(ListObjectsV2Command, { Prefix: `templates/${workspace.id}/` })
      .resolvesOnce({ Contents: [{ Key: "a" }, {}, { Key: "b" }], IsTruncated: true })
      .resolves({ Contents: [{ Key: "c" }], IsTruncated: false });
    expect(await remove("files")).toEqual({ removed: 2, left: 0, next: "0" });
    expect(await remove("files", "0")).toEqual({ removed: 1, left: 0, next: "1" });
    expect(await remove("files", "1")).toEqual({ removed: 0, left: 0, next: "2" });
    expect(await remove("files", "2")).toEqual({ removed: 0, left: 0, next: "3" });
    expect(await remove("files", "3")).toEqual({ removed: 0, left: 0 });
    await expect(remove("files", "4")).rejects.toThrow("There is no folder 4.");
    expect(deletedKeys()).toEqual([["a", "b"], ["c"]]);
    const lists = objects.commandCalls(ListObjectsV2Command).map(({ args }) => args[0].input);
    expect(new Set(lists.map(({ Prefix }) => Prefix))).toEqual(
      new Set(["templates", "thumbnails", "uploads", "incoming"].map((folder) => `${folder}/${workspace.id}/`)),
    );
    expect(lists.every(({ MaxKeys, Bucket }) => MaxKeys === 1000 && Bucket === "bucket")).toBe(true);
    // Without this, S3 would list each removed object in its response.
    expect(objects.commandCalls(DeleteObjectsCommand)[0]?.args[0].input.Delete?.Quiet).toBe(true);
  });

  test("a file that S3 does not delete is an error, and its item stays so that the next run finds it", async () => {
    const id = "img/cc/1.png";
    await put("Claims", { id, workspaceId: workspace.id });
    objects.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: id, Code: "InternalError", Message: "Try again." }] });
    await expect(remove("signedImages")).rejects.toThrow("img/cc/1.png could not be deleted: Try again.");
    expect(await tables.itemAt("Claims", { id })).toBeDefined();
  });
});

describe("pages of contents", () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
  const dynamo = mockClient(client);
  const contents = createWorkspaceContents({ documents: client, objects: s3, now: () => START_MS }, NAMES);
  const workspace = { id: "w", keyHashes: [], keyIds: [] };

  beforeEach(() => {
    dynamo.reset();
    dynamo.on(DeleteCommand).resolves({});
  });

  test("a scan continues after the last key of the page before", async () => {
    dynamo
      .on(ScanCommand)
      .resolvesOnce({ Items: [], LastEvaluatedKey: { id: "c" } })
      .resolves({});
    expect(await contents.removePage("signedImages", workspace)).toEqual({ removed: 0, left: 0, next: '{"id":"c"}' });
    expect(await contents.removePage("signedImages", workspace, '{"id":"c"}')).toEqual({ removed: 0, left: 0 });
    const starts = dynamo.commandCalls(ScanCommand).map(({ args }) => args[0].input.ExclusiveStartKey);
    expect(starts).toEqual([undefined, { id: "c" }]);
  });

  test("a partition with more than one page is read again", async () => {
    const Items = [{ id: "credits#w#3", item: "month#2026-11" }];
    dynamo.on(QueryCommand).resolvesOnce({ Items, LastEvaluatedKey: Items[0] }).resolves({ Items });
    expect(await contents.removePage("records", workspace, "3")).toEqual({ removed: 1, left: 0, next: "3" });
    expect(await contents.removePage("records", workspace, "3")).toEqual({ removed: 1, left: 0, next: "4" });
  });

  test("1,002 files are deleted in two requests, because S3 accepts 1,000", async () => {
    const Items = Array.from({ length: 501 }, (_, index) => ({ id: `job-${index}`, format: "png" }));
    dynamo.on(ScanCommand).resolves({ Items });
    expect(await contents.removePage("jobs", workspace)).toEqual({ removed: 501, left: 0 });
    expect(deletedKeys().map((keys) => keys?.length)).toEqual([1000, 2]);
    expect(new Set(deletedKeys().flat()).size).toBe(1002);
  });

  test("at most 25 items are deleted at the same time", async () => {
    dynamo.on(ScanCommand).resolves({ Items: Array.from({ length: 60 }, (_, index) => ({ id: `img/${index}` })) });
    let [running, most] = [0, 0];
    dynamo.on(DeleteCommand).callsFake(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return {};
    });
    await contents.removePage("signedImages", workspace);
    expect(most).toBe(25);
  });
});

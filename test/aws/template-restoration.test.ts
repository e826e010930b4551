/** Tests deletions and restorations of a template that run at the same time, on the tables of a local DynamoDB. */
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTemplatesTable } from "../../aws/templates-table.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { createInMemoryDocuments } from "../support/in-memory-buckets.js";
import { START_MS, WORKSPACE } from "../support/render-fixture.js";
import { nextVersion, sampleTemplate } from "../support/template-samples.js";

const TABLE = "Templates";
const KEPT_MS = 1_000_000;
let tables: DynamoTables;
const documents = createInMemoryDocuments();
const templates = (own: Partial<typeof documents> = {}) =>
  createTemplatesTable(tables.client, TABLE, { ...documents, ...own });
const itemAt = (id: string, version: number) => tables.itemAt(TABLE, { id, version });
const deletedAt = (nowMs: number) => ({ nowMs, forgetAtMs: nowMs + KEPT_MS });
const restoredAt = (nowMs: number) => ({ nowMs, keptMs: KEPT_MS });

beforeAll(async () => {
  tables = await startDynamoTables();
});
afterAll(() => tables.close());

const large = (letter: string) => JSON.stringify({ text: letter.repeat(300_000) });

/** Creates a template with this number of versions. Their documents are in the bucket. */
async function createLarge(versions = 2): Promise<string> {
  let template = sampleTemplate({}, large("a"));
  await templates().create(template);
  for (let version = 2; version <= versions; version += 1) {
    const next = nextVersion(template, large(String.fromCharCode(96 + version)));
    await templates().update(next.head, template.head.revision, next.version);
    template = next;
  }
  return template.head.id;
}

/** Expects that no version, no document, and no copy of the highest version will be deleted. */
async function expectKept(id: string, versions: number): Promise<void> {
  for (let version = 1; version <= versions; version += 1) {
    const item = await itemAt(id, version);
    expect(item).not.toHaveProperty("expiresAt");
    expect(documents.expiring).not.toContain(item?.["documentKey"]);
  }
  const head = await itemAt(id, 0);
  const highest = await itemAt(id, versions);
  expect(head?.["highest"]).toMatchObject({ documentKey: highest?.["documentKey"] });
  expect((await templates().find(WORKSPACE, id, "highest"))?.version.version).toBe(versions);
}

test("a restoration of more versions than fit into a transaction keeps all versions and documents", async () => {
  const id = await createLarge(17);
  await templates().remove(WORKSPACE, id, deletedAt(START_MS));
  expect(documents.expiring).toContain((await itemAt(id, 17))?.["documentKey"]);
  expect(await templates().restore(WORKSPACE, id, restoredAt(START_MS + 1))).toBe("restored");
  await expectKept(id, 17);
});

test("a repeated deletion that runs during a restoration expires nothing of the restored template", async () => {
  const id = await createLarge();
  await templates().remove(WORKSPACE, id, deletedAt(START_MS));
  const again = async () => await templates().remove(WORKSPACE, id, deletedAt(START_MS + 1));
  let kept = 0;
  const keep: typeof documents.keep = async (...document) => {
    kept += 1;
    const key = await documents.keep(...document);
    // The deletion sees a version that was kept already, and one that was not.
    if (kept === 2) expect(await again()).toBe(false);
    return key;
  };
  expect(await templates({ keep }).restore(WORKSPACE, id, restoredAt(START_MS + 2))).toBe("restored");
  await expectKept(id, 2);
});

test("a deletion that was interrupted and continues after the restoration expires nothing", async () => {
  const id = await createLarge();
  let goOn: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => (goOn = resolve));
  let isWaiting: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (isWaiting = resolve));
  const expire: typeof documents.expire = async (key) => {
    isWaiting();
    await paused;
    await documents.expire(key);
  };
  const removal = templates({ expire }).remove(WORKSPACE, id, deletedAt(START_MS));
  await waiting;
  expect(await templates().restore(WORKSPACE, id, restoredAt(START_MS + 1))).toBe("restored");
  goOn();
  await removal;
  await expectKept(id, 2);
});

test("a restoration that was interrupted after it restored the head is completed by the next one", async () => {
  const id = await createLarge();
  await templates().remove(WORKSPACE, id, deletedAt(START_MS));
  expect(await templates().restore(WORKSPACE, id, restoredAt(START_MS + 1))).toBe("restored");
  const expiring = { UpdateExpression: "SET expiresAt = :at", ExpressionAttributeValues: { ":at": 1_900_000_000 } };
  await tables.client.send(new UpdateCommand({ TableName: TABLE, Key: { id, version: 2 }, ...expiring }));
  await documents.expire(String((await itemAt(id, 2))?.["documentKey"]));
  await templates().update({ ...(await headOf(id)), name: "Other", revision: 5 }, 4);
  expect(await templates().restore(WORKSPACE, id, restoredAt(START_MS + 2))).toBe("in-use");
  await expectKept(id, 2);
});

test("two restorations at the same time both succeed, and the template is restored once", async () => {
  const id = await createLarge();
  await templates().remove(WORKSPACE, id, deletedAt(START_MS));
  const restore = async () => await templates().restore(WORKSPACE, id, restoredAt(START_MS + 1));
  const results = await Promise.all([restore(), restore(), restore()]);
  expect(results.filter((result) => result === "restored")).toHaveLength(1);
  expect(results.filter((result) => !["restored", "in-use", "changed"].includes(result))).toEqual([]);
  await expectKept(id, 2);
});

test("a template that is deleted again gets a new TTL on all versions, even where the first one was not removed", async () => {
  const id = await createLarge();
  await templates().remove(WORKSPACE, id, deletedAt(START_MS));
  expect(await templates().restore(WORKSPACE, id, restoredAt(START_MS + 1))).toBe("restored");
  const earlier = { UpdateExpression: "SET expiresAt = :at", ExpressionAttributeValues: { ":at": 1_000 } };
  await tables.client.send(new UpdateCommand({ TableName: TABLE, Key: { id, version: 1 }, ...earlier }));
  await templates().remove(WORKSPACE, id, deletedAt(START_MS + 5_000));
  const expiresAt = (START_MS + 5_000 + KEPT_MS) / 1000;
  for (const version of [1, 2]) expect(await itemAt(id, version)).toMatchObject({ expiresAt });
});

async function headOf(id: string) {
  const stored = await templates().find(WORKSPACE, id, "highest");
  if (stored === undefined) throw new Error("The template is deleted.");
  return stored.head;
}

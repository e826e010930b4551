import { randomUUID } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { OTHER_WORKSPACE, START_MS, WORKSPACE } from "../support/render-fixture.js";
import { changed, startTables, TABLE, type Tables, template, WORKSPACES } from "./template-tables.js";

let tables: Tables;
let store: Tables["store"];

beforeAll(async () => {
  tables = await startTables();
  ({ store } = tables);
});

afterAll(() => tables.close());

describe("a template in the table", () => {
  test("is found as it was stored, at its highest version and at each", async () => {
    const first = template({ description: "For concerts", projectId: randomUUID() });
    expect(await store.create(first)).toBe(true);
    const second = changed(first, '{"second":true}');
    expect(await store.update(second.head, 1, second.version)).toBe(true);
    const { id } = first.head;
    expect(await store.find(WORKSPACE, id, "highest")).toEqual(second);
    expect(await store.find(WORKSPACE, id, 2)).toEqual(second);
    expect(await store.find(WORKSPACE, id, 1)).toEqual({ head: second.head, version: first.version });
    expect(await store.findVersion(WORKSPACE, id, 1)).toEqual(first.version);
    expect(await store.find(WORKSPACE, id, 3)).toBeUndefined();
    expect(await store.findVersion(WORKSPACE, id, 3)).toBeUndefined();
  });

  test("is another workspace's in no way", async () => {
    const mine = template();
    await store.create(mine);
    const { id } = mine.head;
    expect(await store.find(OTHER_WORKSPACE, id, "highest")).toBeUndefined();
    expect(await store.find(OTHER_WORKSPACE, id, 1)).toBeUndefined();
    expect(await store.findVersion(OTHER_WORKSPACE, id, 1)).toBeUndefined();
    expect(await store.listVersions(OTHER_WORKSPACE, id, 10)).toBeUndefined();
    expect(await store.remove(OTHER_WORKSPACE, id, { nowMs: 1, forgetAtMs: 2 })).toBe(false);
    expect(await store.find(WORKSPACE, id, "highest")).toEqual(mine);
    expect(await tables.itemAt(id, 1)).not.toHaveProperty("expiresAt");
  });

  test("is never overwritten by another one of its id", async () => {
    const mine = template();
    await store.create(mine);
    expect(await store.create({ ...mine, head: { ...mine.head, name: "Other" } })).toBe(false);
    expect((await store.find(WORKSPACE, mine.head.id, "highest"))?.head.name).toBe("Card");
  });

  test("keeps a document of megabytes in the bucket, and gives it back whole", async () => {
    const large = JSON.stringify({ text: "ä".repeat(1_000_000) });
    const mine = template({}, large);
    await store.create(mine);
    const next = changed(mine, `${large} `);
    await store.update(next.head, 1, next.version);
    const { id } = mine.head;
    expect((await store.find(WORKSPACE, id, "highest"))?.version.document).toBe(`${large} `);
    expect((await store.findVersion(WORKSPACE, id, 1))?.document).toBe(large);
    expect(await tables.itemAt(id, 0)).not.toHaveProperty("highest.document");
    expect(await store.listVersions(WORKSPACE, id, 10)).toEqual([
      { version: 2, createdAtMs: START_MS + 1, bytes: 2_000_012 },
      { version: 1, createdAtMs: START_MS, bytes: 2_000_011 },
    ]);
  });

  test("keeps a document just under the limit in the item", async () => {
    const mine = template({ description: "ä".repeat(2000) }, JSON.stringify("x".repeat(200 * 1024 - 2)));
    const before = tables.documents.objects.size;
    expect(await store.create(mine)).toBe(true);
    const next = changed(mine, JSON.stringify("y".repeat(200 * 1024 - 2)));
    expect(await store.update(next.head, 1, next.version)).toBe(true);
    expect(tables.documents.objects.size).toBe(before);
    expect(await store.find(WORKSPACE, mine.head.id, "highest")).toEqual(next);
  });
});

describe("a deletion", () => {
  const times = { nowMs: START_MS, forgetAtMs: START_MS + 1_234_567 };

  async function removed(): Promise<string> {
    const mine = template({ workspaceId: randomUUID() });
    await store.create(mine);
    const next = changed(mine, "{}");
    await store.update(next.head, 1, next.version);
    expect(await store.remove(mine.head.workspaceId, mine.head.id, times)).toBe(true);
    expect(await store.find(mine.head.workspaceId, mine.head.id, "highest")).toBeUndefined();
    expect(await store.find(mine.head.workspaceId, mine.head.id, 1)).toBeUndefined();
    expect(await store.listVersions(mine.head.workspaceId, mine.head.id, 10)).toBeUndefined();
    expect((await store.listPage(mine.head.workspaceId, 10, undefined)).templates).toEqual([]);
    expect(await store.findVersion(mine.head.workspaceId, mine.head.id, 1)).toEqual(mine.version);
    expect(await store.create(mine)).toBe(false);
    return mine.head.id;
  }

  test("takes the template out of everything but the renderer's sight, and lets its versions expire", async () => {
    const id = await removed();
    const expiresAt = Math.ceil((START_MS + 1_234_567) / 1000);
    expect(await tables.itemAt(id, 1)).toMatchObject({ expiresAt });
    expect(await tables.itemAt(id, 2)).toMatchObject({ expiresAt });
    const head = await tables.itemAt(id, 0);
    expect(head).not.toHaveProperty("highest");
    expect(head).not.toHaveProperty("expiresAt");
  });

  test("that was cut off is brought to its end by the next one, which finds nothing to delete", async () => {
    const id = await removed();
    const workspaceId = String((await tables.itemAt(id, 0))?.workspaceId);
    const clear = { TableName: TABLE, Key: { id, version: 1 }, UpdateExpression: "REMOVE expiresAt" };
    await tables.client.send(new UpdateCommand(clear));
    expect(await store.remove(workspaceId, id, { nowMs: START_MS + 5, forgetAtMs: START_MS + 5000 })).toBe(false);
    expect(await tables.itemAt(id, 1)).toMatchObject({ expiresAt: (START_MS + 5000) / 1000 });
    expect(await tables.itemAt(id, 2)).toMatchObject({ expiresAt: Math.ceil((START_MS + 1_234_567) / 1000) });
  });

  test("of what was never there makes nothing", async () => {
    const id = randomUUID();
    expect(await store.remove(WORKSPACE, id, times)).toBe(false);
    expect(await tables.itemAt(id, 0)).toBeUndefined();
  });
});

describe("the list", () => {
  test("is read in parts, the last updated first, each template as lists show it", async () => {
    const workspaceId = randomUUID();
    const stored = Array.from({ length: 5 }, (_, index) =>
      template({ workspaceId, name: `Card ${index}`, updatedAtMs: START_MS + index, description: "d" }),
    );
    for (const one of stored) await store.create(one);
    const first = await store.listPage(workspaceId, 3, undefined);
    const second = await store.listPage(workspaceId, 3, first.next);
    const listed = stored.toReversed().map(({ head }) => ({ ...head, revision: undefined }));
    expect([...first.templates, ...second.templates]).toEqual(listed);
    expect([first.templates.length, second.next]).toEqual([3, undefined]);
  });

  test("of versions ends at its limit", async () => {
    let present = template();
    await store.create(present);
    for (let change = 0; change < 4; change += 1) {
      const next = changed(present, `{"change":${change}}`);
      await store.update(next.head, present.head.revision, next.version);
      present = next;
    }
    const versions = await store.listVersions(WORKSPACE, present.head.id, 3);
    expect(versions?.map(({ version }) => version)).toEqual([5, 4, 3]);
  });
});

describe("projects in the table", () => {
  test("are found and listed by their own workspace alone, and nothing else of it is taken for one", async () => {
    const [workspaceId, id] = [randomUUID(), randomUUID()];
    const project = { id, workspaceId, name: "Spring", createdAtMs: START_MS };
    await tables.projects.put(project);
    for (const item of ["profile", "projector", "upload#1"]) {
      await tables.client.send(new PutCommand({ TableName: WORKSPACES, Item: { id: workspaceId, item } }));
    }
    expect(await tables.projects.list(workspaceId)).toEqual([project]);
    expect(await tables.projects.find(workspaceId, id)).toEqual(project);
    expect(await tables.projects.list(WORKSPACE)).toEqual([]);
    expect(await tables.projects.find(WORKSPACE, id)).toBeUndefined();
  });
});

import { describe, expect, test } from "@jest/globals";
import { createUpload } from "../../../core/uploads/create-upload.js";
import { deleteUpload } from "../../../core/uploads/delete-upload.js";
import { getUpload } from "../../../core/uploads/get-upload.js";
import { listUploads } from "../../../core/uploads/list-uploads.js";
import { createInMemoryUploads } from "../../support/in-memory-uploads.js";
import { OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest of a picture", "latin1");

/** Creates uploads one second apart. Their random parts are in descending order. */
async function setUp(count: number) {
  const stores = createInMemoryUploads();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const dependencies = {
      ...stores,
      now: () => START_MS + index * 1_000,
      newId: () => `11111111-2222-4${9 - index}00-8444-000000000001`,
    };
    const created = await createUpload(dependencies, WORKSPACE, { contentType: "image/png", bytes: PNG.byteLength });
    ids.unshift(created.upload.id);
  }
  return { ...stores, ids, log: silentLog, now: () => START_MS };
}

type Fixture = Awaited<ReturnType<typeof setUp>>;
const send = ({ objects }: Fixture, id: string) =>
  objects.set(`uploads/${WORKSPACE}/${id}`, {
    contentType: "image/png",
    bytes: PNG.byteLength,
    head: PNG,
    storedAtMs: START_MS,
  });

describe("listUploads", () => {
  test("returns every upload on one page, newest first, even when uploads are added between pages", async () => {
    const fixture = await setUp(5);
    const first = await listUploads(fixture, WORKSPACE, { limit: 2 });
    await createUpload(
      { ...fixture, now: () => START_MS + 60_000, newId: () => "11111111-2222-4333-8444-000000000002" },
      WORKSPACE,
      {
        contentType: "image/png",
        bytes: 1,
      },
    );
    const second = await listUploads(fixture, WORKSPACE, { limit: 3, cursor: first.nextCursor });
    expect([...first.uploads, ...second.uploads].map(({ id }) => id)).toEqual(fixture.ids);
    expect(second.nextCursor).toBeUndefined();
  });

  test("refuses a cursor of another workspace", async () => {
    const fixture = await setUp(3);
    const { nextCursor: cursor } = await listUploads(fixture, WORKSPACE, { limit: 1 });
    await expect(listUploads(fixture, OTHER_WORKSPACE, { limit: 1, cursor })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("deleteUpload", () => {
  test("deleteUpload removes the upload and its file, and does not find them the second time", async () => {
    const fixture = await setUp(2);
    const [id = "", other] = fixture.ids;
    send(fixture, id);
    await deleteUpload(fixture, WORKSPACE, id);
    expect([...fixture.objects.keys()]).toEqual([]);
    await expect(getUpload(fixture, WORKSPACE, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(deleteUpload(fixture, WORKSPACE, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listUploads(fixture, WORKSPACE, { limit: 9 })).uploads.map((upload) => upload.id)).toEqual([other]);
  });

  test("a file that arrives later does not restore a deleted upload", async () => {
    const fixture = await setUp(1);
    const [id = ""] = fixture.ids;
    await deleteUpload(fixture, WORKSPACE, id);
    send(fixture, id);
    await expect(getUpload(fixture, WORKSPACE, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("deleteUpload does not find an upload of another workspace, and keeps its file", async () => {
    const fixture = await setUp(1);
    const [id = ""] = fixture.ids;
    send(fixture, id);
    await expect(deleteUpload(fixture, OTHER_WORKSPACE, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(fixture.objects.size).toBe(1);
  });

  test("deleteUpload can be repeated if the store failed after the file was removed", async () => {
    const fixture = await setUp(1);
    const [id = ""] = fixture.ids;
    send(fixture, id);
    await getUpload(fixture, WORKSPACE, id);
    const remove = async () => Promise.reject(new Error("DynamoDB is down."));
    const broken = { ...fixture, uploads: { ...fixture.uploads, remove } };
    await expect(deleteUpload(broken, WORKSPACE, id)).rejects.toThrow("DynamoDB is down.");
    await deleteUpload(fixture, WORKSPACE, id);
    expect((await listUploads(fixture, WORKSPACE, { limit: 9 })).uploads).toEqual([]);
  });
});

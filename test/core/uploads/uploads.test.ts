import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import type { OpenedAsset } from "../../../core/renders/open-asset.js";
import { checkUploads } from "../../../core/uploads/check-uploads.js";
import { createUpload } from "../../../core/uploads/create-upload.js";
import { getUpload } from "../../../core/uploads/get-upload.js";
import { openUploadFile } from "../../../core/uploads/open-upload-file.js";
import { presentUpload, type Upload } from "../../../core/uploads/upload.js";
import { createInMemoryUploads } from "../../support/in-memory-uploads.js";
import { OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/world.js";

const ID = "11111111-2222-4333-8444-000000000001";
const KEY = `uploads/${WORKSPACE}/${ID}`;
const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest of a picture", "latin1");

function announced(change: Partial<Upload> = {}): Upload {
  return {
    id: ID,
    workspaceId: WORKSPACE,
    contentType: "image/png",
    bytes: PNG.byteLength,
    state: "waiting",
    createdAtMs: START_MS,
    ...change,
  };
}

function setUp(...uploads: readonly Upload[]) {
  const world = createInMemoryUploads(...uploads);
  const send = (head: Uint8Array, { key = KEY, contentType = "image/png" } = {}) =>
    world.objects.set(key, { contentType, bytes: head.byteLength, head, storedAtMs: START_MS + 5 });
  const get = (id = ID, workspaceId = WORKSPACE) => getUpload({ ...world, log: silentLog }, workspaceId, id);
  return { ...world, log: silentLog, send, get };
}

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "none",
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );

describe("an announced upload", () => {
  test("waits, with the one request that may send it and a time for it", async () => {
    const world = setUp();
    const dependencies = { ...world, now: () => START_MS, newId: () => ID };
    const created = await createUpload(dependencies, WORKSPACE, {
      contentType: "image/png",
      bytes: 12,
      filename: "a.png",
    });
    expect(created).toMatchObject({ url: `https://bucket.example/${ID}?at=${START_MS}&for=900` });
    expect(created.expiresAtMs).toBe(START_MS + 900_000);
    expect(presentUpload(await world.get())).toEqual({
      id: ID,
      path: `/api/v1/uploads/${ID}/file`,
      contentType: "image/png",
      bytes: 12,
      filename: "a.png",
      state: "waiting",
      createdAt: "2026-11-01T12:00:00.000Z",
    });
  });

  test("is ready once its file is what was announced, and is not looked at again", async () => {
    const { send, get, counts } = setUp(announced());
    send(PNG);
    expect(await get()).toEqual(announced({ state: "ready" }));
    expect(await get()).toEqual(announced({ state: "ready" }));
    expect(counts.looks).toBe(1);
  });

  test.each([
    ["another size", announced({ bytes: 7 }), "The file has 25 bytes, not the 7 that were announced."],
    [
      "another type",
      announced({ contentType: "image/webp" }),
      "The file is image/png, not the picture (image/webp) that was announced.",
    ],
  ])("is refused for good if its file has %s, and the file is removed", async (_name, upload, error) => {
    const { send, get, objects } = setUp(upload);
    send(PNG);
    expect(await get()).toEqual({ ...upload, state: "refused", error });
    expect(objects.size).toBe(0);
    send(PNG);
    expect((await get()).state).toBe("refused");
  });

  test("stays refused although its file could not be removed", async () => {
    const { send, get, files } = setUp(announced({ bytes: 7 }));
    send(PNG);
    files.remove = async () => Promise.reject(new Error("no"));
    expect((await get()).state).toBe("refused");
  });

  test("keeps the first verdict when two look at it at once", async () => {
    const { send, get, uploads } = setUp(announced());
    send(PNG);
    const settle = uploads.settle.bind(uploads);
    uploads.settle = async (upload) => {
      await settle({ ...upload, state: "refused", error: "The other one's." });
      return await settle(upload);
    };
    expect(await get()).toMatchObject({ state: "refused", error: "The other one's." });
  });

  test("that was forgotten before anybody asked is known again by its file", async () => {
    const { send, get } = setUp();
    send(PNG);
    expect(await get()).toEqual(announced({ state: "ready", createdAtMs: START_MS + 5 }));
  });

  test.each([
    ["another workspace's", ID, OTHER_WORKSPACE],
    ["an unknown one", "11111111-2222-4333-8444-000000000009", WORKSPACE],
    ["what is no uuid", "../x", WORKSPACE],
  ])("is not found: %s", async (_name, id, workspaceId) => {
    const { send, get } = setUp(announced());
    send(PNG);
    expect(await codeOf(get(id, workspaceId))).toBe("NOT_FOUND");
  });

  test("is found by its id in any case", async () => {
    const id = "abcdefab-2222-4333-8444-000000000001";
    expect(await setUp(announced({ id })).get(id.toUpperCase())).toMatchObject({ id });
  });
});

describe("an uploaded file", () => {
  const open: OpenedAsset = { kind: "open", status: 200, headers: {}, body: undefined };
  const openFile = async (upload: Upload, opened: OpenedAsset = open) => {
    const stored = { open: async () => Promise.resolve(opened) };
    return await openUploadFile({ ...setUp(upload), stored }, WORKSPACE, ID, { headOnly: false });
  };

  test.each([
    [undefined, `inline; filename="${ID}.png"`],
    ["logo (2).png", 'inline; filename="logo (2).png"'],
    ['a"b\r\n.png', "inline; filename=\"a_b__.png\"; filename*=UTF-8''a%22b%0D%0A.png"],
    ["größe*.png", "inline; filename=\"gr__e_.png\"; filename*=UTF-8''gr%C3%B6%C3%9Fe%2A.png"],
    ["\ud83d.png", "inline; filename=\"_.png\"; filename*=UTF-8''%EF%BF%BD.png"],
  ])("named %j is offered under a name that no header can be broken with", async (filename, disposition) => {
    const upload = announced({ state: "ready", ...(filename !== undefined && { filename }) });
    expect((await openFile(upload)).disposition).toBe(disposition);
  });

  test.each([
    ["waiting", announced(), open],
    ["refused", announced({ state: "refused", error: "No." }), open],
    ["gone from the bucket", announced({ state: "ready" }), { kind: "missing" } as const],
  ])("that is %s is not found", async (_name, upload, opened) => {
    expect(await codeOf(openFile(upload, opened))).toBe("NOT_FOUND");
  });
});

describe("the uploads that a request names", () => {
  const other = (last: number, change: Partial<Upload>) =>
    announced({ id: `11111111-2222-4333-8444-00000000000${last}`, ...change });
  const uploads = [
    announced({ state: "ready" }),
    other(2, {}),
    other(3, { state: "refused", error: "It is a PDF." }),
    other(4, { state: "ready", contentType: "font/woff2" }),
    other(5, { state: "ready", workspaceId: OTHER_WORKSPACE }),
  ];
  const wanted = (last: number, kind: "image" | "font" = "image") => ({
    path: `layers.photo${last}.image_url`,
    uploadId: `11111111-2222-4333-8444-00000000000${last}`,
    kind,
  });

  test("are read in one go, and each that can't be used is told with its place", async () => {
    const world = setUp(...uploads);
    const all = [wanted(1), wanted(1), wanted(2), wanted(3), wanted(4), wanted(5), wanted(6), wanted(1, "font")];
    const issues = await checkUploads(world, WORKSPACE, all);
    const id = (last: number) => wanted(last).uploadId;
    expect(issues).toEqual([
      { path: "layers.photo2.image_url", message: `The file of the upload ${id(2)} has not come yet.` },
      { path: "layers.photo3.image_url", message: `The upload ${id(3)} was refused. It is a PDF.` },
      { path: "layers.photo4.image_url", message: `The upload ${id(4)} is font/woff2; an image is needed here.` },
      { path: "layers.photo5.image_url", message: `There is no upload ${id(5)} in this workspace.` },
      { path: "layers.photo6.image_url", message: `There is no upload ${id(6)} in this workspace.` },
      { path: "layers.photo1.image_url", message: `The upload ${id(1)} is image/png; a font is needed here.` },
    ]);
    expect(world.counts.reads).toBe(1);
  });

  test("may be right, and then cost one read and no look", async () => {
    const world = setUp(...uploads);
    expect(await checkUploads(world, WORKSPACE, [wanted(1), wanted(4, "font")])).toEqual([]);
    expect(world.counts).toEqual({ reads: 1, looks: 0 });
  });

  test("cost nothing when there are none", async () => {
    const world = setUp(...uploads);
    expect(await checkUploads(world, WORKSPACE, [])).toEqual([]);
    expect(world.counts).toEqual({ reads: 0, looks: 0 });
  });
});

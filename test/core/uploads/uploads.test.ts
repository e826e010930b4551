import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { ServiceError } from "../../../core/contract/errors.js";
import type { OpenedAsset } from "../../../core/shared/asset-store.js";
import { createUploadCheck } from "../../../core/uploads/check-uploads.js";
import { createUpload } from "../../../core/uploads/create-upload.js";
import { getUpload } from "../../../core/uploads/get-upload.js";
import { openUploadFile } from "../../../core/uploads/open-upload-file.js";
import { presentUpload, type Upload } from "../../../core/uploads/upload.js";
import { createInMemoryUploads } from "../../support/in-memory-uploads.js";
import { OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const ID = "11111111-2222-4333-8444-000000000001";
/** The ID of an upload that is created at `START_MS`: it starts with the time, and ends like the random ID. */
const CREATED_ID = "01a196fb-1600-7333-8444-000000000001";
const INCOMING = `incoming/${WORKSPACE}/${ID}`;
const KEPT = `uploads/${WORKSPACE}/${ID}`;
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
  const stores = createInMemoryUploads(...uploads);
  const send = (head: Uint8Array, { key = INCOMING, contentType = "image/png" } = {}) =>
    stores.objects.set(key, { contentType, bytes: head.byteLength, head, storedAtMs: START_MS + 5 });
  const get = (id = ID, workspaceId = WORKSPACE) => getUpload({ ...stores, log: silentLog }, workspaceId, id);
  return { ...stores, log: silentLog, send, get };
}

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "none",
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );

describe("an announced upload", () => {
  test("createUpload returns a waiting upload with its presigned request and its expiry", async () => {
    const fixture = setUp();
    const dependencies = { ...fixture, now: () => START_MS, newId: () => ID };
    const created = await createUpload(dependencies, WORKSPACE, {
      contentType: "image/png",
      bytes: 12,
      filename: "a.png",
    });
    expect(created).toMatchObject({ url: `https://bucket.example/${CREATED_ID}?at=${START_MS}&for=900` });
    expect(created.expiresAtMs).toBe(START_MS + 900_000);
    expect(presentUpload(await fixture.get(CREATED_ID))).toEqual({
      id: CREATED_ID,
      path: `/api/v1/uploads/${CREATED_ID}/file`,
      contentType: "image/png",
      bytes: 12,
      filename: "a.png",
      state: "waiting",
      createdAt: "2026-11-01T12:00:00.000Z",
    });
  });

  test("a response about a refused upload has the reason, and one about another upload has no reason", () => {
    const refused = announced({ state: "refused", error: "The file has 25 bytes instead of the announced 7." });
    expect(presentUpload(refused)).toStrictEqual({
      ...{ id: ID, path: `/api/v1/uploads/${ID}/file`, contentType: "image/png", bytes: 25 },
      ...{ state: "refused", error: "The file has 25 bytes instead of the announced 7." },
      createdAt: "2026-11-01T12:00:00.000Z",
    });
    expect(presentUpload(announced({ state: "ready" }))).toStrictEqual({
      ...{ id: ID, path: `/api/v1/uploads/${ID}/file`, contentType: "image/png", bytes: 25 },
      ...{ state: "ready", createdAt: "2026-11-01T12:00:00.000Z" },
    });
  });

  test("an upload is ready when its file matches the announcement, and its file is read only once", async () => {
    const { send, get, counts } = setUp(announced());
    send(PNG);
    expect(await get()).toEqual(announced({ state: "ready" }));
    expect(await get()).toEqual(announced({ state: "ready" }));
    expect(counts.fileReads).toBe(1);
  });

  test("an upload that is ready has the size of its image, and responses show the size", async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#36c" } })
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true })
      .toBuffer();
    const { send, get } = setUp(announced({ contentType: "image/jpeg", bytes: photo.length }));
    send(photo, { contentType: "image/jpeg" });
    const upload = await get();
    expect(upload).toMatchObject({ state: "ready", width: 30, height: 40, isProgressive: true });
    expect(presentUpload(upload)).toStrictEqual({
      ...{ id: ID, path: `/api/v1/uploads/${ID}/file`, contentType: "image/jpeg", bytes: photo.length },
      ...{ width: 30, height: 40, state: "ready", createdAt: "2026-11-01T12:00:00.000Z" },
    });
  });

  test("a refused upload has no size", async () => {
    const photo = await sharp({ create: { width: 4, height: 3, channels: 3, background: "#36c" } })
      .png()
      .toBuffer();
    const { send, get } = setUp(announced({ bytes: 7 }));
    send(photo);
    expect(await get()).not.toHaveProperty("width");
  });

  test("a file that is used is kept where no lifecycle rule deletes it, and stays usable when its first copy expires", async () => {
    const { send, get, objects } = setUp(announced());
    send(PNG);
    expect(objects.has(KEPT)).toBe(false);
    await get();
    expect(objects.get(KEPT)?.head).toEqual(PNG);
    // The first copy prevents a second file as long as the presigned request is valid.
    expect(objects.has(INCOMING)).toBe(true);
    objects.delete(INCOMING);
    expect(await get()).toEqual(announced({ state: "ready" }));
  });

  test("a file that nobody used and that expired is missing", async () => {
    const { send, get, objects } = setUp();
    send(PNG);
    objects.delete(INCOMING);
    expect(await codeOf(get())).toBe("NOT_FOUND");
  });

  test("a file that expires while it is inspected is missing, and the upload still waits", async () => {
    const { send, get, files } = setUp(announced());
    send(PNG);
    files.copy = async () => Promise.resolve(false);
    expect(await get()).toEqual(announced());
  });

  test("an upload whose inspection was interrupted after the copy is found when its first copy has expired", async () => {
    const { send, get } = setUp(announced());
    send(PNG, { key: KEPT });
    expect(await get()).toEqual(announced({ state: "ready" }));
  });

  test.each([
    ["another size", announced({ bytes: 7 }), "The file has 25 bytes instead of the announced 7."],
    [
      "another type",
      announced({ contentType: "image/webp" }),
      "The file is image/png, not the announced image (image/webp).",
    ],
  ])("an upload whose file has %s stays refused, and its file is replaced", async (_name, upload, error) => {
    const { send, get, objects } = setUp(upload);
    send(PNG);
    expect(await get()).toEqual({ ...upload, state: "refused", error });
    expect([...objects.values()]).toEqual([expect.objectContaining({ contentType: "text/plain" })]);
    send(PNG);
    expect((await get()).state).toBe("refused");
  });

  test("an upload stays refused if its file cannot be replaced", async () => {
    const { send, get, files } = setUp(announced({ bytes: 7 }));
    send(PNG);
    files.block = async () => Promise.reject(new Error("no"));
    expect((await get()).state).toBe("refused");
  });

  test("an upload keeps the first final state if two calls inspect it at the same time", async () => {
    const { send, get, uploads } = setUp(announced());
    send(PNG);
    const finalize = uploads.finalize.bind(uploads);
    uploads.finalize = async (upload) => {
      await finalize({ ...upload, state: "refused", error: "The other call refused it." });
      return await finalize(upload);
    };
    expect(await get()).toMatchObject({ state: "refused", error: "The other call refused it." });
  });

  test("an upload whose announcement expired is restored from its file", async () => {
    const { send, get } = setUp();
    send(PNG);
    expect(await get()).toEqual(announced({ state: "ready", createdAtMs: START_MS + 5 }));
  });

  test.each([
    ["another workspace's", ID, OTHER_WORKSPACE],
    ["an unknown one", "11111111-2222-4333-8444-000000000009", WORKSPACE],
    ["one whose ID is not a UUID", "../x", WORKSPACE],
  ])("getUpload returns NOT_FOUND for an upload: %s", async (_name, id, workspaceId) => {
    const { send, get } = setUp(announced());
    send(PNG);
    expect(await codeOf(get(id, workspaceId))).toBe("NOT_FOUND");
  });

  test("getUpload accepts the ID in upper case", async () => {
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
  ])("the Content-Disposition of a file named %j is a valid header", async (filename, disposition) => {
    const upload = announced({ state: "ready", ...(filename !== undefined && { filename }) });
    expect((await openFile(upload)).disposition).toBe(disposition);
  });

  test.each([
    ["waiting", announced(), open],
    ["refused", announced({ state: "refused", error: "No." }), open],
    ["missing in the bucket", announced({ state: "ready" }), { kind: "missing" } as const],
  ])("openUploadFile returns NOT_FOUND for a file that is %s", async (_name, upload, opened) => {
    expect(await codeOf(openFile(upload, opened))).toBe("NOT_FOUND");
  });
});

describe("createUploadCheck", () => {
  const other = (last: number, change: Partial<Upload>) =>
    announced({ id: `11111111-2222-4333-8444-00000000000${last}`, ...change });
  const uploads = [
    announced({ state: "ready" }),
    other(2, {}),
    other(3, { state: "refused", error: "It is a PDF." }),
    other(4, { state: "ready", contentType: "font/woff2" }),
    other(5, { state: "ready", workspaceId: OTHER_WORKSPACE }),
  ];
  const wanted = (last: number, path = `layers.photo${last}.image_url`) => ({
    path,
    uploadId: `11111111-2222-4333-8444-00000000000${last}`,
  });

  test("a check of uploads reads all uploads at once and returns an issue for each one that cannot be used", async () => {
    const fixture = setUp(...uploads);
    const all = [
      wanted(1),
      wanted(1),
      wanted(2),
      wanted(3),
      wanted(4),
      wanted(5),
      wanted(6),
      wanted(1, "fonts[0].src"),
    ];
    const issues = await createUploadCheck(fixture)(WORKSPACE, all);
    const id = (last: number) => wanted(last).uploadId;
    expect(issues).toEqual([
      { path: "layers.photo2.image_url", message: `The file of the upload ${id(2)} has not been sent yet.` },
      { path: "layers.photo3.image_url", message: `The upload ${id(3)} was refused. It is a PDF.` },
      { path: "layers.photo4.image_url", message: `The upload ${id(4)} is font/woff2, but an image is needed here.` },
      { path: "layers.photo5.image_url", message: `There is no upload ${id(5)} in this workspace.` },
      { path: "layers.photo6.image_url", message: `There is no upload ${id(6)} in this workspace.` },
      { path: "fonts[0].src", message: `The upload ${id(1)} is image/png, but a font is needed here.` },
    ]);
    expect(fixture.counts.reads).toBe(1);
  });

  test("a check of uploads reads no file if all uploads are ready", async () => {
    const fixture = setUp(...uploads);
    expect(await createUploadCheck(fixture)(WORKSPACE, [wanted(1), wanted(4, "fonts[0].src")])).toEqual([]);
    expect(fixture.counts).toEqual({ reads: 1, fileReads: 0 });
  });

  test("a check of uploads reads nothing without uploads", async () => {
    const fixture = setUp(...uploads);
    expect(await createUploadCheck(fixture)(WORKSPACE, [])).toEqual([]);
    expect(fixture.counts).toEqual({ reads: 0, fileReads: 0 });
  });
});

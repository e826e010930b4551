import { randomUUID } from "node:crypto";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "@jest/globals";
import { createDocumentBucket, type DocumentBucket } from "../../aws/document-bucket.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createStoredFiles } from "../../aws/stored-files.js";
import { createUploadReader } from "../../aws/upload-bucket.js";
import { createUploadFiles } from "../../aws/upload-files.js";
import type { InputStore, PictureStore, UploadReader } from "../../core/renders/ports.js";
import type { StoredPictures } from "../../core/signed-images/purge-image.js";
import type { UploadFiles } from "../../core/uploads/ports.js";
import { uploadKey } from "../../core/uploads/upload.js";
import { describeOnBucket } from "../support/implementations.js";
import { createInMemoryDocuments, createInMemoryInputs, createInMemoryPictures } from "../support/in-memory-buckets.js";
import { createInMemoryUploads } from "../support/in-memory-uploads.js";
import { OTHER_WORKSPACE, WORKSPACE } from "../support/render-fixture.js";

interface Stores {
  readonly pictures: PictureStore & StoredPictures;
  readonly inputs: InputStore;
  readonly documents: DocumentBucket;
  readonly files: UploadFiles;
  readonly reader: UploadReader;
  /** Stores a file as the presigned request of an upload does. */
  readonly sendFile: (key: string, file: Uint8Array) => Promise<void>;
}

const HEADERS = { contentType: "image/png", cacheControl: "public, max-age=5" };
const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

function createInMemoryStores(): Stores {
  const { files, reader, objects } = createInMemoryUploads();
  return {
    pictures: createInMemoryPictures(),
    inputs: createInMemoryInputs(),
    documents: createInMemoryDocuments(),
    files,
    reader,
    sendFile: async (key, head) => {
      objects.set(key, { contentType: "image/png", bytes: head.byteLength, head, storedAtMs: Date.now() });
    },
  };
}

describeOnBucket<Stores>(
  "objects",
  {
    inMemory: createInMemoryStores,
    adapter: ({ client, name }) => ({
      pictures: { ...createPictureBucket(client, name), ...createStoredFiles(client, name) },
      inputs: createInputBucket(client, name),
      documents: createDocumentBucket(client, name),
      files: createUploadFiles(client, name),
      reader: createUploadReader(client, name),
      sendFile: async (Key, Body) => {
        await client.send(new PutObjectCommand({ Bucket: name, Key, Body, ContentType: "image/png" }));
      },
    }),
  },
  (stores) => {
    const picture = (...bytes: number[]) => ({ bytes: new Uint8Array(bytes), headers: HEADERS });
    const newUploadKey = () => uploadKey({ workspaceId: WORKSPACE, id: randomUUID() });

    test("a picture has no size until it is stored", async () => {
      const { pictures } = stores();
      const key = `renders/${randomUUID()}.png`;
      expect(await pictures.sizeOf(key)).toBeUndefined();
      expect(await pictures.putFirst(key, picture(1, 2, 3))).toMatchObject({ bytes: 3 });
      expect(await pictures.sizeOf(key)).toBe(3);
    });

    test("a stored picture is never overwritten", async () => {
      const { pictures } = stores();
      const key = `renders/${randomUUID()}.png`;
      await pictures.putFirst(key, picture(1, 2, 3));
      expect(await pictures.putFirst(key, picture(1, 2, 3, 4, 5))).toMatchObject({ bytes: 3 });
      expect(await pictures.sizeOf(key)).toBe(3);
    });

    test("ten concurrent writers of one key get the size of the same picture", async () => {
      const { pictures } = stores();
      const key = `renders/${randomUUID()}.png`;
      const puts = await Promise.all(
        Array.from({ length: 10 }, (_, index) => pictures.putFirst(key, picture(...Array<number>(index + 1).fill(7)))),
      );
      const sizes = puts.map(({ bytes }) => bytes);
      expect(new Set(sizes).size).toBe(1);
      expect(puts.filter(({ etag }) => etag !== undefined)).toHaveLength(1);
      expect(await pictures.sizeOf(key)).toBe(sizes[0]);
    });

    test("a removed picture can be stored again, and removing it twice does nothing", async () => {
      const { pictures } = stores();
      const key = `img/ab/${randomUUID()}.png`;
      await pictures.putFirst(key, picture(1));
      await pictures.remove(key);
      await pictures.remove(key);
      expect(await pictures.sizeOf(key)).toBeUndefined();
      expect(await pictures.putFirst(key, picture(1, 2))).toMatchObject({ bytes: 2 });
    });

    test("stored inputs are read unchanged, and missing inputs are an error", async () => {
      const { inputs } = stores();
      const key = `inputs/${randomUUID()}.json`;
      const value = { layers: { title: { text: "Größe 🙂" } }, variables: { price: 1.5, list: [{ a: null }] } };
      await inputs.put(key, value);
      expect(await inputs.get(key)).toEqual(value);
      await expect(inputs.get(`inputs/${randomUUID()}.json`)).rejects.toThrow();
    });

    test("inputs are found until they are removed, and removing them twice does nothing", async () => {
      const { inputs } = stores();
      const [key, other] = [`inputs/${randomUUID()}.json`, `inputs/${randomUUID()}.json`];
      const value = { layers: { title: { text: "a" } }, variables: {} };
      for (const one of [key, other]) await inputs.put(one, value);
      expect(await inputs.find(key)).toEqual(value);
      await inputs.remove(key);
      await inputs.remove(key);
      expect([await inputs.find(key), await inputs.find(other)]).toEqual([undefined, value]);
    });

    test("stored documents are read unchanged, and a missing document is an error", async () => {
      const { documents } = stores();
      const templateId = randomUUID();
      const [first, second] = ['{"text":"ä 🙂"}', '{"text":"b"}'];
      const firstKey = await documents.put(WORKSPACE, templateId, first);
      const secondKey = await documents.put(WORKSPACE, templateId, second);
      expect([await documents.get(firstKey), await documents.get(secondKey)]).toEqual([first, second]);
      await expect(documents.get(`templates/${randomUUID()}`)).rejects.toThrow();
    });

    test("an expiring document can still be read, and expiring it twice or expiring a missing document does nothing", async () => {
      const { documents } = stores();
      const key = await documents.put(WORKSPACE, randomUUID(), "{}");
      for (const expiring of [key, key, `templates/${WORKSPACE}/unknown.json`]) await documents.expire(expiring);
      expect(await documents.get(key)).toBe("{}");
    });

    test("a copied file is read like its original, and a missing file is not copied", async () => {
      const { files, sendFile } = stores();
      const [from, to] = [newUploadKey(), newUploadKey()];
      expect(await files.copy(from, to)).toBe(false);
      await sendFile(from, Buffer.from("abc"));
      expect(await files.copy(from, to)).toBe(true);
      expect(await files.readHead(to, 10)).toMatchObject({ contentType: "image/png", bytes: 3 });
      expect(await files.readHead(from, 10)).toBeDefined();
    });

    test("an uploaded file is read with its type, its size, and its first bytes", async () => {
      const { files, sendFile } = stores();
      const key = newUploadKey();
      expect(await files.readHead(key, 10)).toBeUndefined();
      await sendFile(key, Buffer.from("0123456789abcdef"));
      const stored = await files.readHead(key, 10);
      expect(stored).toMatchObject({ contentType: "image/png", bytes: 16 });
      expect(Buffer.from(stored?.head ?? []).toString()).toBe("0123456789");
      expect(Math.abs(Date.now() - (stored?.storedAtMs ?? 0))).toBeLessThan(60_000);
      const whole = await files.readHead(key, 1000);
      expect(Buffer.from(whole?.head ?? []).toString()).toBe("0123456789abcdef");
    });

    test("the file of a refused upload is replaced by a note, and replacing it twice does nothing", async () => {
      const { files, sendFile } = stores();
      const key = newUploadKey();
      await sendFile(key, Buffer.from("abc"));
      await files.block(key);
      await files.block(key);
      expect(await files.readHead(key, 1)).toMatchObject({ contentType: "text/plain" });
    });

    test("the renderer reads only files of its own workspace, and a missing file is a permanent error", async () => {
      const { reader, sendFile } = stores();
      const id = randomUUID();
      await sendFile(uploadKey({ workspaceId: WORKSPACE, id }), Buffer.from("abc"));
      expect(Buffer.from(await reader.read(WORKSPACE, id)).toString()).toBe("abc");
      await expect(reader.read(OTHER_WORKSPACE, id)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
      await expect(reader.read(WORKSPACE, randomUUID())).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    });

    test("the renderer reads a file of 20 MB and rejects a larger one", async () => {
      const { reader, sendFile } = stores();
      const [largest, tooLarge] = [randomUUID(), randomUUID()];
      await sendFile(uploadKey({ workspaceId: WORKSPACE, id: largest }), Buffer.alloc(MAX_UPLOAD_BYTES));
      await sendFile(uploadKey({ workspaceId: WORKSPACE, id: tooLarge }), Buffer.alloc(MAX_UPLOAD_BYTES + 1));
      expect(await reader.read(WORKSPACE, largest)).toHaveLength(MAX_UPLOAD_BYTES);
      await expect(reader.read(WORKSPACE, tooLarge)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    });
  },
);

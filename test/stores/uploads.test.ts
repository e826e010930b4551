import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { AlreadyRecordedError } from "../../core/idempotency/already-recorded.js";
import { createUploadsTable } from "../../aws/uploads-table.js";
import type { UploadStore } from "../../core/uploads/ports.js";
import type { Upload } from "../../core/uploads/upload.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryUploads } from "../support/in-memory-uploads.js";
import { OTHER_WORKSPACE, START_MS, WORKSPACE } from "../support/render-fixture.js";

const recordNamed = (id: string) => ({
  id,
  bodyHash: "hash",
  status: 201,
  responseBody: "{}",
  expiresAt: START_MS / 1000 + 60,
});
const EXPIRES_AT_MS = START_MS + 500;
const REMOVAL = { nowMs: START_MS, forgetAtMs: Date.UTC(2100, 0) };

describeOnTables<{ uploads: UploadStore }>(
  "uploads",
  {
    inMemory: createInMemoryUploads,
    adapter: ({ client, names }) => ({ uploads: createUploadsTable(client, names.Workspaces, names.Jobs) }),
  },
  (stores) => {
    const newUpload = (): Upload => ({
      id: randomUUID(),
      workspaceId: WORKSPACE,
      contentType: "image/png",
      bytes: 7,
      filename: "logo.png",
      state: "waiting",
      createdAtMs: START_MS,
    });

    async function announce(): Promise<Upload> {
      const upload = newUpload();
      await stores().uploads.announce(upload, EXPIRES_AT_MS);
      return upload;
    }

    test("an announced upload is found only by its own workspace", async () => {
      const { uploads } = stores();
      const upload = await announce();
      expect(await uploads.find(WORKSPACE, upload.id)).toEqual(upload);
      expect(await uploads.find(OTHER_WORKSPACE, upload.id)).toBeUndefined();
      expect(await uploads.findAll(OTHER_WORKSPACE, [upload.id])).toEqual([]);
      expect(await uploads.find(WORKSPACE, randomUUID())).toBeUndefined();
    });

    test("announcing an upload with an existing ID throws and does not change the upload", async () => {
      const { uploads } = stores();
      const upload = await announce();
      await expect(uploads.announce({ ...upload, bytes: 8 }, EXPIRES_AT_MS)).rejects.toThrow();
      expect(await uploads.find(WORKSPACE, upload.id)).toEqual(upload);
    });

    test("of five announcements with the same idempotency record, one is written", async () => {
      const { uploads } = stores();
      const record = recordNamed(`idempotency#${randomUUID()}`);
      const made = Array.from({ length: 5 }, newUpload);
      const written = await Promise.all(
        made.map((upload) =>
          uploads.announce(upload, EXPIRES_AT_MS, record).then(
            () => true,
            (error: unknown) => !(error instanceof AlreadyRecordedError),
          ),
        ),
      );
      expect(written.filter(Boolean)).toHaveLength(1);
      const found = await uploads.findAll(
        WORKSPACE,
        made.map(({ id }) => id),
      );
      expect(found).toEqual(made.filter((_upload, index) => written[index]));
    });

    test("a finalized upload is found with its final state", async () => {
      const { uploads } = stores();
      const ready = { ...(await announce()), state: "ready" } as const;
      expect(await uploads.finalize(ready)).toEqual(ready);
      expect(await uploads.find(WORKSPACE, ready.id)).toEqual(ready);
    });

    test("finalizing an upload keeps the first final state and returns it", async () => {
      const { uploads } = stores();
      const upload = await announce();
      const refused = { ...upload, state: "refused", error: "It is a PDF." } as const;
      expect(await uploads.finalize(refused)).toEqual(refused);
      expect(await uploads.finalize({ ...upload, state: "ready" })).toEqual(refused);
      expect(await uploads.find(WORKSPACE, upload.id)).toEqual(refused);
    });

    test("finalizing stores an upload whose announcement expired", async () => {
      const { uploads } = stores();
      const ready = { ...newUpload(), filename: undefined, state: "ready" } as const;
      expect(await uploads.finalize(ready)).toEqual(ready);
      expect(await uploads.find(WORKSPACE, ready.id)).toEqual(ready);
    });

    test("if two callers write different final states at the same time, both get the same state", async () => {
      const { uploads } = stores();
      const upload = await announce();
      const states = await Promise.all([
        uploads.finalize({ ...upload, state: "ready" }),
        uploads.finalize({ ...upload, state: "refused", error: "It is a PDF." }),
      ]);
      expect(states[0]).toEqual(states[1]);
      expect(await uploads.find(WORKSPACE, upload.id)).toEqual(states[0]);
    });

    test("the list of a workspace contains its uploads in descending order of IDs, starting at any upload", async () => {
      const { uploads } = stores();
      const workspaceId = randomUUID();
      const made = Array.from({ length: 5 }, () => ({ ...newUpload(), workspaceId }));
      for (const upload of made) await uploads.announce(upload, EXPIRES_AT_MS);
      await announce();
      const ids = made.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1));
      const first = await uploads.list(workspaceId, { limit: 3 });
      expect(first).toMatchObject({ uploads: ids.slice(0, 3).map((id) => ({ id, workspaceId })), next: ids[2] });
      const second = await uploads.list(workspaceId, { limit: 3, before: first.next });
      expect([second.uploads.map(({ id }) => id), second.next]).toEqual([ids.slice(3), undefined]);
      expect(await uploads.list(workspaceId, { limit: 5 })).toMatchObject({ next: undefined });
    });

    test("the list skips removed uploads and still fills its page", async () => {
      const { uploads } = stores();
      const workspaceId = randomUUID();
      const made = Array.from({ length: 9 }, () => ({ ...newUpload(), workspaceId }));
      for (const upload of made) await uploads.announce(upload, EXPIRES_AT_MS);
      const ids = made.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1));
      for (const id of ids.slice(0, 6)) await uploads.remove(workspaceId, id, REMOVAL);
      const { uploads: listed, next } = await uploads.list(workspaceId, { limit: 2 });
      expect([listed.map(({ id }) => id), next]).toEqual([ids.slice(6, 8), ids[7]]);
    });

    test("a removed upload is not found, and a file that arrives later does not restore it", async () => {
      const { uploads } = stores();
      const upload = await announce();
      expect(await uploads.remove(OTHER_WORKSPACE, upload.id, REMOVAL)).toBe(false);
      expect(await uploads.remove(WORKSPACE, upload.id, REMOVAL)).toBe(true);
      expect(await uploads.remove(WORKSPACE, upload.id, REMOVAL)).toBe(false);
      expect(await uploads.finalize({ ...upload, state: "ready" })).toBeUndefined();
      expect(await uploads.find(WORKSPACE, upload.id)).toBeUndefined();
      expect(await uploads.findAll(WORKSPACE, [upload.id])).toEqual([]);
    });

    test("reading many uploads with more than 100 IDs returns the existing uploads", async () => {
      const { uploads } = stores();
      const announced = await Promise.all(Array.from({ length: 130 }, announce));
      const ids = announced.map(({ id }) => id);
      const found = await uploads.findAll(WORKSPACE, [...ids, randomUUID()]);
      expect(found.map(({ id }) => id).sort()).toEqual(ids.sort());
      expect(await uploads.findAll(WORKSPACE, [])).toEqual([]);
    });
  },
);

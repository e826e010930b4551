import { describe, expect, test } from "@jest/globals";
import { createFindUploadImages } from "../../../core/uploads/find-upload-images.js";
import type { Upload } from "../../../core/uploads/upload.js";
import { createInMemoryUploads } from "../../support/in-memory-uploads.js";
import { OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const idOf = (last: number) => `11111111-2222-4333-8444-00000000000${last}`;
const upload = (last: number, change: Partial<Upload> = {}): Upload => ({
  ...{ id: idOf(last), workspaceId: WORKSPACE, contentType: "image/jpeg", bytes: 5_000_000 },
  ...{ state: "ready", createdAtMs: START_MS, width: 6000, height: 4000, isProgressive: true },
  ...change,
});
const stored = [
  upload(1),
  upload(2, { width: undefined, height: undefined, isProgressive: undefined }),
  upload(3, { contentType: "font/woff2", width: undefined, height: undefined }),
  upload(4, { state: "refused" }),
  upload(5, { workspaceId: OTHER_WORKSPACE }),
  upload(6, { state: "waiting", width: undefined, height: undefined }),
];

describe("createFindUploadImages", () => {
  test("only the ready images of the workspace whose size is stored are found", async () => {
    const find = createFindUploadImages({ ...createInMemoryUploads(...stored), log: silentLog });
    const found = await find(WORKSPACE, new Set([1, 2, 3, 4, 5, 6, 7].map(idOf)));
    expect([...found]).toEqual([
      [idOf(1), { type: "image/jpeg", width: 6000, height: 4000, bytes: 5_000_000, isProgressive: true }],
    ]);
  });

  test("an upload is read once, and a waiting one until its file has arrived", async () => {
    const uploads = createInMemoryUploads(...stored);
    const find = createFindUploadImages({ ...uploads, log: silentLog });
    for (let count = 0; count < 3; count++) await find(WORKSPACE, new Set([idOf(1), idOf(2)]));
    expect(uploads.counts.reads).toBe(1);
    await find(WORKSPACE, new Set([idOf(6)]));
    await find(WORKSPACE, new Set([idOf(6)]));
    expect(uploads.counts.reads).toBe(3);
  });

  test("the facts of one workspace are not those of another", async () => {
    const find = createFindUploadImages({ ...createInMemoryUploads(...stored), log: silentLog });
    expect((await find(OTHER_WORKSPACE, new Set([idOf(5)]))).size).toBe(1);
    expect((await find(WORKSPACE, new Set([idOf(5)]))).size).toBe(0);
  });
});

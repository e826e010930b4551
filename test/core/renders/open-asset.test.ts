import { Readable } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import { openAsset } from "../../../core/renders/open-asset.js";
import type { AssetStore, OpenedAsset } from "../../../core/shared/asset-store.js";
import { signAsset } from "../../../core/signing/asset-signature.js";
import { createInMemoryJobs } from "../../support/in-memory-jobs.js";
import { JOB, OTHER_WORKSPACE, queuedJob, WORKSPACE } from "../../support/render-fixture.js";

const keyRing = { current: "k1", keys: { k1: "k".repeat(64) } };
const open: OpenedAsset = { kind: "open", status: 200, headers: {}, body: Readable.from(["x"]) };

function setUp(stored: OpenedAsset = open, job = queuedJob({ status: "done" })) {
  const openedKeys: string[] = [];
  const assets: AssetStore = { open: async (key) => (openedKeys.push(key), stored) };
  const jobs = createInMemoryJobs(job);
  const request = (sig: string | undefined, workspaceId?: string) =>
    openAsset({ jobs, assets, keyRing }, { jobId: JOB, sig, workspaceId, headOnly: false });
  return { openedKeys, request };
}

describe("an asset", () => {
  test("a valid signature opens the asset without an API key and without reading the job", async () => {
    const { request, openedKeys } = setUp(open, queuedJob({ workspaceId: OTHER_WORKSPACE }));
    expect(await request(signAsset(keyRing, JOB, "avif"))).toMatchObject({ signed: true, format: "avif" });
    expect(openedKeys).toEqual([`renders/${JOB}.avif`]);
  });

  test("the API key of the owner opens the asset", async () => {
    expect(await setUp().request(undefined, WORKSPACE)).toMatchObject({ signed: false, format: "png" });
  });

  test("an invalid signature returns UNAUTHORIZED even with a valid API key", async () => {
    const { request, openedKeys } = setUp();
    await expect(request("k1.png.AAAA", WORKSPACE)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(openedKeys).toEqual([]);
  });

  test("a request without an API key or a signature returns UNAUTHORIZED", async () => {
    await expect(setUp().request(undefined)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("the API key of another workspace returns NOT_FOUND", async () => {
    await expect(setUp().request(undefined, OTHER_WORKSPACE)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each(["queued", "failed"] as const)(
    "the asset of a %s job returns NOT_FOUND with the status",
    async (status) => {
      const { request } = setUp(open, queuedJob({ status }));
      await expect(request(undefined, WORKSPACE)).rejects.toMatchObject({ code: "NOT_FOUND", details: { status } });
    },
  );

  test("the asset of a signed image opens from its own storage key, by API key and by signature", async () => {
    const job = queuedJob({ status: "done", storedAs: "img/ab/abc.png" });
    const assets: AssetStore = { open: async (key) => (key === "img/ab/abc.png" ? open : { kind: "missing" }) };
    const dependencies = { jobs: createInMemoryJobs(job), assets, keyRing };
    for (const caller of [{ sig: signAsset(keyRing, JOB, "png") }, { workspaceId: WORKSPACE }]) {
      const request = { jobId: JOB, sig: undefined, workspaceId: undefined, headOnly: false, ...caller };
      expect((await openAsset(dependencies, request)).opened).toBe(open);
    }
  });

  test.each(["archived", "missing"] as const)(
    "an asset whose file is %s returns GONE, and says how to render it again",
    async (kind) => {
      const { request } = setUp({ kind });
      const message = `The picture is no longer stored. Render it again with POST /api/v1/renders/${JOB}/rerender.`;
      await expect(request(undefined, WORKSPACE)).rejects.toMatchObject({ code: "GONE", message });
      await expect(request(signAsset(keyRing, JOB, "png"))).rejects.toMatchObject({ code: "GONE", message });
    },
  );

  test("a signature returns NOT_FOUND if its job was deleted, and GONE if the job is done", async () => {
    const missing: OpenedAsset = { kind: "missing" };
    const sig = signAsset(keyRing, JOB, "png");
    const deleted = setUp(missing, queuedJob({ status: "done", deletedAtMs: 1 }));
    await expect(deleted.request(sig)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const assets: AssetStore = { open: async () => missing };
    const forgotten = openAsset(
      { jobs: createInMemoryJobs(), assets, keyRing },
      { jobId: JOB, sig, workspaceId: undefined, headOnly: false },
    );
    await expect(forgotten).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(setUp(missing).request(sig)).rejects.toMatchObject({ code: "GONE" });
  });

  test("the asset of a signed image whose file is gone returns GONE, even after its job was deleted", async () => {
    const job = queuedJob({ status: "done", storedAs: "img/ab/abc.png", deletedAtMs: 1 });
    await expect(setUp({ kind: "missing" }, job).request(signAsset(keyRing, JOB, "png"))).rejects.toMatchObject({
      code: "GONE",
    });
  });
});

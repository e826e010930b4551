import { Readable } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import { type AssetStore, openAsset, type OpenedAsset } from "../../../core/renders/open-asset.js";
import { signAsset } from "../../../core/signing/asset-signature.js";
import { createInMemoryJobs } from "../../support/in-memory-jobs.js";
import { JOB, OTHER_WORKSPACE, queuedJob, WORKSPACE } from "../../support/world.js";

const keyRing = { current: "k1", keys: { k1: "k".repeat(64) } };
const open: OpenedAsset = { kind: "open", status: 200, headers: {}, body: Readable.from(["x"]) };

function setUp(stored: OpenedAsset = open, job = queuedJob({ status: "done" })) {
  const asked: string[] = [];
  const assets: AssetStore = { open: async (key) => (asked.push(key), stored) };
  const jobs = createInMemoryJobs(job);
  const request = (sig: string | undefined, workspaceId?: string) =>
    openAsset({ jobs, assets, keyRing }, { jobId: JOB, sig, workspaceId, headOnly: false });
  return { asked, request };
}

describe("an asset", () => {
  test("opens by signature without asking for a key or a job", async () => {
    const { request, asked } = setUp(open, queuedJob({ workspaceId: OTHER_WORKSPACE }));
    expect(await request(signAsset(keyRing, JOB, "avif"))).toMatchObject({ signed: true, format: "avif" });
    expect(asked).toEqual([`renders/${JOB}.avif`]);
  });

  test("opens by key for its owner", async () => {
    expect(await setUp().request(undefined, WORKSPACE)).toMatchObject({ signed: false, format: "png" });
  });

  test("stays shut for a bad signature even beside a good key", async () => {
    const { request, asked } = setUp();
    await expect(request("k1.png.AAAA", WORKSPACE)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(asked).toEqual([]);
  });

  test("stays shut for nobody in particular", async () => {
    await expect(setUp().request(undefined)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("is not found by another workspace's key", async () => {
    await expect(setUp().request(undefined, OTHER_WORKSPACE)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each(["queued", "failed"] as const)("of a %s render is not found, and the answer says why", async (status) => {
    const { request } = setUp(open, queuedJob({ status }));
    await expect(request(undefined, WORKSPACE)).rejects.toMatchObject({ code: "NOT_FOUND", details: { status } });
  });

  test("of a signed image opens from where its URL has placed it, by key and by signature", async () => {
    const job = queuedJob({ status: "done", storedAs: "img/ab/abc.png" });
    const assets: AssetStore = { open: async (key) => (key === "img/ab/abc.png" ? open : { kind: "missing" }) };
    const dependencies = { jobs: createInMemoryJobs(job), assets, keyRing };
    for (const caller of [{ sig: signAsset(keyRing, JOB, "png") }, { workspaceId: WORKSPACE }]) {
      const request = { jobId: JOB, sig: undefined, workspaceId: undefined, headOnly: false, ...caller };
      expect((await openAsset(dependencies, request)).opened).toBe(open);
    }
  });

  test.each(["archived", "missing"] as const)("whose file is %s is gone", async (kind) => {
    const { request } = setUp({ kind });
    await expect(request(undefined, WORKSPACE)).rejects.toMatchObject({ code: "GONE" });
    await expect(request(signAsset(keyRing, JOB, "png"))).rejects.toMatchObject({ code: "GONE" });
  });
});

import { Readable } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import { type BatchDownload, downloadNow, presentDownload } from "../../../core/batches/batch-download.js";
import { makeDownload } from "../../../core/batches/download/make-download.js";
import { findDownload, requestDownload } from "../../../core/batches/download/request-download.js";
import type { ArchiveFormat } from "../../../core/contract/archive-format.js";
import type { DownloadRequest } from "../../../core/contract/events/download-requested.js";
import type { Job } from "../../../core/renders/job.js";
import { newBatch } from "../../support/batch-samples.js";
import { createRenderFixture, OTHER_WORKSPACE, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A PDF with one page, in the form that the engine writes. Its content stream has the key. */
function pictureAt(key: string): Buffer {
  if (!key.endsWith(".pdf")) return Buffer.from(`picture ${key}`);
  const objects = [
    `<</Length ${key.length}>>\nstream\n${key}\nendstream`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 1 0 R>>",
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Producer<FEFF0041>>>",
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  const end = "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 6/Root 4 0 R/Info 5 0 R>>\nstartxref\n9\n%%EOF\n";
  return Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${body}${end}`, "latin1");
}

/** Creates a batch that has ended. Its jobs are done and have pictures, unless `changes` says otherwise. */
function withBatch(changes: readonly Partial<Job>[]) {
  const fixture = createRenderFixture();
  const { batch, jobs } = newBatch(changes.length);
  const ended = jobs.map((job, index): Job => ({ ...job, status: "done", finishedAtMs: START_MS, ...changes[index] }));
  for (const job of ended) fixture.jobs.items.set(job.id, job);
  const failed = ended.filter(({ status }) => status === "failed").length;
  fixture.batches.items.set(batch.id, { ...batch, remaining: 0, failed });
  const requests: DownloadRequest[] = [];
  const stored = new Map<string, string>();
  const missing = new Set<string>();
  const dependencies = {
    ...fixture,
    downloadRequests: { publish: async (request: DownloadRequest) => void requests.push(request) },
    downloadUrls: { urlOf: async (key: string, seconds: number) => `https://bucket/${key}?${seconds}` },
    assets: {
      open: async (key: string) =>
        missing.has(key)
          ? ({ kind: "archived" } as const)
          : ({ kind: "open", status: 200, headers: {}, body: Readable.from([pictureAt(key)]) } as const),
    },
    downloads: {
      put: async (key: string, chunks: AsyncIterable<Uint8Array>) => {
        const read: Uint8Array[] = [];
        for await (const chunk of chunks) read.push(chunk);
        stored.set(key, Buffer.concat(read).toString("latin1"));
        return Buffer.concat(read).byteLength;
      },
    },
  };
  return {
    ...dependencies,
    dependencies,
    id: batch.id,
    ended,
    requests,
    stored,
    missing,
    ask: (workspaceId = WORKSPACE, format: ArchiveFormat = "zip") =>
      requestDownload(dependencies, workspaceId, { batchId: batch.id, format }, "request-1"),
    find: (format: ArchiveFormat = "zip") => findDownload(dependencies, WORKSPACE, { batchId: batch.id, format }),
    makeLast: async () => await makeDownload(dependencies, requests.at(-1) as DownloadRequest),
  };
}

describe("the download of a batch", () => {
  test("a batch download is requested once, made, and then found at a URL that needs no key", async () => {
    const { ask, find, makeLast, requests, stored, id } = withBatch([{}, { metadata: { name: "Spring" } }, {}]);
    await expect(find()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await Promise.all([ask(), ask(), ask()]);
    expect(requests).toHaveLength(1);
    expect(await find()).toMatchObject({ kind: "making" });
    await makeLast();
    expect(await find()).toEqual({ kind: "ready", url: `https://bucket/archives/${id}.zip?900` });
    const zip = stored.get(`archives/${id}.zip`) ?? "";
    expect([zip.includes("1.png"), zip.includes("Spring.png"), zip.includes("3.png")]).toEqual([true, true, true]);
    expect(await ask()).toMatchObject({ status: "ready", pictures: 3, missing: [] });
    expect(requests).toHaveLength(1);
  });

  test("a batch download contains the pictures that exist, and names the finished jobs without a picture", async () => {
    const { ask, makeLast, ended, missing, batches, id } = withBatch([
      {},
      { status: "failed" },
      { deletedAtMs: START_MS },
      {},
    ]);
    missing.add(`renders/${ended[3]?.id ?? ""}.png`);
    await ask();
    await makeLast();
    expect((await batches.find(id))?.archive).toMatchObject({ status: "ready", pictures: 1, missing: [ended[3]?.id] });
  });

  test("a batch download that is created again has the same bytes", async () => {
    const { ask, makeLast, stored, clock, batches, id } = withBatch([{}, {}]);
    await ask();
    await makeLast();
    const first = stored.get(`archives/${id}.zip`);
    clock.nowMs += 8 * DAY_MS;
    await ask();
    await makeLast();
    expect(stored.get(`archives/${id}.zip`)).toBe(first);
    expect((await batches.find(id))?.archive?.startedAtMs).toBe(START_MS + 8 * DAY_MS);
  });
});

describe("the download of a batch as one PDF", () => {
  test("one PDF has a page for each finished picture in the order of the batch, beside the ZIP of the same batch", async () => {
    const pdf = { format: "pdf" } as const;
    const changes = [pdf, { ...pdf, metadata: { name: "Spring" } }, { status: "failed" } as const, pdf];
    const { ask, find, makeLast, stored, ended, missing, batches, id } = withBatch(changes);
    missing.add(`renders/${ended[3]?.id ?? ""}.pdf`);
    await ask(WORKSPACE, "pdf");
    expect(await find("pdf")).toMatchObject({ kind: "making" });
    await expect(find("zip")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await makeLast();
    expect(await find("pdf")).toEqual({ kind: "ready", url: `https://bucket/archives/${id}.pdf?900` });
    const file = stored.get(`archives/${id}.pdf`) ?? "";
    expect(file.match(/renders\/[0-9a-f-]+\.pdf/g)).toEqual(ended.slice(0, 2).map((job) => `renders/${job.id}.pdf`));
    expect(file.match(/\/Count 2>>/g)).toHaveLength(1);
    expect(file).toContain("/Title<FEFF0053007000720069006E0067>");
    expect((await batches.find(id))?.pdfArchive).toMatchObject({
      status: "ready",
      pictures: 2,
      missing: [ended[3]?.id],
    });
    await ask(WORKSPACE, "zip");
    await makeLast();
    expect([...stored.keys()]).toEqual([`archives/${id}.pdf`, `archives/${id}.zip`]);
  });

  test("one PDF of pictures in other formats is refused with the jobs that are not PDFs, and nothing is requested", async () => {
    const { ask, requests } = withBatch([
      { format: "pdf" },
      { format: "webp" },
      { format: "jpg", status: "failed" },
      {},
    ]);
    await expect(ask(WORKSPACE, "pdf")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: {
        issues: [
          {
            path: "format",
            message:
              "All pictures must be PDFs, and these are not: jobs[1] (webp), jobs[3] (png). " +
              'Render them with "format": "pdf", or request the ZIP.',
          },
        ],
      },
    });
    const many = withBatch(Array.from({ length: 8 }, () => ({})));
    await expect(many.ask(WORKSPACE, "pdf")).rejects.toThrow("jobs[4] (png) and 3 more.");
    expect([...requests, ...many.requests]).toEqual([]);
  });
});

describe("a batch download that cannot be made", () => {
  test.each([
    ["the bucket fails", "The download could not be made. Request it again."],
    ["no picture is stored", "No picture of the batch is stored any longer. Render them again."],
  ])("if %s, the download fails with a reason, stores nothing, and can be requested again", async (why, message) => {
    const { ask, find, makeLast, dependencies, requests, ended, missing, stored } = withBatch([{}]);
    await ask();
    if (why === "no picture is stored") missing.add(`renders/${ended[0]?.id ?? ""}.png`);
    const put = async () => Promise.reject(new Error("S3 is down"));
    const downloads = why === "the bucket fails" ? { put } : dependencies.downloads;
    await makeDownload({ ...dependencies, downloads }, requests[0] as DownloadRequest);
    await expect(find()).rejects.toMatchObject({ code: "CONFLICT", message, details: { status: "failed" } });
    expect(stored.size).toBe(0);
    missing.clear();
    await ask();
    await makeLast();
    expect(await find()).toMatchObject({ kind: "ready" });
  });

  test("a batch download fails at once if its request cannot be published", async () => {
    const { dependencies, id, find } = withBatch([{}]);
    const downloadRequests = { publish: async () => Promise.reject(new Error("The bus is down")) };
    const zip = { batchId: id, format: "zip" } as const;
    await expect(requestDownload({ ...dependencies, downloadRequests }, WORKSPACE, zip, "r")).rejects.toThrow("bus");
    await expect(find()).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("a download whose function was killed counts as failed after its time, and its late end changes nothing", async () => {
    const { ask, find, clock, requests, makeLast, dependencies, batches, id } = withBatch([{}]);
    await ask();
    clock.nowMs += 17 * MINUTE_MS;
    await expect(find()).rejects.toMatchObject({ code: "CONFLICT" });
    await ask();
    expect(requests).toHaveLength(2);
    await makeDownload(dependencies, requests[0] as DownloadRequest);
    expect((await batches.find(id))?.archive?.status).toBe("making");
    await makeLast();
    expect((await batches.find(id))?.archive?.status).toBe("ready");
  });

  test("the download of a batch that has not ended or has no pictures returns CONFLICT", async () => {
    const failed = withBatch([{ status: "failed" }]);
    await expect(failed.ask()).rejects.toMatchObject({ code: "CONFLICT", details: { status: "failed" } });
    const queued = withBatch([{}]);
    const batch = queued.batches.items.get(queued.id);
    if (batch !== undefined) queued.batches.items.set(queued.id, { ...batch, remaining: 1 });
    await expect(queued.ask()).rejects.toMatchObject({ code: "CONFLICT", details: { status: "queued" } });
  });

  test("the download of another workspace's batch returns NOT_FOUND", async () => {
    const { ask } = withBatch([{}]);
    await expect(ask(OTHER_WORKSPACE)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an expired batch download returns GONE until it is requested again", async () => {
    const { ask, find, makeLast, clock } = withBatch([{}]);
    await ask();
    await makeLast();
    clock.nowMs += 7 * DAY_MS + 1;
    await expect(find()).rejects.toMatchObject({ code: "GONE" });
    await ask();
    expect(await find()).toMatchObject({ kind: "making" });
  });
});

describe("the state of a download", () => {
  const making: BatchDownload = { status: "making", token: "t", startedAtMs: START_MS };
  const ready: BatchDownload = {
    ...making,
    status: "ready",
    endedAtMs: START_MS + 5_000,
    pictures: 2,
    missing: [],
    bytes: 9,
  };

  test("a download in progress has its format and the time of its request only", () => {
    expect(presentDownload(making, "zip")).toEqual({
      ...{ status: "making", format: "zip", createdAt: "2026-11-01T12:00:00.000Z" },
    });
  });

  test("a finished download says when it expires, what it contains and what is missing", () => {
    const expected = {
      ...{ status: "ready", format: "pdf", createdAt: "2026-11-01T12:00:00.000Z", pictures: 2, bytes: 9 },
      ...{ finishedAt: "2026-11-01T12:00:05.000Z", expiresAt: "2026-11-08T12:00:05.000Z" },
    };
    expect(presentDownload(ready, "pdf")).toEqual(expected);
    const missing = ["11111111-2222-4333-8444-000000000001"];
    expect(presentDownload({ ...ready, missing }, "pdf")).toEqual({ ...expected, missing });
  });

  test("a failed download has its error and no times of an end", () => {
    expect(presentDownload({ ...making, status: "failed", endedAtMs: START_MS, error: "No." }, "zip")).toEqual({
      ...{ status: "failed", format: "zip", createdAt: "2026-11-01T12:00:00.000Z", error: "No." },
    });
  });

  test("a download that takes longer than its function can run has failed, and one of last week is expired", () => {
    expect(downloadNow(making, START_MS + 16 * MINUTE_MS)).toBe(making);
    expect(downloadNow(making, START_MS + 16 * MINUTE_MS + 1)).toMatchObject({
      ...{ status: "failed", error: "The download could not be made. Request it again." },
    });
    expect(downloadNow(ready, START_MS + 5_000 + 7 * DAY_MS)).toBe(ready);
    expect(downloadNow(ready, START_MS + 5_001 + 7 * DAY_MS)).toBe("expired");
  });
});

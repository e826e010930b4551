/** Tests the routes that stream stored files and wait for ends, with stores in memory and a clock that the test controls. */
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { createSlots } from "../../../core/access/slots.js";
import { createFollowBatch } from "../../../core/batches/follow-batch.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { createFollowJob } from "../../../core/renders/follow-job.js";
import type { AssetConditions, OpenedAsset } from "../../../core/shared/asset-store.js";
import { signAsset } from "../../../core/signing/asset-signature.js";
import type { Upload } from "../../../core/uploads/upload.js";
import { assetRoute } from "../../../lambdas/stream/routes/asset.js";
import { streamBatchEventsRoute } from "../../../lambdas/stream/routes/stream-batch-events.js";
import { streamRenderEventsRoute } from "../../../lambdas/stream/routes/stream-render-events.js";
import { uploadFileRoute } from "../../../lambdas/stream/routes/upload-file.js";
import { waitForBatchRoute } from "../../../lambdas/stream/routes/wait-for-batch.js";
import { waitForRenderRoute } from "../../../lambdas/stream/routes/wait-for-render.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createInMemoryUploads } from "../../support/in-memory-uploads.js";
import { createRenderFixture, JOB, queuedJob, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { batchOfSize, createdBatch } from "../../core/batches/batch-fixture.js";
import { caller, method, setUp } from "../shared/http-app-fixture.js";

const keyRing = { current: "k1", keys: { k1: "k".repeat(64) } };
const UPLOAD: Upload = {
  ...{ id: "11111111-2222-4333-8444-000000000001", workspaceId: WORKSPACE, contentType: "image/png", bytes: 7 },
  ...{ filename: "logo.png", state: "ready", createdAtMs: START_MS },
};
const FILE: OpenedAsset = { kind: "open", status: 200, headers: { etag: '"e"' }, bytes: 3, body: undefined };
const MISSING = "3f2504e0-4f89-41d3-9a0c-0305e82c3309";

interface Request {
  readonly query?: string;
  readonly by?: "GET" | "HEAD";
  readonly headers?: Record<string, string>;
}

/** The stream function with one queued job. */
function createFunction() {
  const fixture = createRenderFixture([queuedJob()]);
  const world = {
    /** Runs instead of a pause between two polls. */
    whilePausing: async (): Promise<void> => undefined,
    isRevoked: false,
    opened: [] as [key: string, conditions: AssetConditions][],
  };
  const clock = {
    now: fixture.now,
    pause: async (ms: number) => {
      fixture.clock.nowMs += ms;
      await world.whilePausing();
    },
  };
  const stored = {
    open: async (key: string, conditions: AssetConditions): Promise<OpenedAsset> => {
      world.opened.push([key, conditions]);
      return FILE;
    },
  };
  const waiting = {
    ...{ keyRing, jobs: fixture.jobs, batches: fixture.batches, now: fixture.now },
    followJob: createFollowJob({ jobs: fixture.jobs, ...clock }),
    followBatch: createFollowBatch({ batches: fixture.batches, ...clock }),
    takeWaitSlot: createSlots({
      ...{ store: createInMemoryLimits(), name: "waits", now: fixture.now, newToken: fixture.newToken },
    }),
  };
  const asset = assetRoute({ keyRing, jobs: fixture.jobs, assets: stored });
  const { uploads, files } = createInMemoryUploads(UPLOAD);
  const uploadFile = uploadFileRoute({ uploads, files, stored });
  const { call } = setUp({
    routes: {
      ...{ getAsset: asset, headAsset: asset, getUploadFile: uploadFile, headUploadFile: uploadFile },
      waitForRender: waitForRenderRoute(waiting),
      streamRenderEvents: streamRenderEventsRoute(waiting),
      waitForBatch: waitForBatchRoute(waiting),
      streamBatchEvents: streamBatchEventsRoute(waiting),
    },
    authenticate: async () => {
      if (world.isRevoked) throw new ServiceError("UNAUTHORIZED", "The API key is not valid.");
      return { ...caller, scopes: ["render"] };
    },
  });
  const send = (path: string, { query = "", by = "GET", headers = {} }: Request = {}) =>
    call({ ...method(by), rawPath: `/api/v1/${path}`, rawQueryString: query }, headers);
  const end = async (id = JOB, bytes = 3) => {
    const job = await fixture.jobs.find(id);
    if (job?.status !== "queued") return;
    await fixture.jobs.end(job, { unleasedAtMs: fixture.clock.nowMs }, { status: "done", bytes }, fixture.clock.nowMs);
  };
  return { ...fixture, world, send, end };
}

let stream: ReturnType<typeof createFunction>;
beforeEach(() => {
  stream = createFunction();
});
const bodyOf = async ({ body }: { body: unknown }) => await text(body as Readable);
const waitedMs = () => stream.clock.nowMs - START_MS;

describe("GET /renders/{id}/wait", () => {
  test("a render that ends in time is returned with 200 and is not waited for again", async () => {
    stream.world.whilePausing = () => stream.end();
    const { statusCode, json, headers } = await stream.send(`renders/${JOB}/wait`);
    expect([statusCode, json.status]).toEqual([200, "done"]);
    expect(json).not.toHaveProperty("retryAfterMs");
    expect(headers).not.toHaveProperty("location");
  });

  test("a render that does not end is returned with 202 after the timeout, with its address and when to wait again", async () => {
    const { statusCode, json, headers } = await stream.send(`renders/${JOB}/wait`, { query: "timeout=7" });
    expect([statusCode, json.status, json.retryAfterMs]).toEqual([202, "queued", 250]);
    expect(headers.location).toBe(`/api/v1/renders/${JOB}`);
    expect(waitedMs()).toBe(7_000);
  });

  test("a wait ends with 401 when the key of its caller is revoked", async () => {
    stream.world.whilePausing = async () => void (stream.world.isRevoked = true);
    expect((await stream.send(`renders/${JOB}/wait`)).statusCode).toBe(401);
    expect(waitedMs()).toBeLessThan(1_000);
  });
});

describe("GET /renders/{id}/events", () => {
  test("the events of a render are streamed as text, and no cache keeps them", async () => {
    stream.world.whilePausing = () => stream.end();
    const response = await stream.send(`renders/${JOB}/events`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
    });
    const events = await bodyOf(response);
    expect([...events.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual(["queued.0", "done.0"]);
  });

  test("a reader that names the last event gets 204 and does not connect again", async () => {
    await stream.end();
    const { statusCode, body } = await stream.send(`renders/${JOB}/events`, { headers: { "last-event-id": "done.0" } });
    expect([statusCode, body]).toEqual([204, ""]);
  });

  test("HEAD has the headers of the stream without opening one, and finds no unknown render", async () => {
    const { statusCode, headers, body } = await stream.send(`renders/${JOB}/events`, { by: "HEAD" });
    expect([statusCode, headers["content-type"], body]).toEqual([200, "text/event-stream; charset=utf-8", ""]);
    expect((await stream.send(`renders/${MISSING}/events`, { by: "HEAD" })).statusCode).toBe(404);
  });

  test("a stream ends without an event when the key of its caller is revoked", async () => {
    stream.world.whilePausing = async () => {
      stream.world.isRevoked = true;
      await stream.end();
    };
    const events = await bodyOf(await stream.send(`renders/${JOB}/events`));
    expect([...events.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual(["queued.0"]);
  });
});

describe("batches", () => {
  let batchId: string;
  let jobIds: readonly string[];

  beforeEach(async () => {
    const { batch, jobs } = await createdBatch(stream, batchOfSize(2));
    [batchId, jobIds] = [batch.id, jobs.map(({ id }) => id)];
  });

  const endAll = async () => {
    for (const id of jobIds) await stream.end(id);
  };

  test("a batch that ends in time is returned with 200", async () => {
    stream.world.whilePausing = endAll;
    const { statusCode, json, headers } = await stream.send(`renders/batches/${batchId}/wait`);
    expect([statusCode, json.status, headers.location]).toEqual([200, "done", undefined]);
    expect(json).not.toHaveProperty("retryAfterMs");
  });

  test("a batch that does not end is returned with 202 after the timeout", async () => {
    const sent = await stream.send(`renders/batches/${batchId}/wait`, { query: "timeout=3" });
    expect([sent.statusCode, sent.json.status, sent.json.retryAfterMs]).toEqual([202, "queued", 250]);
    expect(sent.headers.location).toBe(`/api/v1/renders/batches/${batchId}`);
    expect(waitedMs()).toBe(3_000);
  });

  test("the events of a batch name each job and the batch, and a reader that has them all gets 204", async () => {
    stream.world.whilePausing = endAll;
    const response = await stream.send(`renders/batches/${batchId}/events`);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const ids = [...(await bodyOf(response)).matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    expect(ids).toHaveLength(3);
    expect(ids.at(-1)).toBe("done.3");
    const headers = { "last-event-id": "done.3" };
    expect((await stream.send(`renders/batches/${batchId}/events`, { headers })).statusCode).toBe(204);
  });

  test("HEAD has the headers of the stream without opening one, and finds no unknown batch", async () => {
    const { statusCode, headers, body } = await stream.send(`renders/batches/${batchId}/events`, { by: "HEAD" });
    expect([statusCode, headers["content-type"], body]).toEqual([200, "text/event-stream; charset=utf-8", ""]);
    expect((await stream.send(`renders/batches/${MISSING}/events`, { by: "HEAD" })).statusCode).toBe(404);
  });
});

describe("GET and HEAD /renders/{id}/asset", () => {
  beforeEach(() => stream.end());

  test("a signed picture may be stored by every cache, and its size is known before its bytes", async () => {
    const sig = signAsset(keyRing, JOB, "png");
    const { statusCode, headers } = await stream.send(`renders/${JOB}/asset`, { query: `sig=${sig}` });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      etag: '"e"',
      "content-disposition": `inline; filename="${JOB}.png"`,
      "cache-control": "public, max-age=86400, immutable",
      "x-irs-content-length": "3",
    });
    expect(stream.world.opened).toEqual([[`renders/${JOB}.png`, expect.objectContaining({ headOnly: false })]]);
  });

  test("a picture that a key opens stays private, and `download` gives it to the user as a file", async () => {
    const { headers } = await stream.send(`renders/${JOB}/asset`, { query: "download=1" });
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers["content-disposition"]).toBe(`attachment; filename="${JOB}.png"`);
  });

  test("HEAD reads no bytes, and a range and the conditions reach the store", async () => {
    await stream.send(`renders/${JOB}/asset`, {
      by: "HEAD",
      headers: { range: "bytes=0-1", "if-range": '"e"', "if-none-match": '"x"' },
    });
    expect(stream.world.opened[0]?.[1]).toMatchObject({
      ...{ headOnly: true, range: "bytes=0-1", ifRange: '"e"', ifNoneMatch: '"x"' },
    });
  });
});

describe("GET /uploads/{id}/file", () => {
  test("an uploaded file stays private, and scripts in it cannot run on the origin of the service", async () => {
    const { statusCode, headers } = await stream.send(`uploads/${UPLOAD.id}/file`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-disposition": 'inline; filename="logo.png"',
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "private, no-cache",
    });
    expect(stream.world.opened[0]?.[0]).toBe(`uploads/${WORKSPACE}/${UPLOAD.id}`);
  });
});

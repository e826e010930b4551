import { describe, expect, test } from "@jest/globals";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { recordOf } from "../../../core/idempotency/idempotency-record.js";
import { createRender } from "../../../core/renders/create-render.js";
import type { Job } from "../../../core/renders/job.js";
import { QueueRefusedError } from "../../../core/renders/ports.js";
import {
  createRenderFixture,
  OTHER_WORKSPACE,
  START_MS,
  TEMPLATE,
  templateVersion,
  WORKSPACE,
} from "../../support/render-fixture.js";
import { CONTEXT, contextOf, created, request, TEAM } from "./create-fixture.js";

const tiny = "data:image/png;base64,iVBORw0KGgo=";

/** A fixture whose template has one image layer, `photo`. */
function photoFixture() {
  const photo = { id: "p", type: "image", name: "photo", x: 0, y: 0, width: 10, height: 10, image_url: tiny };
  const document = JSON.stringify({ width: 10, height: 10, layers: [photo] });
  return createRenderFixture([], [templateVersion({ document })]);
}

describe("an accepted render", () => {
  test("createRender writes the job, sends it to the standard queue, and removes it from the sweeper's index", async () => {
    const fixture = createRenderFixture();
    const job = await created(fixture, request());
    expect(fixture.jobs.items.get(job.id)).toMatchObject({ status: "queued", attempts: 0, enqueuedAtMs: START_MS });
    expect(fixture.jobs.items.get(job.id)?.sweepAtMs).toBeUndefined();
    const message = { jobId: job.id, requestId: "request-1", workspaceId: WORKSPACE };
    expect(fixture.sent).toEqual([{ queue: "standard", workspaceId: WORKSPACE, message }]);
  });

  test.each([
    [0, "bulk"],
    [3, "bulk"],
    [4, "standard"],
    [6, "standard"],
  ])("createRender sends a job with priority %i to the %s queue", async (priority, queue) => {
    const fixture = createRenderFixture();
    await created(fixture, request({ priority }));
    expect(fixture.sent[0]?.queue).toBe(queue);
  });

  test("a queued job of a template whose height hugs has the greatest height of its picture", async () => {
    const document = JSON.stringify({ width: 400, height: "hug", max_height: 1500, layers: [] });
    const fixture = createRenderFixture([], [templateVersion({ document })]);
    expect(await created(fixture, request({ scale: 2 }))).toMatchObject({ width: 800, height: 3000 });
  });

  test.each([0, 6])(
    "createRender sends a render with a high estimate and priority %i to the heavy queue",
    async (priority) => {
      const layer = {
        type: "ellipse",
        width: 1200,
        height: 1200,
        shadow_blur: 40,
        shadow_color: "#000",
        background_color: "#f00",
      };
      const layers = Array.from({ length: 12 }, (_, index) => ({ ...layer, id: `e${index}` }));
      const document = JSON.stringify({ width: 1200, height: 1200, layers });
      const fixture = createRenderFixture([], [templateVersion({ document })]);
      const job = await created(fixture, request({ layers: {}, variables: {}, priority }));
      expect(job).toMatchObject({ heavy: true, priority });
      expect(fixture.sent[0]?.queue).toBe("heavy");
    },
  );

  test("a job stores the overrides with their final names and types", async () => {
    const fixture = createRenderFixture();
    const layers = { title: { text: 5, font_size: "40", color: null } };
    expect((await created(fixture, request({ layers }))).inputs).toEqual({
      layers: { title: { text: "5", font_size: 40 } },
      variables: {},
    });
  });

  test("a render without a version gets the highest version", async () => {
    const fixture = createRenderFixture([], [templateVersion(), templateVersion({ version: 2 })]);
    expect(await created(fixture, request())).toMatchObject({ templateVersion: 2 });
    expect(await created(fixture, request({ version: 1 }))).toMatchObject({ templateVersion: 1 });
  });

  test("inputs with data URIs are stored in the bucket, and the job contains their key", async () => {
    const fixture = photoFixture();
    const job = await created(fixture, request({ layers: { photo: { image_url: tiny } } }));
    expect(job.inputs).toEqual({ key: `inputs/${job.id}.json` });
    expect(fixture.storedInputs.get(`inputs/${job.id}.json`)).toEqual({
      layers: { photo: { image_url: tiny } },
      variables: {},
    });
  });
});

describe("the retention class of a job", () => {
  test("a job, its inputs, and its picture have the retention class of the plan", async () => {
    const fixture = photoFixture();
    const classes: unknown[] = [];
    const inputs = {
      ...fixture.inputs,
      put: async (...[, , name]: Parameters<typeof fixture.inputs.put>) => void classes.push(name),
    };
    const body = request({ layers: { photo: { image_url: tiny } } });
    const retentionClasses = ["team", "_stage"];
    expect(await created({ ...fixture, inputs, retentionClasses }, body)).toMatchObject({ retentionClass: "team" });
    expect(await created({ ...fixture, inputs }, body)).not.toHaveProperty("retentionClass");
    expect(classes).toEqual(["team", undefined]);
  });
});

describe("a refused render", () => {
  const refused = async (body: Record<string, unknown>, workspaceId = WORKSPACE, templates = [templateVersion()]) => {
    const fixture = createRenderFixture([], templates);
    const error = await createRender(fixture, contextOf(workspaceId), request(body)).catch((thrown: unknown) => thrown);
    expect(fixture.jobs.items.size).toBe(0);
    expect(fixture.sent).toEqual([]);
    return error;
  };

  test("createRender returns NOT_FOUND for an unknown template and for another workspace's template", async () => {
    const unknown = await refused({ template: "7c9e6679-7425-40de-944b-e07fc1f90ae8" });
    const foreign = await refused({}, OTHER_WORKSPACE);
    expect([unknown, foreign]).toMatchObject([{ code: "NOT_FOUND" }, { code: "NOT_FOUND" }]);
  });

  test("createRender returns NOT_FOUND for an unknown version", async () => {
    expect(await refused({ version: 9 })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("createRender returns all issues of the overrides with their paths", async () => {
    const error = await refused({ layers: { titel: { text: "x" }, title: { colour: "red" } }, variables: { nope: 1 } });
    expect(error).toMatchObject({ code: "VALIDATION_ERROR" });
    const paths = (error as { details: { issues: { path: string }[] } }).details.issues.map(({ path }) => path);
    expect(paths.sort()).toEqual(["layers.titel", "layers.title.colour", "variables.nope"]);
  });

  test("createRender returns an issue at scale for a picture over 25 megapixels", async () => {
    const document = JSON.stringify({ width: 4000, height: 3000, layers: [] });
    const error = await refused({ scale: 2 }, WORKSPACE, [templateVersion({ document })]);
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { issues: [{ path: "scale" }] } });
  });

  test("the limit of 25 megapixels applies to the greatest height of a document", async () => {
    const document = JSON.stringify({ width: 4000, height: "hug", max_height: 3000, layers: [] });
    const error = await refused({ scale: 2 }, WORKSPACE, [templateVersion({ document })]);
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { issues: [{ path: "scale" }] } });
  });

  test.each([
    "http://example.com/hook",
    "https://127.0.0.1/hook",
    "https://192.168.0.1/",
    "https://user:pw@example.com/",
  ])("createRender returns an issue at webhookUrl for %s", async (webhookUrl) => {
    expect(await refused({ webhookUrl })).toMatchObject({ details: { issues: [{ path: "webhookUrl" }] } });
  });

  test("createRender returns an issue at transparent for a format without transparency", async () => {
    expect(await refused({ format: "jpg", transparent: true })).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "transparent" }] },
    });
  });

  test("createRender returns an issue at the layer whose upload cannot be used", async () => {
    const photo = { id: "p", type: "image", name: "photo", x: 0, y: 0, width: 10, height: 10, image_url: tiny };
    const document = JSON.stringify({ width: 10, height: 10, layers: [photo] });
    const image_url = `/api/v1/uploads/${TEMPLATE}/file`;
    const error = await refused({ layers: { photo: { image_url } } }, WORKSPACE, [templateVersion({ document })]);
    expect(error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "layers.photo.image_url" }] },
    });
  });

  test("createRender returns PAYLOAD_TOO_LARGE for more than 32 KB of overrides", async () => {
    const text = "x".repeat(33 * 1024);
    expect(await refused({ layers: { title: { text } } })).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  test("createRender returns DUPLICATE_LAYER_NAMES for a template with duplicate layer names", async () => {
    const layer = { type: "rectangle", name: "box", x: 0, y: 0, width: 5, height: 5 };
    const document = JSON.stringify({
      width: 10,
      height: 10,
      layers: [
        { ...layer, id: "a" },
        { ...layer, id: "b" },
      ],
    });
    const error = await refused({}, WORKSPACE, [templateVersion({ document })]);
    expect(error).toMatchObject({ code: "DUPLICATE_LAYER_NAMES", details: { layerNames: ["box"] } });
  });
});

describe("a failing queue", () => {
  test("if the queue refuses the message, createRender undoes the creation and returns QUEUE_UNAVAILABLE", async () => {
    const fixture = createRenderFixture();
    const queue = { send: async () => Promise.reject(new QueueRefusedError("gone")) };
    await expect(createRender({ ...fixture, queue }, CONTEXT, request())).rejects.toMatchObject({
      code: "QUEUE_UNAVAILABLE",
    });
    expect(fixture.jobs.items.size).toBe(0);
  });

  test("if the response of the queue is lost, the job stays in the sweeper's index", async () => {
    const fixture = createRenderFixture();
    const queue = { send: async () => Promise.reject(new Error("socket hang up")) };
    const job = await created({ ...fixture, queue }, request());
    expect(fixture.jobs.items.get(job.id)?.sweepAtMs).toBe(START_MS + 60_000);
  });

  test("if the queue refuses the message of a job that was claimed, the creation is not undone", async () => {
    const fixture = createRenderFixture();
    const queue = {
      send: async (_queue: string, _workspace: string, { jobId }: { jobId: string }) => {
        await fixture.jobs.claim(jobId, { nowMs: START_MS, untilMs: START_MS + 1000, token: "t" });
        throw new QueueRefusedError("refused");
      },
    };
    const job = await created({ ...fixture, queue }, request());
    expect(fixture.jobs.items.get(job.id)).toMatchObject({ attempts: 1, leaseToken: "t" });
  });
});

describe("the credits of a render", () => {
  const month = `${WORKSPACE} 2026-11`;

  test("the creation of a job takes one credit from the current month", async () => {
    const fixture = createRenderFixture();
    await created(fixture, request());
    const job = await created(fixture, request());
    expect(job.debit).toEqual({ date: "2026-11-01", credits: 1 });
    expect(fixture.jobs.balances.months.get(month)).toEqual({
      granted: 10_000,
      spent: 2,
      remaining: 9_998,
      days: [{ day: 1, spent: 2, refunded: 0 }],
    });
  });

  test("the credit is refunded if the queue refuses the message", async () => {
    const fixture = createRenderFixture();
    const queue = { send: async () => Promise.reject(new QueueRefusedError("gone")) };
    await expect(created({ ...fixture, queue }, request())).rejects.toThrow();
    expect(fixture.jobs.balances.months.get(month)).toEqual({
      granted: 10_000,
      spent: 0,
      remaining: 10_000,
      days: [{ day: 1, spent: 1, refunded: 1 }],
    });
  });

  test("createRender returns PAYMENT_REQUIRED and creates nothing if no credits are left", async () => {
    const fixture = createRenderFixture();
    const context = contextOf(WORKSPACE, { ...TEAM, credits: 1 });
    await created(fixture, request(), context);
    await expect(created(fixture, request(), context)).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
    expect([fixture.jobs.items.size, fixture.sent.length]).toEqual([1, 1]);
  });
});

describe("the features of the plan", () => {
  test.each([
    [{ format: "avif" }, "format"],
    [{ scale: 3 }, "scale"],
    [{ priority: 6 }, "priority"],
  ])("createRender returns FORBIDDEN for %j, because the plan does not include it", async (body, feature) => {
    const fixture = createRenderFixture();
    const context = contextOf(WORKSPACE, DEFAULT_PLANS.free);
    await expect(createRender(fixture, context, request(body))).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { feature },
    });
    expect(fixture.jobs.items.size).toBe(0);
  });
});

describe("idempotency", () => {
  test("createRender with the same idempotency record creates one job and returns recorded the second time", async () => {
    const fixture = createRenderFixture();
    const once = { id: "idempotency#1", bodyHash: "hash" };
    const recordFor = (job: Job) => recordOf(once, 202, { id: job.id }, START_MS);
    const first = await createRender(fixture, CONTEXT, request(), recordFor);
    expect(first).toMatchObject({ kind: "created", job: { recordId: once.id } });
    expect(await createRender(fixture, CONTEXT, request(), recordFor)).toEqual({ kind: "recorded" });
    expect([fixture.jobs.items.size, fixture.sent.length]).toEqual([1, 1]);
  });
});

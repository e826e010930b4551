/** Tests the routes of previews and thumbnails with stores in memory and a renderer that the test controls. */
import { buffer, json as jsonOf } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { createOverlappingLimit } from "../../../core/access/concurrency-limit.js";
import { createPreviewBudget } from "../../../core/access/preview-budget.js";
import type { RenderPreview } from "../../../core/previews/make-preview.js";
import { previewRoutes } from "../../../lambdas/preview/routes/previews.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createRenderFixture, DOCUMENT, TEMPLATE, templateVersion } from "../../support/render-fixture.js";
import { caller, method, setUp } from "../shared/http-app-fixture.js";

type Warnings = Awaited<ReturnType<RenderPreview>>["warnings"];
const MISSING_IMAGE: Warnings = [{ code: "IMAGE_UNAVAILABLE", layer: "photo", message: "The image is not there." }];
const SLOTS = 1;

/** The preview function. A workspace can draw one preview at a time. */
function createFunction() {
  const fixture = createRenderFixture([], [templateVersion(), templateVersion({ version: 2 })]);
  const limits = createInMemoryLimits();
  const world = {
    warnings: [] as Warnings,
    drawn: [] as Parameters<RenderPreview>[2][],
    whileDrawing: async (): Promise<void> => undefined,
  };
  const thumbnails = new Map<string, Uint8Array>();
  const render: RenderPreview = async (_document, _request, options) => {
    world.drawn.push(options);
    await world.whileDrawing();
    const picture = { bytes: new Uint8Array([1, 2]), contentType: "image/png", width: 400, height: 200 };
    const layout = options.layout ? { layout: { width: 400, height: 200, layers: [], warnings: [] } } : {};
    return { ...picture, ...layout, warnings: world.warnings };
  };
  const { call } = setUp({
    routes: previewRoutes({
      ...fixture,
      takeOfDay: async () => undefined,
      spendPreviewTime: createPreviewBudget(limits, fixture.now),
      beginBeforeSlot: createOverlappingLimit({
        ...{ store: limits, name: "previews", slots: SLOTS, holdMs: 1_000 },
        ...{ now: fixture.now, newToken: fixture.newToken },
      }),
      waitForSlot: async (_workspaceId, _log, work) => await work(),
      thumbnails: {
        find: async (key) => thumbnails.get(key),
        put: async (key, bytes) => void thumbnails.set(key, bytes),
      },
      render,
    }),
    caller: { ...caller, scopes: ["templates"] },
  });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(
      { ...method("POST"), rawPath: `/api/v1/templates/${path}`, body: JSON.stringify(body) },
      { "content-type": "application/json", ...headers },
    );
  const thumbnail = (rawQueryString = "", headers: Record<string, string> = {}) =>
    call({ ...method("GET"), rawPath: `/api/v1/templates/${TEMPLATE}/thumbnail`, rawQueryString }, headers);
  return { world, post, thumbnail };
}

let preview: ReturnType<typeof createFunction>;
beforeEach(() => {
  preview = createFunction();
});
const bytesOf = async ({ body }: { body: unknown }) => [...(await buffer(body as Readable))];

describe("POST /templates/{id}/preview and /templates/preview", () => {
  test("a preview is a picture that no cache keeps, and its warnings are in a header", async () => {
    preview.world.warnings = MISSING_IMAGE;
    const response = await preview.post(`${TEMPLATE}/preview`, {}, { accept: "*/*" });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ "content-type": "image/png", "cache-control": "no-store" });
    expect(JSON.parse(response.headers["x-render-warnings"] ?? "")).toMatchObject([{ code: "IMAGE_UNAVAILABLE" }]);
    expect(await bytesOf(response)).toEqual([1, 2]);
    expect(preview.world.drawn[0]).toMatchObject({ layout: false, version: expect.stringContaining(TEMPLATE) });
  });

  test("a preview without warnings has no header for them", async () => {
    const { headers } = await preview.post("preview", { document: DOCUMENT });
    expect(headers).not.toHaveProperty("x-render-warnings");
  });

  test.each(["application/json", "image/png;q=0.5, application/json"])(
    "a caller that prefers JSON by the header Accept: %s gets the layout with the picture",
    async (accept) => {
      const response = await preview.post("preview", { document: DOCUMENT }, { accept });
      expect(response.headers["content-type"]).toMatch(/^application\/json/);
      expect(await jsonOf(response.body as unknown as Readable)).toMatchObject({
        image: { contentType: "image/png", base64: "AQI=", width: 400, height: 200 },
        ...{ width: 400, height: 200, layers: [], warnings: [] },
      });
      expect(preview.world.drawn[0]?.layout).toBe(true);
    },
  );

  test("the response says how long admission, the stages and the whole request took", async () => {
    const { headers } = await preview.post("preview", { document: DOCUMENT });
    const names = (headers["server-timing"] ?? "").split(", ").map((entry) => entry.split(";")[0]);
    expect(names).toEqual(["admission", "check", "limits", "draw", "budget-and-draw", "total"]);
    expect(headers["server-timing"]).toMatch(/^admission;dur=\d+\.\d, /);
  });

  test("a preview beyond the slots of the workspace is refused with 429", async () => {
    let refused: Awaited<ReturnType<typeof preview.post>> | undefined;
    preview.world.whileDrawing = async () => {
      preview.world.whileDrawing = async () => undefined;
      refused = await preview.post("preview", { document: DOCUMENT });
    };
    expect((await preview.post("preview", { document: DOCUMENT })).statusCode).toBe(200);
    expect([refused?.statusCode, refused?.json.code]).toEqual([429, "RATE_LIMITED"]);
  });
});

describe("GET /templates/{id}/thumbnail", () => {
  test("the thumbnail of a version is kept forever, and that of the highest version is checked each time", async () => {
    const [given, highest] = [await preview.thumbnail("version=1"), await preview.thumbnail()];
    expect([given.statusCode, await bytesOf(given)]).toEqual([200, [1, 2]]);
    expect(given.headers).toMatchObject({
      ...{ "content-type": "image/webp", etag: '"1"', "cache-control": "private, max-age=31536000, immutable" },
    });
    expect(highest.headers).toMatchObject({ etag: '"2"', "cache-control": "private, no-cache" });
  });

  test("a viewer that already has the version gets 304 and no picture is drawn", async () => {
    const { statusCode, headers, body } = await preview.thumbnail("", { "if-none-match": '"2"' });
    expect([statusCode, headers.etag, body]).toEqual([304, '"2"', ""]);
    expect((await preview.thumbnail("", { "if-none-match": '"1"' })).statusCode).toBe(200);
    expect(preview.world.drawn).toHaveLength(1);
  });

  test("a thumbnail with a missing image is kept for five minutes, and has no tag", async () => {
    preview.world.warnings = MISSING_IMAGE;
    const { headers } = await preview.thumbnail();
    expect(headers["cache-control"]).toBe("private, max-age=300");
    expect(headers).not.toHaveProperty("etag");
  });
});

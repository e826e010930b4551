import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createFailedWorkCounter, createFailureLimit } from "../../../core/access/failed-work.js";
import { createPreviewBudget } from "../../../core/access/preview-budget.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import type { RenderPreview } from "../../../core/previews/make-preview.js";
import { openThumbnail, type ThumbnailDependencies } from "../../../core/previews/open-thumbnail.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { DOCUMENT, silentLog, START_MS, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";

/** The plan does not allow WebP. Thumbnails are WebP anyway, because no request chooses their format. */
const plan = { ...(DEFAULT_PLANS.free as Plan), formats: ["png" as const], previewsPerDay: 100 };
const context = { baseUrl: "https://images.example.com", caller: { workspaceId: WORKSPACE, plan, planName: "free" } };
const files = new Map<string, Uint8Array>();
const limits = createInMemoryLimits();
const taken = jest.fn(async () => Promise.resolve());
const render = jest.fn<RenderPreview>();
const slots = jest.fn();

/** Draws a picture whose height is that of the content, in document pixels. */
const drawing =
  (contentHeight: number, warnings: Awaited<ReturnType<RenderPreview>>["warnings"] = []): RenderPreview =>
  async (_document, { scale }) =>
    Promise.resolve({
      bytes: new TextEncoder().encode(`drawn at ${scale}`),
      contentType: "image/webp",
      width: 480,
      height: Math.round(contentHeight * scale),
      warnings,
    });

const dependencies: ThumbnailDependencies = {
  templates: createInMemoryTemplates(),
  countFailedWork: createFailedWorkCounter(limits, () => START_MS),
  requireFewFailures: createFailureLimit(limits, () => START_MS),
  spendPreviewTime: createPreviewBudget(limits, () => START_MS),
  takeOfDay: taken,
  render,
  log: silentLog,
  checkUploads: async () => Promise.resolve([]),
  findUploadImages: async () => Promise.resolve(new Map()),
  thumbnails: {
    find: async (key) => Promise.resolve(files.get(key)),
    put: async (key, bytes) => Promise.resolve(void files.set(key, bytes)),
  },
  waitForSlot: async (workspaceId, _log, work) => {
    slots(workspaceId);
    return await work();
  },
};

async function open(document: object = DOCUMENT, version = 1, changes: Partial<ThumbnailDependencies> = {}) {
  const templates = createInMemoryTemplates(templateVersion({ version, document: JSON.stringify(document) }));
  const stored = await templates.find(WORKSPACE, TEMPLATE, version);
  if (stored === undefined) throw new Error("There is no such version.");
  const { bytes, isFinal } = await openThumbnail({ ...dependencies, templates, ...changes }, context, stored);
  return { text: new TextDecoder().decode(bytes), isFinal };
}
const scales = () => render.mock.calls.map(([, { scale }]) => scale);

beforeEach(() => {
  files.clear();
  limits.counts.clear();
  jest.clearAllMocks();
  render.mockImplementation(drawing(200));
});

describe("a thumbnail", () => {
  test("a thumbnail is drawn once and then read from the bucket, which takes no slot and no preview of the day", async () => {
    expect(await open()).toEqual({ text: "drawn at 1", isFinal: true });
    expect(await open()).toEqual({ text: "drawn at 1", isFinal: true });
    expect([render, taken, slots].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    expect([...files.keys()]).toEqual([`thumbnails/${WORKSPACE}/${TEMPLATE}/1.webp`]);
  });

  test("each version has its own thumbnail", async () => {
    await open();
    await open({ ...DOCUMENT, width: 960 }, 2);
    expect(scales()).toEqual([1, 0.5]);
    expect([...files.keys()].map((key) => key.slice(-6))).toEqual(["1.webp", "2.webp"]);
    expect(render.mock.calls.map(([, , { version }]) => version)).toEqual([
      `${WORKSPACE} ${TEMPLATE} 1`,
      `${WORKSPACE} ${TEMPLATE} 2`,
    ]);
  });

  test("its longest side is at most 480 pixels, a small document is not enlarged, and the format is WebP", async () => {
    await open({ ...DOCUMENT, width: 200, height: 1_000 });
    expect([scales(), render.mock.calls[0]?.[1].format]).toEqual([[0.48], "webp"]);
  });

  test("a document that hugs 600 of at most 4,800 pixels is drawn again at the scale that its height allows", async () => {
    render.mockImplementation(drawing(600));
    const { text } = await open({ ...DOCUMENT, height: "hug", max_height: 4_800 });
    // 600 pixels at 0.1 are 60. The document has at most 60.5 / 0.1 = 605 pixels, and 480 / 605 = 0.793.
    expect(scales()).toEqual([0.1, expect.closeTo(0.793, 3)]);
    expect([...files.values()].map((bytes) => new TextDecoder().decode(bytes))).toEqual([text]);
  });

  test("a thumbnail has the defaults of required variables", async () => {
    const variables = [{ name: "title", type: "string", required: true, default: "Preview" }];
    expect(await open({ ...DOCUMENT, variables })).toMatchObject({ isFinal: true });
  });

  test("a thumbnail without one of its images is shown, but not kept", async () => {
    const warning = { code: "IMAGE_UNAVAILABLE", layer: "photo", message: "It is not there." } as const;
    render.mockImplementationOnce(drawing(200, [warning]));
    expect(await open()).toMatchObject({ isFinal: false });
    expect(files.size).toBe(0);
    expect(await open()).toMatchObject({ isFinal: true });
    expect(files.size).toBe(1);
  });

  test("a thumbnail that another request has drawn during the wait is not drawn again", async () => {
    const waitForSlot: ThumbnailDependencies["waitForSlot"] = async (_workspace, _log, work) => {
      files.set(`thumbnails/${WORKSPACE}/${TEMPLATE}/1.webp`, new TextEncoder().encode("of another request"));
      return await work();
    };
    expect(await open(DOCUMENT, 1, { waitForSlot })).toEqual({ text: "of another request", isFinal: true });
    expect(render).not.toHaveBeenCalled();
  });

  test("a thumbnail that cannot be stored is shown, and the log says so", async () => {
    const warn = jest.fn();
    const put = async () => Promise.reject(new Error("no bucket"));
    const changes = { thumbnails: { ...dependencies.thumbnails, put }, log: { ...silentLog, warn } };
    expect(await open(DOCUMENT, 1, changes)).toEqual({ text: "drawn at 1", isFinal: true });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test("a document that the current rules refuse, and a strict image that is missing, are errors as in a preview", async () => {
    await expect(open({ ...DOCUMENT, layers: [{ type: "hologram" }] })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    render.mockRejectedValueOnce(new ServiceError("IMAGE_UNAVAILABLE", "The image cannot be fetched."));
    await expect(open()).rejects.toMatchObject({ code: "IMAGE_UNAVAILABLE", status: 503 });
    expect(files.size).toBe(0);
  });
});

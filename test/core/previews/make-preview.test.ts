import { beforeEach, describe, expect, test } from "@jest/globals";
import { createFailedWorkCounter, createFailureLimit } from "../../../core/access/failed-work.js";
import { createPreviewBudget } from "../../../core/access/preview-budget.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { previewDocumentSchema, previewSchema } from "../../../core/contract/templates-api.js";
import { previewDocument, previewTemplate, type RenderPreview } from "../../../core/previews/make-preview.js";
import type { CheckContext } from "../../../core/renders/check-render.js";
import { createUploadCheck } from "../../../core/uploads/check-uploads.js";
import { createFindUploadImages } from "../../../core/uploads/find-upload-images.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { createInMemoryUploads } from "../../support/in-memory-uploads.js";
import {
  DOCUMENT,
  OTHER_WORKSPACE,
  silentLog,
  START_MS,
  TEMPLATE,
  templateVersion,
  WORKSPACE,
} from "../../support/render-fixture.js";

const context: CheckContext = {
  baseUrl: "https://images.example.com",
  caller: { workspaceId: WORKSPACE, plan: { ...(DEFAULT_PLANS.free as Plan), previewsPerDay: 100 }, planName: "free" },
};
let taken: [string, number][] = [];
const PHOTO = "11111111-2222-4333-8444-000000000001";
const uploads = createInMemoryUploads({
  id: PHOTO,
  workspaceId: WORKSPACE,
  contentType: "image/png",
  bytes: 9,
  state: "ready",
  createdAtMs: START_MS,
});
const NEEDING = "7c9e6679-7425-40de-944b-e07fc1f90aeb";
const NEEDING_DOCUMENT = {
  ...DOCUMENT,
  variables: [{ name: "title", type: "string", required: true, default: "Preview" }],
};
let rendered: Parameters<RenderPreview>[] = [];
const limits = createInMemoryLimits();
const dependencies = {
  countFailedWork: createFailedWorkCounter(limits, () => START_MS),
  requireFewFailures: createFailureLimit(limits, () => START_MS),
  spendPreviewTime: createPreviewBudget(limits, () => START_MS),
  templates: createInMemoryTemplates(
    templateVersion(),
    templateVersion({ version: 2 }),
    templateVersion({ id: NEEDING, document: JSON.stringify(NEEDING_DOCUMENT) }),
  ),
  takeOfDay: async (_quota: string, workspaceId: string, perDay: number) => void taken.push([workspaceId, perDay]),
  render: (async (...call) => {
    rendered.push(call);
    return Promise.resolve({
      bytes: new Uint8Array([1]),
      contentType: "image/png",
      width: 400,
      height: 200,
      warnings: [],
    });
  }) satisfies RenderPreview,
  log: silentLog,
  checkUploads: createUploadCheck({ ...uploads, log: silentLog }),
  findUploadImages: createFindUploadImages({ ...uploads, log: silentLog }),
};

/** A layer with a data URI of the maximum size. */
const LARGE = {
  id: "a",
  type: "image",
  x: 0,
  y: 0,
  width: 9,
  height: 9,
  image_url: `data:image/png;base64,${Buffer.alloc(1_048_576).toString("base64")}`,
};

beforeEach(() => {
  taken = [];
  rendered = [];
  limits.counts.clear();
});

const ofTemplate = (body: object, id = TEMPLATE, by = context) =>
  previewTemplate(dependencies, by, id, previewSchema.parse(body));
const ofDocument = (document: object, more: object = {}) =>
  previewDocument(dependencies, context, previewDocumentSchema.parse({ document, ...more }));

async function errorOf(work: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServiceError) return error;
  throw new Error(`Expected a ServiceError, got ${String(error)}.`);
}
const issuesOf = async (work: Promise<unknown>) => (await errorOf(work)).details?.issues;

describe("a preview", () => {
  test("a preview reports the issues of its body together with those of the template or the document", async () => {
    const bodyIssues = [{ path: "format", message: "It must be png." }];
    const by = { ...context, bodyIssues };
    const unknown = { layers: { titel: { text: "x" } } };
    const paths = async (work: Promise<unknown>) =>
      ((await issuesOf(work)) as { path: string }[]).map(({ path }) => path);
    expect(await paths(ofTemplate(unknown, TEMPLATE, by))).toEqual(["format", "layers.titel"]);
    expect(await paths(ofTemplate({}, TEMPLATE, by))).toEqual(["format"]);
    const preview = (document: object) =>
      previewDocument(dependencies, by, previewDocumentSchema.parse({ document, ...unknown }));
    expect(await paths(preview(DOCUMENT))).toEqual(["format", "layers.titel"]);
    expect(await paths(preview({ ...DOCUMENT, width: 0 }))).toEqual(["format", "document.width"]);
    expect([taken, rendered]).toEqual([[], []]);
  });

  test("a preview of a stored template needs the required variables, and one of an unsaved document uses their defaults", async () => {
    const message = 'The template requires the variable "title". Set it to a value that is not empty.';
    expect(await issuesOf(ofTemplate({}, NEEDING))).toEqual([{ path: "variables.title", message }]);
    expect([taken, rendered]).toEqual([[], []]);
    await ofTemplate({ variables: { title: "Given" } }, NEEDING);
    await ofDocument(NEEDING_DOCUMENT);
    expect(rendered).toHaveLength(2);
  });

  test("a preview warns of texts that were not UTF-8, in the document and in the request", async () => {
    const layers = { title: { text: "Caf\ufffd" } };
    const pathsOf = ({ warnings }: { warnings: readonly { code: string; path?: string | undefined }[] }) =>
      warnings.map(({ code, path }) => `${code} ${path}`);
    expect(pathsOf(await ofTemplate({ layers }))).toEqual(["REPLACED_CHARACTERS layers.title.text"]);
    expect(pathsOf(await ofDocument({ ...DOCUMENT, name: "Caf\ufffd" }, { layers }))).toEqual([
      "REPLACED_CHARACTERS document.name",
      "REPLACED_CHARACTERS layers.title.text",
    ]);
  });

  test("after failed previews took 30 seconds of processor time in a minute, previews are refused for the rest of it", async () => {
    const render: RenderPreview = async (_document, _request, { onCpuMs }) => {
      onCpuMs(10_000);
      return await Promise.reject(new ServiceError("VALIDATION_ERROR", "It takes too long."));
    };
    const preview = async () =>
      await errorOf(previewTemplate({ ...dependencies, render }, context, TEMPLATE, previewSchema.parse({})));
    const errors = [await preview(), await preview(), await preview(), await preview()];
    expect(errors.map(({ code }) => code)).toEqual([
      "VALIDATION_ERROR",
      "VALIDATION_ERROR",
      "VALIDATION_ERROR",
      "RATE_LIMITED",
    ]);
    // A refused preview does not count toward the quota of the day.
    expect(taken).toHaveLength(3);
  });

  test("a preview of a template uses its highest version and scale 1, and counts once", async () => {
    await ofTemplate({ layers: { title: { text: "Hi" } }, transparent: true });
    const [document, request, options] = rendered[0] ?? [];
    expect(document).toMatchObject({ width: 400, height: 200 });
    expect(request).toEqual({
      layers: { title: { text: "Hi" } },
      variables: {},
      format: "png",
      transparent: true,
      scale: 1,
    });
    expect(options).toEqual({
      version: `${WORKSPACE} ${TEMPLATE} 2`,
      workspaceId: WORKSPACE,
      onCpuMs: expect.any(Function),
      layout: false,
      parts: undefined,
    });
    expect(taken).toEqual([[WORKSPACE, 100]]);
  });

  test("a preview of an unsaved document has no version, because its content can change", async () => {
    await ofDocument(DOCUMENT);
    expect(rendered[0]?.[2]).toMatchObject({ version: undefined, workspaceId: WORKSPACE });
  });

  test.each([
    ["an unknown version", TEMPLATE, { version: 3 }, context],
    ["an unknown template", OTHER_WORKSPACE, {}, context],
    [
      "another workspace's template",
      TEMPLATE,
      {},
      { ...context, caller: { ...context.caller, workspaceId: OTHER_WORKSPACE } },
    ],
  ])("a preview of %s returns NOT_FOUND", async (_name, id, body, by) => {
    expect((await errorOf(ofTemplate(body, id, by))).code).toBe("NOT_FOUND");
  });

  test("a preview in a format that the plan does not include returns FORBIDDEN", async () => {
    expect(await errorOf(ofTemplate({ format: "webp" }))).toMatchObject({
      code: "FORBIDDEN",
      details: { feature: "format", allowed: ["png", "jpg"] },
    });
    expect((await errorOf(ofDocument(DOCUMENT, { format: "avif" }))).code).toBe("FORBIDDEN");
  });

  test("an invalid preview request returns all issues and does not count", async () => {
    const body = { layers: { titel: { text: "x" } }, variables: { no: 1 }, format: "jpg", transparent: true };
    expect(await issuesOf(ofTemplate(body))).toEqual([
      expect.objectContaining({ path: "layers.titel" }),
      expect.objectContaining({ path: "variables.no" }),
      expect.objectContaining({ path: "transparent" }),
    ]);
    expect([taken, rendered]).toEqual([[], []]);
  });

  test("the issues of an invalid document have paths that start with document", async () => {
    expect(await issuesOf(ofDocument({ ...DOCUMENT, width: 0, layers: [{ id: "x", type: "txt" }] }))).toEqual([
      expect.objectContaining({ path: "document.width" }),
      expect.objectContaining({ path: "document.layers[0].type" }),
    ]);
  });

  test("a preview can use ready uploads of its workspace, and returns an issue for any other upload", async () => {
    const photo = (id: string) => ({
      ...DOCUMENT,
      fonts: [{ family: "Own", src: `/api/v1/uploads/${PHOTO}/file` }],
      layers: [{ id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 9, height: 9, image_url: id }],
    });
    const missing = "11111111-2222-4333-8444-000000000002";
    expect(await issuesOf(ofDocument(photo(`/api/uploads/files/${missing}`)))).toEqual([
      { path: "document.fonts[0].src", message: `The upload ${PHOTO} is image/png, but a font is needed here.` },
      { path: "document.layers[0].image_url", message: `There is no upload ${missing} in this workspace.` },
    ]);
    const good = { ...photo(`/api/v1/uploads/${PHOTO}/file`), fonts: [] };
    await ofDocument(good);
    expect(rendered).toHaveLength(1);
    const layers = { photo: { image_url: `/api/v1/uploads/${missing}/file` } };
    expect(await issuesOf(ofDocument(good, { layers }))).toEqual([
      { path: "layers.photo.image_url", message: `There is no upload ${missing} in this workspace.` },
    ]);
  });

  test("a preview of exactly 2 megapixels is rendered, and the issue of a larger one names the scale that fits", async () => {
    await ofDocument({ ...DOCUMENT, width: 2000, height: 1000 });
    expect(await issuesOf(ofDocument({ ...DOCUMENT, width: 1240, height: 1754 }))).toEqual([
      {
        path: "scale",
        message: "At this scale the picture has 2.17 megapixels; the maximum is 2. Use a scale of at most 0.95.",
      },
    ]);
    expect(rendered).toHaveLength(1);
  });

  test("the size limit of a preview counts the pixels of the picture at its scale", async () => {
    await ofDocument({ ...DOCUMENT, width: 1240, height: 1754 }, { scale: 0.9 });
    await ofDocument({ ...DOCUMENT, width: 5000, height: 5000 }, { scale: 0.05 });
    expect(rendered.map(([, { scale }]) => scale)).toEqual([0.9, 0.05]);
    expect(await issuesOf(ofDocument({ ...DOCUMENT, width: 1001, height: 1001 }, { scale: 2 }))).toMatchObject([
      { path: "scale" },
    ]);
  });

  test("a preview takes a scale from 0.05 to 4, and at most that of the plan", async () => {
    const isValid = (scale: number) => previewSchema.safeParse({ scale }).success;
    expect([0.04, 0.05, 4, 4.01].map(isValid)).toEqual([false, true, true, false]);
    expect(await errorOf(ofTemplate({ scale: 2.5 }))).toMatchObject({
      code: "FORBIDDEN",
      details: { feature: "scale", allowed: 2 },
    });
  });

  test("the size limit of a preview applies to the greatest height of its document", async () => {
    await ofDocument({ ...DOCUMENT, width: 2000, height: "hug", max_height: 1000 });
    expect(rendered).toHaveLength(1);
    expect(await issuesOf(ofDocument({ ...DOCUMENT, width: 2000, height: "hug", max_height: 1001 }))).toEqual([
      {
        path: "scale",
        message: "At this scale the picture has 2.00 megapixels; the maximum is 2. Use a scale of at most 0.99.",
      },
    ]);
  });

  test("a preview of a document with duplicate layer names returns DUPLICATE_LAYER_NAMES", async () => {
    const twice = { ...DOCUMENT, layers: [...DOCUMENT.layers, { ...DOCUMENT.layers[0], id: "other" }] };
    expect(await errorOf(ofDocument(twice))).toMatchObject({
      code: "DUPLICATE_LAYER_NAMES",
      details: { layerNames: ["title"] },
    });
  });

  test("a preview of a document larger than 4 MB returns PAYLOAD_TOO_LARGE", async () => {
    expect(
      (
        await errorOf(
          ofDocument({
            ...DOCUMENT,
            layers: [LARGE, { ...LARGE, id: "b" }, { ...LARGE, id: "c" }, { ...LARGE, id: "d" }],
          }),
        )
      ).code,
    ).toBe("PAYLOAD_TOO_LARGE");
  });
});

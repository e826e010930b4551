import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Caller } from "../../../core/access/authenticate.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { previewDocumentSchema, previewSchema } from "../../../core/contract/templates-api.js";
import { previewDocument, previewTemplate, type RenderPreview } from "../../../core/previews/make-preview.js";
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
} from "../../support/world.js";

const caller: Pick<Caller, "workspaceId" | "plan" | "planName"> = {
  workspaceId: WORKSPACE,
  plan: DEFAULT_PLANS.free as Plan,
  planName: "free",
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
let rendered: Parameters<RenderPreview>[] = [];
const dependencies = {
  templates: createInMemoryTemplates(templateVersion(), templateVersion({ version: 2 })),
  takePreview: async (workspaceId: string, perDay: number) => void taken.push([workspaceId, perDay]),
  render: (async (...call) => {
    rendered.push(call);
    return Promise.resolve({ bytes: new Uint8Array([1]), contentType: "image/png", warnings: [] });
  }) satisfies RenderPreview,
  log: silentLog,
  uploads: uploads.uploads,
  files: uploads.files,
};

/** As large as its data URI may be. */
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
});

const ofTemplate = (body: object, id = TEMPLATE, by = caller) =>
  previewTemplate(dependencies, by, id, previewSchema.parse(body));
const ofDocument = (document: object, more: object = {}) =>
  previewDocument(dependencies, caller, previewDocumentSchema.parse({ document, ...more }));

async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServiceError) return error;
  throw new Error(`Not refused: ${String(error)}`);
}
const issuesOf = async (work: Promise<unknown>) => (await refusalOf(work)).details?.issues;

describe("a preview", () => {
  test("of a template is made of its highest version at scale 1, and counted once", async () => {
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
    expect(options).toEqual({ version: `${WORKSPACE} ${TEMPLATE} 2`, workspaceId: WORKSPACE });
    expect(taken).toEqual([[WORKSPACE, 100]]);
  });

  test("of an unsaved document goes by no version, since the next one may differ", async () => {
    await ofDocument(DOCUMENT);
    expect(rendered[0]?.[2]).toEqual({ version: undefined, workspaceId: WORKSPACE });
  });

  test.each([
    ["an unknown version", TEMPLATE, { version: 3 }, caller],
    ["an unknown template", OTHER_WORKSPACE, {}, caller],
    ["another workspace's template", TEMPLATE, {}, { ...caller, workspaceId: OTHER_WORKSPACE }],
  ])("of %s is not found", async (_name, id, body, by) => {
    expect((await refusalOf(ofTemplate(body, id, by))).code).toBe("NOT_FOUND");
  });

  test("in a format that the plan lacks is refused", async () => {
    expect(await refusalOf(ofTemplate({ format: "webp" }))).toMatchObject({
      code: "FORBIDDEN",
      details: { feature: "format", allowed: ["png", "jpg"] },
    });
    expect((await refusalOf(ofDocument(DOCUMENT, { format: "avif" }))).code).toBe("FORBIDDEN");
  });

  test("at fault is told with every place, and takes none of the day's previews", async () => {
    const body = { layers: { titel: { text: "x" } }, variables: { no: 1 }, format: "jpg", transparent: true };
    expect(await issuesOf(ofTemplate(body))).toEqual([
      expect.objectContaining({ path: "layers.titel" }),
      expect.objectContaining({ path: "variables.no" }),
      expect.objectContaining({ path: "transparent" }),
    ]);
    expect([taken, rendered]).toEqual([[], []]);
  });

  test("of a document at fault tells the document's own places", async () => {
    expect(await issuesOf(ofDocument({ ...DOCUMENT, width: 0, layers: [{ id: "x", type: "txt" }] }))).toEqual([
      expect.objectContaining({ path: "document.width" }),
      expect.objectContaining({ path: "document.layers[0].type" }),
    ]);
  });

  test("shows uploads of its workspace that are ready, and tells the place of any other", async () => {
    const photo = (id: string) => ({
      ...DOCUMENT,
      fonts: [{ family: "Own", src: `/api/v1/uploads/${PHOTO}/file` }],
      layers: [{ id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 9, height: 9, image_url: id }],
    });
    const missing = "11111111-2222-4333-8444-000000000002";
    expect(await issuesOf(ofDocument(photo(`/api/uploads/files/${missing}`)))).toEqual([
      { path: "document.fonts[0].src", message: `The upload ${PHOTO} is image/png; a font is needed here.` },
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

  test("of more than 2 megapixels is refused, of exactly as many made", async () => {
    await ofDocument({ ...DOCUMENT, width: 2000, height: 1000 });
    expect(await issuesOf(ofDocument({ ...DOCUMENT, width: 2000, height: 1001 }))).toEqual([
      { path: "document", message: "The document has 2.00 megapixels; a preview shows 2 at most." },
    ]);
    expect(rendered).toHaveLength(1);
  });

  test("of layers that bear one name is refused", async () => {
    const twice = { ...DOCUMENT, layers: [...DOCUMENT.layers, { ...DOCUMENT.layers[0], id: "other" }] };
    expect(await refusalOf(ofDocument(twice))).toMatchObject({
      code: "DUPLICATE_LAYER_NAMES",
      details: { layerNames: ["title"] },
    });
  });

  test("of a document beyond 4 MB is refused", async () => {
    expect(
      (
        await refusalOf(
          ofDocument({
            ...DOCUMENT,
            layers: [LARGE, { ...LARGE, id: "b" }, { ...LARGE, id: "c" }, { ...LARGE, id: "d" }],
          }),
        )
      ).code,
    ).toBe("PAYLOAD_TOO_LARGE");
  });
});

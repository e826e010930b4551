import { describe, expect, test } from "@jest/globals";
import { createFailedWorkCounter, createFailureLimit } from "../../../core/access/failed-work.js";
import { createPreviewBudget } from "../../../core/access/preview-budget.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { previewBodySchema, previewSchema } from "../../../core/contract/templates-api.js";
import {
  type PreviewContext,
  type PreviewPicture,
  previewTemplate,
  type RenderPreview,
} from "../../../core/previews/make-preview.js";
import { previewBody } from "../../../core/previews/preview-body.js";
import { createUploadCheck } from "../../../core/uploads/check-uploads.js";
import { createFindUploadImages } from "../../../core/uploads/find-upload-images.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { createInMemoryUploads } from "../../support/in-memory-uploads.js";
import { silentLog, START_MS, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";

const context: PreviewContext = {
  baseUrl: "https://images.example.com",
  caller: { workspaceId: WORKSPACE, plan: DEFAULT_PLANS.unlimited as Plan, planName: "unlimited" },
};
const PICTURE: PreviewPicture = {
  bytes: new Uint8Array([1, 2]),
  contentType: "image/png",
  width: 2,
  height: 1,
  warnings: [],
};

function setUp() {
  const uploads = { ...createInMemoryUploads(), log: silentLog };
  const limits = createInMemoryLimits();
  const rendered: Parameters<RenderPreview>[] = [];
  const now = () => START_MS;
  const render: RenderPreview = (...call) => {
    rendered.push(call);
    const [, , { onCpuMs }] = call;
    onCpuMs(1);
    return Promise.resolve(PICTURE);
  };
  const dependencies = {
    countFailedWork: createFailedWorkCounter(limits, now),
    requireFewFailures: createFailureLimit(limits, now),
    spendPreviewTime: createPreviewBudget(limits, now),
    templates: createInMemoryTemplates(templateVersion()),
    takeOfDay: async () => Promise.resolve(),
    log: silentLog,
    checkUploads: createUploadCheck(uploads),
    findUploadImages: createFindUploadImages(uploads),
    render,
  };
  const preview = (body: object, more: Partial<PreviewContext> = {}) =>
    previewTemplate(dependencies, { ...context, ...more }, TEMPLATE, previewSchema.parse(body));
  return { preview, rendered, limits };
}

const CHOSEN = { parts: { layers: ["photo"] } };

describe("a preview with its layout", () => {
  test("a caller that wants the layout gets it, and the parts of the request", async () => {
    const { preview, rendered } = setUp();
    await preview(CHOSEN, { wantsLayout: true });
    expect(rendered[0]?.[2]).toMatchObject({ layout: true, parts: ["photo"] });
  });

  test("parts without a layout are an issue, and nothing is rendered", async () => {
    const { preview, rendered } = setUp();
    const message = expect.stringContaining("Send the header Accept: application/json");
    await expect(preview(CHOSEN)).rejects.toMatchObject({ details: { issues: [{ path: "parts", message }] } });
    expect(rendered).toEqual([]);
  });

  test("the correction of the budget can follow the picture", async () => {
    const { preview, limits } = setUp();
    const later: Promise<void>[] = [];
    // An instance keeps two thousandths of the budget of a day, and gives the rest of the estimate back.
    const plan = { ...(DEFAULT_PLANS.unlimited as Plan), previewSecondsPerDay: 1 };
    await preview({}, { caller: { ...context.caller, plan }, goOnUntil: (work) => void later.push(work) });
    expect(later).toHaveLength(1);
    await Promise.all(later);
    expect([...limits.counts.values()]).toEqual([1 + 1]);
  });
});

describe("the body of a preview", () => {
  const layout = { width: 4, height: 2, layers: [], warnings: [] };
  const part = { bytes: new Uint8Array([3]), contentType: "image/png", x: 1, y: 0, width: 1, height: 1 };

  test("the body has the picture as Base64, and the size of the document", () => {
    expect(previewBody({ ...PICTURE, layout })).toEqual({
      image: { contentType: "image/png", base64: "AQI=", width: 2, height: 1 },
      width: 4,
      height: 2,
      layers: [],
      warnings: [],
    });
  });

  test("the body has the parts, and null for a part without pixels", () => {
    const parts = { below: part, chosen: part, above: undefined };
    const body = previewBodySchema.parse(previewBody({ ...PICTURE, layout, parts }));
    expect(body.parts).toMatchObject({ chosen: { base64: "Aw==", x: 1, y: 0 }, above: null });
  });

  test("the body says why there are no parts", () => {
    const body = previewBodySchema.parse(previewBody({ ...PICTURE, layout, parts: "AUTOMATIC_COLOR" }));
    expect(body).toMatchObject({ parts: null, partsRefusal: "AUTOMATIC_COLOR" });
  });
});

/** Renders a template or an unsaved document immediately, without a debit. Pixels and processor time are limited. */
import type {
  PartsRefusal,
  PictureLayout,
  PictureParts,
  TemplateDocument,
  Warning,
} from "@image-render/engine/document";
import type { Issue } from "@image-render/engine/issues";
import { PREVIEW_BUDGET } from "@image-render/engine/limits";
import type { TakeDailyQuota } from "../access/daily-quotas.js";
import type { CountFailedWork, OnCpuMs, CheckFailureLimit } from "../access/failed-work.js";
import type { SpendPreviewTime } from "../access/preview-budget.js";
import { checkFeatures } from "../billing/check-features.js";
import { MAX_PREVIEW_PIXELS } from "../contract/limits.js";
import { replacedCharacters } from "../shared/replaced-characters.js";
import type { Preview, PreviewDocument } from "../contract/templates-api.js";
import type { CheckContext } from "../renders/check-render.js";
import { checkRequest } from "../renders/check-request.js";
import { textWarnings } from "../renders/find-request-warnings.js";
import { inputsOf, type RenderInputs } from "../renders/job.js";
import type { GoOnUntil } from "../shared/go-on-until.js";
import type { Log } from "../shared/log.js";
import { type MeasureStage, unmeasured } from "../shared/stage-times.js";
import { checkDocument } from "../templates/check-document.js";
import { loadTemplate } from "../templates/load-template.js";
import type { TemplateStore } from "../templates/template-version.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import type { FindUploadImages } from "../uploads/find-upload-images.js";

export interface PreviewPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** In pixels. */
  readonly width: number;
  /** In pixels. If the height of the document hugs, only the render determines it. */
  readonly height: number;
  readonly warnings: readonly Warning[];
  /** Present if the context asks for it. */
  readonly layout?: PictureLayout | undefined;
  /** Present if the request asks for it: the parts, or why the picture cannot be split. */
  readonly parts?: PictureParts | PartsRefusal | undefined;
}

/** The sender of a preview. */
export interface PreviewContext extends CheckContext {
  /** Whether the response can contain the layout and parts. @default false */
  readonly wantsLayout?: boolean;
  /** Takes the accounting that the response does not wait for. @default the response waits for it */
  readonly goOnUntil?: GoOnUntil | undefined;
  /** Resolves when the preview may be drawn. Rejects with the error of the response. @default at once */
  readonly slot?: Promise<void>;
  /** Measures the stages. @default nothing is measured */
  readonly measure?: MeasureStage;
}

export type RenderPreview = (
  document: TemplateDocument,
  request: RenderInputs & Pick<Preview, "format" | "scale" | "transparent" | "quality">,
  options: {
    /** Identifies the stored document, which never changes. `undefined` for an unsaved document. */
    readonly version: string | undefined;
    /** The workspace whose uploads the picture can use. */
    readonly workspaceId: string;
    readonly onCpuMs: OnCpuMs;
    /** Whether the result has the layout of the picture. */
    readonly layout: boolean;
    /** The IDs of the layers that the picture is split at. `undefined` for a whole picture. */
    readonly parts: readonly string[] | undefined;
  },
) => Promise<PreviewPicture>;

export interface PreviewDependencies {
  readonly templates: Pick<TemplateStore, "find">;
  readonly checkUploads: UploadCheck;
  readonly findUploadImages: FindUploadImages;
  readonly takeOfDay: TakeDailyQuota;
  readonly requireFewFailures: CheckFailureLimit;
  readonly countFailedWork: CountFailedWork;
  readonly spendPreviewTime: SpendPreviewTime;
  readonly render: RenderPreview;
  readonly log: Log;
}

const PARTS_WITHOUT_JSON: Issue = {
  path: "parts",
  message: "Only a JSON response can have parts. Send the header Accept: application/json, or leave parts out.",
};

/** The document of a preview. */
export interface PreviewSource {
  readonly document: TemplateDocument;
  /** As in the options of `RenderPreview`. */
  readonly version: string | undefined;
  readonly needsVariables: boolean;
  /** The warnings about the document as it was sent. */
  readonly warnings: readonly Warning[];
}

/**
 * @throws ServiceError `FORBIDDEN` for a format or a scale that the plan does not include, `NOT_FOUND`, `DUPLICATE_LAYER_NAMES`,
 *   `VALIDATION_ERROR` with all issues, `RATE_LIMITED`, `IMAGE_UNAVAILABLE`.
 */
export async function previewTemplate(
  dependencies: PreviewDependencies,
  context: PreviewContext,
  templateId: string,
  request: Preview,
): Promise<PreviewPicture> {
  checkPlan(context, request);
  const { workspaceId } = context.caller;
  const template = await loadTemplate(dependencies.templates, workspaceId, templateId, request.version);
  const version = `${workspaceId} ${template.id} ${template.version}`;
  const source = { document: template.document, version, needsVariables: true, warnings: [] };
  return await makePreview(dependencies, context, source, request);
}

/**
 * Like {@link previewTemplate}, but required variables have their defaults: a design comes before its data. It also
 * throws `PAYLOAD_TOO_LARGE`. The paths of document issues start with
 * `document`.
 */
export async function previewDocument(
  dependencies: PreviewDependencies,
  context: PreviewContext,
  { document: sent, ...request }: PreviewDocument,
): Promise<PreviewPicture> {
  checkPlan(context, request);
  const { caller, bodyIssues } = context;
  const purpose = { purpose: "rendered", bodyIssues } as const;
  const { document } = await checkDocument(dependencies.checkUploads, caller.workspaceId, sent, purpose);
  const warnings = replacedCharacters({ document: sent });
  return await makePreview(
    dependencies,
    context,
    { document, version: undefined, needsVariables: false, warnings },
    request,
  );
}

/** Draws a preview within the limits of the workspace. @throws ServiceError as {@link previewTemplate} */
export async function makePreview(
  dependencies: PreviewDependencies,
  { caller, baseUrl, bodyIssues, wantsLayout = false, goOnUntil, slot, measure = unmeasured }: PreviewContext,
  { document, version, needsVariables, warnings }: PreviewSource,
  { format, scale, transparent, quality, parts, ...given }: Omit<Preview, "version">,
): Promise<PreviewPicture> {
  const { checkUploads, findUploadImages, countFailedWork, spendPreviewTime, render, log } = dependencies;
  const { workspaceId, plan } = caller;
  // Read the counters while the request is checked. An invalid request ignores the result.
  const hasFewFailures = dependencies.requireFewFailures(caller, log);
  hasFewFailures.catch(() => undefined);
  const terms = {
    document,
    workspaceId,
    baseUrl,
    bodyIssues,
    ownIssues: parts === undefined || wantsLayout ? [] : [PARTS_WITHOUT_JSON],
    needsVariables,
    maxPixels: MAX_PREVIEW_PIXELS,
    refusal: "The preview cannot be rendered.",
    checkUploads,
    findUploadImages,
  };
  const { request, estimate } = await measure("check", () =>
    checkRequest(terms, { ...inputsOf(given), format, scale, transparent, quality }),
  );
  await measure("limits", async () => {
    await hasFewFailures;
    await slot;
  });
  // Count after validation, so that an invalid request does not use up a preview.
  if (plan.previewsPerDay !== undefined) {
    await dependencies.takeOfDay("previews", workspaceId, plan.previewsPerDay, log);
  }
  const estimatedMs = Math.min(estimate.cpuMs, PREVIEW_BUDGET.cpuMs);
  const draw = (onSpent: OnCpuMs) =>
    countFailedWork(workspaceId, log, (onFailed) => {
      const onCpuMs = (cpuMs: number) => {
        onSpent(cpuMs);
        onFailed(cpuMs);
      };
      const options = { version, workspaceId, onCpuMs, layout: wantsLayout, parts: parts?.layers };
      return measure("draw", () => render(document, request, options));
    });
  const preview = await measure("budget-and-draw", () => spendPreviewTime(caller, estimatedMs, log, draw, goOnUntil));
  return { ...preview, warnings: [...warnings, ...textWarnings(given), ...preview.warnings] };
}

function checkPlan(
  { caller: { plan, planName } }: CheckContext,
  { format, scale }: Pick<Preview, "format" | "scale">,
): void {
  checkFeatures(planName, plan, { format, scale, priority: undefined });
}

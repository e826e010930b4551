/** Renders a template or an unsaved document immediately, without a debit. Pixels, scale, and previews per day are limited. */
import { type DocumentSize, maxSizeOf, type TemplateDocument, type Warning } from "@image-render/engine/document";
import type { ImageFormat } from "@image-render/engine/formats";
import type { Issue } from "@image-render/engine/issues";
import type { TakeDailyQuota } from "../access/daily-quota.js";
import type { CountFailedWork, OnCpuMs, CheckFailureLimit } from "../access/failed-work.js";
import { checkFeatures } from "../billing/check-features.js";
import { MAX_PREVIEW_PIXELS } from "../contract/limits.js";
import { replacedCharacters } from "../contract/replaced-characters.js";
import type { Preview, PreviewDocument } from "../contract/templates-api.js";
import type { CheckContext } from "../renders/check-render.js";
import { checkRequest } from "../renders/check-request.js";
import { textWarnings } from "../renders/find-request-warnings.js";
import { inputsOf, type RenderInputs } from "../renders/job.js";
import type { Log } from "../shared/log.js";
import { checkDocument } from "../templates/check-document.js";
import { loadTemplate } from "../templates/load-template.js";
import type { TemplateStore } from "../templates/template-version.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import type { FindUploadImages } from "../uploads/find-upload-images.js";

export interface PreviewPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly warnings: readonly Warning[];
}

export type RenderPreview = (
  document: TemplateDocument,
  request: RenderInputs & Pick<Preview, "format" | "transparent" | "quality"> & { readonly scale: 1 },
  options: {
    /** Identifies the stored document, which never changes. `undefined` for an unsaved document. */
    readonly version: string | undefined;
    /** The workspace whose uploads the picture can use. */
    readonly workspaceId: string;
    readonly onCpuMs: OnCpuMs;
  },
) => Promise<PreviewPicture>;

export interface PreviewDependencies {
  readonly templates: Pick<TemplateStore, "find">;
  readonly checkUploads: UploadCheck;
  readonly findUploadImages: FindUploadImages;
  readonly takeOfDay: TakeDailyQuota;
  readonly requireFewFailures: CheckFailureLimit;
  readonly countFailedWork: CountFailedWork;
  readonly render: RenderPreview;
  readonly log: Log;
}

/** The document of a preview. */
interface PreviewSource {
  readonly document: TemplateDocument;
  /** As in the options of `RenderPreview`. */
  readonly version: string | undefined;
  /** The warnings about the document as it was sent. */
  readonly warnings: readonly Warning[];
}

/**
 * @throws ServiceError `FORBIDDEN` for a format that the plan does not include, `NOT_FOUND`, `DUPLICATE_LAYER_NAMES`,
 *   `VALIDATION_ERROR` with all issues, `RATE_LIMITED`, `IMAGE_UNAVAILABLE`.
 */
export async function previewTemplate(
  dependencies: PreviewDependencies,
  context: CheckContext,
  templateId: string,
  request: Preview,
): Promise<PreviewPicture> {
  checkPlan(context, request.format);
  const { workspaceId } = context.caller;
  const template = await loadTemplate(dependencies.templates, workspaceId, templateId, request.version);
  const version = `${workspaceId} ${template.id} ${template.version}`;
  return await makePreview(dependencies, context, { document: template.document, version, warnings: [] }, request);
}

/**
 * Like {@link previewTemplate}, but also throws `PAYLOAD_TOO_LARGE`. The paths of document issues start with
 * `document`.
 */
export async function previewDocument(
  dependencies: PreviewDependencies,
  context: CheckContext,
  { document: sent, ...request }: PreviewDocument,
): Promise<PreviewPicture> {
  checkPlan(context, request.format);
  const { caller, bodyIssues } = context;
  const purpose = { purpose: "rendered", bodyIssues } as const;
  const { document } = await checkDocument(dependencies.checkUploads, caller.workspaceId, sent, purpose);
  const warnings = replacedCharacters({ document: sent });
  return await makePreview(dependencies, context, { document, version: undefined, warnings }, request);
}

async function makePreview(
  dependencies: PreviewDependencies,
  { caller, baseUrl, bodyIssues }: CheckContext,
  { document, version, warnings }: PreviewSource,
  { format, transparent, quality, ...given }: Omit<Preview, "version">,
): Promise<PreviewPicture> {
  const { checkUploads, findUploadImages, requireFewFailures, takeOfDay, countFailedWork, render, log } = dependencies;
  const { workspaceId, plan } = caller;
  const ownIssues = checkSize(maxSizeOf(document));
  const refusal = "The preview cannot be rendered.";
  const { request } = await checkRequest(
    { document, workspaceId, baseUrl, bodyIssues, ownIssues, refusal, checkUploads, findUploadImages },
    { ...inputsOf(given), format, transparent, quality, scale: 1 as const },
  );
  await requireFewFailures(caller, log);
  // Count after validation, so that an invalid request does not use up a preview.
  await takeOfDay("previews", workspaceId, plan.previewsPerDay, log);
  const preview = await countFailedWork(workspaceId, log, (onCpuMs) =>
    render(document, request, { version, workspaceId, onCpuMs }),
  );
  return { ...preview, warnings: [...warnings, ...textWarnings(given), ...preview.warnings] };
}

function checkPlan({ caller: { plan, planName } }: CheckContext, format: ImageFormat): void {
  checkFeatures(planName, plan, { format, scale: 1, priority: undefined });
}

function checkSize({ width, height }: DocumentSize): Issue[] {
  if (width * height <= MAX_PREVIEW_PIXELS) return [];
  const megapixels = (width * height) / 1e6;
  const message = `The document has ${megapixels.toFixed(2)} megapixels. A preview can have at most ${MAX_PREVIEW_PIXELS / 1e6}.`;
  return [{ path: "document", message }];
}

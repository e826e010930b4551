/** Renders a template or an unsaved document immediately, without a debit. Pixels, scale, and previews per day are limited. */
import type { Caller } from "../access/authenticate.js";
import type { CountFailedWork, OnCpuMs, RequireFewFailures } from "../access/failed-work.js";
import { checkFeatures } from "../billing/check-features.js";
import type { Issue } from "@image-render/engine/issues";
import { issuesError, ServiceError, withLaterIssues } from "../contract/errors.js";
import type { ImageFormat } from "@image-render/engine/formats";
import { MAX_PREVIEW_PIXELS } from "../contract/limits.js";
import { replacedCharacters } from "../contract/replaced-characters.js";
import {
  type DocumentSize,
  maxSizeOf,
  normalizeLayers,
  type TemplateDocument,
  uploadsOf,
  uploadsOfRequest,
  type Warning,
  withOwnUploads,
} from "@image-render/engine/document";
import type { Preview, PreviewDocument } from "../contract/templates-api.js";
import { textWarnings } from "../renders/create-render.js";
import { checkAgainstTemplate } from "../renders/check-against-template.js";
import { inputsOf, type RenderInputs } from "../renders/job.js";
import { checkDocument, inDocument } from "../templates/check-document.js";
import { loadTemplate } from "../templates/load-template.js";
import { requireUniqueNames } from "../templates/require-unique-names.js";
import type { TemplateStore } from "../templates/template-version.js";
import { checkUploads, wantedUploads } from "../uploads/check-uploads.js";
import type { OpenUploadDependencies } from "../uploads/open-upload.js";
import type { TakePreview } from "./preview-quota.js";

export interface PreviewPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly warnings: readonly Warning[];
}

export type RenderPreview = (
  document: TemplateDocument,
  request: RenderInputs & { readonly format: ImageFormat; readonly transparent: boolean; readonly scale: 1 },
  options: {
    /** Identifies the stored document, which never changes. `undefined` for an unsaved document. */
    readonly version: string | undefined;
    /** The workspace whose uploads the picture can use. */
    readonly workspaceId: string;
    readonly onCpuMs: OnCpuMs;
  },
) => Promise<PreviewPicture>;

export interface PreviewDependencies extends OpenUploadDependencies {
  readonly templates: Pick<TemplateStore, "find">;
  readonly takePreview: TakePreview;
  readonly requireFewFailures: RequireFewFailures;
  readonly countFailedWork: CountFailedWork;
  readonly render: RenderPreview;
}

type Request = Omit<Preview, "version">;
/** The caller, the base URL of the request, and the issues of its body. */
type PreviewCaller = Pick<Caller, "workspaceId" | "plan" | "planName"> & {
  readonly baseUrl: string;
  /** Issues that reading the body has found: see `readBody`. */
  readonly bodyIssues?: readonly Issue[] | undefined;
};

/**
 * @throws ServiceError `FORBIDDEN` for a format that the plan does not include, `NOT_FOUND`, `DUPLICATE_LAYER_NAMES`,
 *   `VALIDATION_ERROR` with all issues, `RATE_LIMITED`, `IMAGE_UNAVAILABLE`.
 */
export async function previewTemplate(
  dependencies: PreviewDependencies,
  caller: PreviewCaller,
  templateId: string,
  request: Preview,
): Promise<PreviewPicture> {
  checkPlan(caller, request.format);
  const { workspaceId } = caller;
  const { id, version, document } = await loadTemplate(
    dependencies.templates,
    workspaceId,
    templateId,
    request.version,
  );
  const preview = await makePreview(dependencies, caller, document, request, `${workspaceId} ${id} ${version}`);
  return withWarnings(textWarnings(request), preview);
}

/** Like {@link previewTemplate}, and throws `PAYLOAD_TOO_LARGE`. The paths of document issues start with `document`. */
export async function previewDocument(
  dependencies: PreviewDependencies,
  caller: PreviewCaller,
  { document: source, ...request }: PreviewDocument,
): Promise<PreviewPicture> {
  checkPlan(caller, request.format);
  const { bodyIssues = [] } = caller;
  const document = checkSource(source, bodyIssues);
  const issues = await checkUploads(dependencies, caller.workspaceId, wantedUploads(uploadsOf(document)));
  if (issues.length > 0) {
    const documentIssues = issues.map(({ path, message }) => ({ path: inDocument(path), message }));
    throw issuesError("The document cannot be rendered.", [...bodyIssues, ...documentIssues]);
  }
  const preview = await makePreview(dependencies, caller, document, request, undefined);
  return withWarnings([...replacedCharacters({ document: source }), ...textWarnings(request)], preview);
}

function withWarnings(warnings: readonly Warning[], preview: PreviewPicture): PreviewPicture {
  return { ...preview, warnings: [...warnings, ...preview.warnings] };
}

/** @throws ServiceError as `checkDocument`, with the issues of the body before those of the document. */
function checkSource(source: unknown, bodyIssues: readonly Issue[]): TemplateDocument {
  try {
    return checkDocument(source, "rendered").document;
  } catch (error) {
    if (bodyIssues.length === 0 || !(error instanceof ServiceError) || error.code !== "VALIDATION_ERROR") throw error;
    throw issuesError("The document cannot be rendered.", [...bodyIssues, ...(error.details?.["issues"] as Issue[])]);
  }
}

/** Checks only the uploads of the request. Those of the document are checked when it is stored, or by the caller. */
async function makePreview(
  dependencies: PreviewDependencies,
  { workspaceId, plan, baseUrl, bodyIssues = [] }: PreviewCaller,
  document: TemplateDocument,
  given: Request,
  version: string | undefined,
): Promise<PreviewPicture> {
  requireUniqueNames(document);
  const { layers, issues: nameIssues } = normalizeLayers(document, given.layers);
  const { format, transparent } = given;
  const inputs = withOwnUploads(document, inputsOf({ ...given, layers }), baseUrl);
  const request = { ...inputs, format, transparent, scale: 1 } as const;
  const { issues: ownIssues, estimate } = checkAgainstTemplate(document, request);
  const issues = [
    ...withLaterIssues(bodyIssues, [
      ...nameIssues,
      // The cost of a request without its faulty values says nothing.
      ...(estimate === undefined || bodyIssues.length === 0 ? ownIssues : []),
      ...checkSize(maxSizeOf(document)),
    ]),
  ];
  if (issues.length === 0) {
    issues.push(...(await checkUploads(dependencies, workspaceId, wantedUploads(uploadsOfRequest(document, request)))));
  }
  if (issues.length > 0) throw issuesError("The preview cannot be rendered.", issues);
  const { log, countFailedWork } = dependencies;
  await dependencies.requireFewFailures({ workspaceId, plan }, log);
  // Count after validation, so that an invalid request does not use up a preview.
  await dependencies.takePreview(workspaceId, plan.previewsPerDay, log);
  return await countFailedWork(workspaceId, log, (onCpuMs) =>
    dependencies.render(document, request, { version, workspaceId, onCpuMs }),
  );
}

function checkPlan({ plan, planName }: PreviewCaller, format: ImageFormat): void {
  checkFeatures(planName, plan, { format, scale: 1, priority: undefined });
}

function checkSize({ width, height }: DocumentSize): Issue[] {
  if (width * height <= MAX_PREVIEW_PIXELS) return [];
  const megapixels = (width * height) / 1e6;
  const message = `The document has ${megapixels.toFixed(2)} megapixels. A preview can have at most ${MAX_PREVIEW_PIXELS / 1e6}.`;
  return [{ path: "document", message }];
}

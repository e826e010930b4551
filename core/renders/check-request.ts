/**
 * Checks a request for a picture against a document. New jobs, dry runs, signed images and previews share this check.
 */
import {
  checkOutput,
  checkOverrides,
  checkRequired,
  expandLayers,
  maxSizeOf,
  normalizeLayers,
  pictureSize,
  shownUploads,
  type TemplateDocument,
  uploadIdOf,
  uploadsOfRequest,
  withOwnUploads,
} from "@image-render/engine/document";
import { checkCost, type Estimate, NOTHING_TO_DECODE } from "@image-render/engine/estimate";
import type { Issue } from "@image-render/engine/issues";
import type { CreateRender } from "../contract/render-request.js";
import { issuesError } from "../contract/errors.js";
import { requireUniqueNames } from "../templates/require-unique-names.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import type { FindUploadImages } from "../uploads/find-upload-images.js";
import type { RenderInputs } from "./job.js";

/** The fields of a request that determine its picture. */
export type RequestedPicture = RenderInputs & Pick<CreateRender, "format" | "scale" | "transparent" | "quality">;

/** The conditions that a request is checked against. */
export interface RequestTerms {
  readonly document: TemplateDocument;
  readonly workspaceId: string;
  readonly baseUrl: string;
  /** Issues that were found when the body was read: see `readBody`. */
  readonly bodyIssues?: readonly Issue[] | undefined;
  /** Whether the request must set the required variables. The preview of an unsaved document uses their defaults. */
  readonly needsVariables: boolean;
  /** Issues that only this kind of request can have. */
  readonly ownIssues?: readonly Issue[];
  /** The largest number of pixels of the picture. Default: that of every picture. */
  readonly maxPixels?: number;
  /** The message of the error, before its first issue. */
  readonly refusal: string;
  /** Without it, uploads are not checked. The uploads of a signed URL were checked when the URL was minted. */
  readonly checkUploads?: UploadCheck;
  /** Without it, uploads cost nothing. Their size counted when the signed URL was minted, and counts when they are loaded. */
  readonly findUploadImages?: FindUploadImages;
}

/** A request that can be rendered. */
export interface CheckedRequest<Request extends RequestedPicture = RequestedPicture> {
  /** The request with the final names and types of its layers. */
  readonly request: Request;
  /** Width of the picture in pixels. */
  readonly width: number;
  /** Height of the picture in pixels, or its maximum if the height of the document hugs. */
  readonly height: number;
  /** The maximum cost of the render. */
  readonly estimate: Estimate;
}

/**
 * Checks a request, and returns it with the size of its picture and its estimate.
 *
 * @throws ServiceError `DUPLICATE_LAYER_NAMES`, or `VALIDATION_ERROR` with all issues
 */
export async function checkRequest<Request extends RequestedPicture>(
  terms: RequestTerms,
  given: Request,
): Promise<CheckedRequest<Request>> {
  const {
    document,
    workspaceId,
    baseUrl,
    needsVariables,
    bodyIssues = [],
    ownIssues = [],
    refusal,
    checkUploads,
  } = terms;
  requireUniqueNames(document);
  const { layers, issues: nameIssues } = normalizeLayers(document, given.layers);
  const request = withOwnUploads(document, { ...given, layers }, baseUrl);
  const { issues: pictureIssues, estimate } = await checkPicture(terms, request);
  const requestIssues = withLaterIssues(bodyIssues, [
    ...nameIssues,
    ...(needsVariables ? checkRequired(document, request) : []),
    // If invalid values were left out of the request, its cost is meaningless.
    ...(estimate === undefined || bodyIssues.length === 0 ? pictureIssues : []),
    ...ownIssues,
  ]);
  // `uploadsOfRequest` needs a valid request.
  const issues =
    requestIssues.length > 0 || checkUploads === undefined
      ? requestIssues
      : await checkUploads(workspaceId, uploadsOfRequest(document, request));
  if (issues.length > 0 || estimate === undefined) throw issuesError(refusal, issues);
  return { request, ...pictureSize(maxSizeOf(document), request.scale), estimate };
}

/** Returns the issues of layers, variables and output. If there are none, also returns the cost and its issues. */
async function checkPicture(
  { document, workspaceId, maxPixels, findUploadImages }: RequestTerms,
  request: RequestedPicture,
): Promise<{ issues: Issue[]; estimate?: Estimate }> {
  const issues = [...checkOverrides(document, request), ...checkOutput(maxSizeOf(document), request, maxPixels)];
  if (issues.length > 0) return { issues };
  const shown = shownUploads(document, request);
  const uploads = shown.size === 0 ? undefined : await findUploadImages?.(workspaceId, shown);
  const factsOf = (url: string) => {
    const id = uploadIdOf(url);
    if (id === undefined) return undefined;
    return findUploadImages === undefined ? NOTHING_TO_DECODE : uploads?.get(id);
  };
  const expansion = expandLayers(document, request);
  const cost = checkCost({ document, expansion, output: request, options: { images: { factsOf } } });
  return { issues: [...cost.issues], estimate: cost.estimate };
}

/** Returns the known issues, followed by those that a later check has found in other places. */
function withLaterIssues(known: readonly Issue[], later: readonly Issue[]): readonly Issue[] {
  const isKnown = ({ path }: Issue) =>
    known.some(
      (issue) => path === issue.path || path.startsWith(`${issue.path}.`) || path.startsWith(`${issue.path}[`),
    );
  return known.length === 0 ? later : [...known, ...later.filter((issue) => !isKnown(issue))];
}

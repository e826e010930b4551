/** Checks a request for a job: the plan, the template, and the request against the template. Creates nothing. */
import type { Issue } from "@image-render/engine/issues";
import type { Caller } from "../access/authenticate.js";
import { checkFeatures } from "../billing/check-features.js";
import type { CreateRender } from "../contract/render-request.js";
import { webhookUrlIssues } from "../fetching/webhook-url.js";
import { type LoadedTemplate, loadTemplate } from "../templates/load-template.js";
import type { WithTemplateCache } from "../templates/template-cache.js";
import type { TemplateStore } from "../templates/template-version.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import type { FindUploadImages } from "../uploads/find-upload-images.js";
import { type CheckedRequest, checkRequest } from "./check-request.js";
import { hasDataUris } from "./has-data-uris.js";

/** With `loadTemplate`, the requests of a list share their templates. */
export interface CheckRenderDependencies extends Partial<WithTemplateCache> {
  readonly templates: Pick<TemplateStore, "find">;
  readonly checkUploads: UploadCheck;
  readonly findUploadImages: FindUploadImages;
  /** Whether `webhookUrl` may name a loopback address. */
  readonly allowLoopbackTargets: boolean;
}

/** The sender of a request, and the address that it was sent to. */
export interface CheckContext {
  readonly caller: Pick<Caller, "workspaceId" | "planName" | "plan">;
  readonly baseUrl: string;
  /** Issues that were found when the body was read: see `readBody`. If there are any, the request is refused. */
  readonly bodyIssues?: readonly Issue[] | undefined;
}

/** A checked request and its template. */
export interface CheckedRender extends CheckedRequest<CreateRender> {
  readonly template: LoadedTemplate;
  /** Whether the overrides contain data URIs. Such overrides are stored in the bucket. */
  readonly hasDataUris: boolean;
}

/**
 * Loads the template of a request and checks both.
 *
 * @throws ServiceError `FORBIDDEN`, `NOT_FOUND`, `DUPLICATE_LAYER_NAMES`, `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR`
 *   with all issues.
 */
export async function checkRender(
  dependencies: CheckRenderDependencies,
  { caller: { workspaceId, planName, plan }, baseUrl, bodyIssues }: CheckContext,
  given: CreateRender,
): Promise<CheckedRender> {
  checkFeatures(planName, plan, given);
  const dataUris = hasDataUris({ layers: given.layers, variables: given.variables });
  const { templates, checkUploads, findUploadImages, allowLoopbackTargets } = dependencies;
  const load = dependencies.loadTemplate ?? loadTemplate.bind(undefined, templates);
  const template = await load(workspaceId, given.template, given.version);
  const terms = {
    document: template.document,
    workspaceId,
    baseUrl,
    bodyIssues,
    needsVariables: true,
    ownIssues: webhookUrlIssues("webhookUrl", given.webhookUrl, allowLoopbackTargets),
    refusal: "The request cannot be rendered.",
    checkUploads,
    findUploadImages,
  };
  return { ...(await checkRequest(terms, given)), template, hasDataUris: dataUris };
}

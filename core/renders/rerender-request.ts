/** The request of a job that renders another job again: the stored request with the changes from a body. */
import { ServiceError } from "../contract/errors.js";
import type { CreateRender } from "../contract/render-request.js";
import { MAX_BODY_BYTES } from "../contract/limits.js";
import type { Rerender } from "../contract/rerender.js";
import { normalizeLayers } from "@image-render/engine/document";
import { FORMATS } from "@image-render/engine/formats";
import { loadTemplate } from "../templates/load-template.js";
import type { TemplateStore } from "../templates/template-version.js";
import { getRender } from "./get-render.js";
import { isTerminal, type Job, type RenderInputs } from "./job.js";
import type { InputStore, JobStore } from "./ports.js";
import { storedInputs } from "./stored-inputs.js";

export interface RerenderDependencies {
  readonly jobs: Pick<JobStore, "findOwned">;
  readonly inputs: Pick<InputStore, "find">;
  readonly templates: Pick<TemplateStore, "find">;
}

/** The job that is rendered again, and the request for the new job. */
export interface RerenderRequest {
  readonly origin: Job;
  readonly request: CreateRender;
}

/**
 * Creates nothing. Like any other request, the result still has to be validated: since the first render, the rules, the
 * plan, or the uploads of the workspace may have changed.
 *
 * The result contains only the request of the original job: no batch, no claim of a signed image, no debit, and no
 * idempotency record. The inputs are values, so the new job stores a copy of its own.
 *
 * @throws ServiceError `NOT_FOUND`; `CONFLICT` for a queued job, with its status in `details`; `GONE` if its inputs are
 *   no longer stored; `BAD_REQUEST` if the body names another template; `PAYLOAD_TOO_LARGE`.
 */
export async function rerenderRequest(
  dependencies: RerenderDependencies,
  workspaceId: string,
  id: string,
  changes: Rerender,
): Promise<RerenderRequest> {
  const origin = await getRender(dependencies.jobs, workspaceId, id);
  requireEnded(origin);
  requireSameTemplate(origin, changes);
  const stored = await storedInputs(dependencies.inputs, origin);
  const version = changes.version ?? origin.templateVersion;
  const inputs = await mergedInputs(dependencies, { origin, version }, stored, changes);
  const format = changes.format ?? origin.format;
  const request = {
    template: origin.templateId,
    version,
    format,
    scale: changes.scale ?? origin.scale,
    transparent: changes.transparent ?? origin.transparent,
    // Only the body can ask for a quality that the format does not have.
    quality: changes.quality ?? (FORMATS[format].defaultQuality === undefined ? undefined : origin.quality),
    ...inputs,
    // A request does not take over the priority of a signed image.
    priority: changes.priority ?? (origin.storedAs === undefined ? origin.priority : undefined),
    metadata: changes.metadata ?? origin.metadata,
    webhookUrl: changes.webhookUrl ?? origin.webhookUrl,
    dryRun: changes.dryRun,
    // `Required` makes sure that each new field of the request is handled here.
  } satisfies Required<CreateRender>;
  return { origin, request };
}

function requireEnded({ status, ...job }: Job): void {
  if (isTerminal({ status })) return;
  const message = `The render is queued, so it cannot be rendered again. Wait until it has ended (GET /api/v1/renders/${job.id}/wait), or cancel it.`;
  throw new ServiceError("CONFLICT", message, { details: { status } });
}

function requireSameTemplate({ templateId }: Job, { template }: Rerender): void {
  if (template === undefined || template === templateId) return;
  const issue = `A render is rendered again with its own template, ${templateId}. Leave it out, or create a render with POST /api/v1/render.`;
  throw new ServiceError("BAD_REQUEST", `The request is malformed. template: ${issue}`, {
    details: { issues: [{ path: "template", message: issue }] },
  });
}

type Changes = Pick<Rerender, "layers" | "variables" | "locale" | "timeZone" | "about">;

/** Replaces stored attributes and variables with those of the changes. Keeps everything else. */
async function mergedInputs(
  { templates }: RerenderDependencies,
  { origin, version }: { readonly origin: Job; readonly version: number },
  stored: RenderInputs,
  { layers, variables, locale = stored.locale, timeZone = stored.timeZone, about = stored.about }: Changes,
): Promise<Required<Pick<CreateRender, keyof RenderInputs>>> {
  const hasLayers = Object.keys(layers).length > 0;
  const merged = {
    layers: hasLayers
      ? mergeLayers(stored.layers, await finalNames(templates, origin, version, layers))
      : stored.layers,
    // The stored variables were validated when the first job was created.
    variables: { ...(stored.variables as CreateRender["variables"]), ...variables },
    locale,
    timeZone,
    about,
  };
  // Without this limit, each new render of a job could add the images of one more body.
  if ((hasLayers || Object.keys(variables).length > 0) && Buffer.byteLength(JSON.stringify(merged)) > MAX_BODY_BYTES) {
    const limit = `${MAX_BODY_BYTES / 1024 / 1024} MB`;
    throw new ServiceError(
      "PAYLOAD_TOO_LARGE",
      `The stored layers and variables and those of the body can have at most ${limit} together. Upload the images first (POST /api/v1/uploads).`,
    );
  }
  return merged;
}

/**
 * Renames aliases: stored attributes have their final names, so only an attribute with its final name can replace one.
 */
async function finalNames(
  templates: RerenderDependencies["templates"],
  { workspaceId, templateId }: Job,
  version: number,
  given: RenderInputs["layers"],
): Promise<RenderInputs["layers"]> {
  const { document } = await loadTemplate(templates, workspaceId, templateId, version);
  const { layers, issues } = normalizeLayers(document, given);
  // An attribute that is set under two names is an issue. The validation of the whole request reports it with all other
  // issues.
  return issues.length === 0 ? layers : given;
}

function mergeLayers(stored: RenderInputs["layers"], changes: RenderInputs["layers"]): RenderInputs["layers"] {
  const merged = new Map(Object.entries(stored));
  for (const [name, attributes] of Object.entries(changes)) merged.set(name, { ...merged.get(name), ...attributes });
  return Object.fromEntries(merged);
}

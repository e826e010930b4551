import { ERROR_CATALOGUE, type Issue, ServiceError } from "../core/contract/errors.js";
import { type RenderedPicture } from "../core/rendering/picture.js";
import { type RenderWarning } from "../core/rendering/warnings.js";
import { type Finding } from "./finding.js";
import { type Job, type JobSource, type LoadedJob, loadJob } from "./job.js";
import { findLayers } from "./layer-paths.js";
import { type Workshop } from "./workshop.js";

/** What came of a job: a picture with warnings, or faults. */
export interface JobResult extends Pick<LoadedJob, "faults" | "files"> {
  readonly job?: Job;
  readonly picture?: RenderedPicture;
  readonly warnings: readonly Finding[];
}

/** Loads a job's files and renders it. */
export async function runJob(from: JobSource, workshop: Workshop): Promise<JobResult> {
  return await renderLoaded(await loadJob(from), workshop);
}

/** Renders a job whose files have been read. Rejects only if the renderer itself fails. */
export async function renderLoaded({ job, faults, files }: LoadedJob, workshop: Workshop): Promise<JobResult> {
  if (job === undefined) return { faults, files, warnings: [] };
  try {
    const picture = await workshop.render(job);
    return { job, picture, faults, files, warnings: picture.warnings.map((warning) => locateWarning(job, warning)) };
  } catch (error) {
    // What the service would report to its operators is a failure of the renderer, nothing for an author to mend.
    if (!(error instanceof ServiceError) || ERROR_CATALOGUE[error.code].reported) throw error;
    return { job, faults: locateError(job, error), files, warnings: [] };
  }
}

function locateWarning({ template, document }: Job, { code, layer, message }: RenderWarning): Finding {
  return { ...template.locate({ path: pathOfLayer(document, layer) ?? "", message }), code };
}

/** The path of the layer that messages call so: by its name, else by its id. */
function pathOfLayer(document: unknown, label: string): string | undefined {
  // A copy of a repeat is called by the id of what it is a copy of, and its number.
  const called = label.replace(/(?:\[\d+\])+$/, "");
  const [path] = [
    ...findLayers(document, ({ name }) => name === called),
    ...findLayers(document, ({ id }) => id === called),
  ];
  return path;
}

/** The faults that only rendering finds, in the file whose author can mend them. */
function locateError(job: Job, { message, details }: ServiceError): Finding[] {
  const issues = Array.isArray(details?.["issues"]) ? (details["issues"] as Issue[]) : [];
  return (issues.length === 0 ? [{ path: "", message }] : issues).map((issue) => locateIssue(job, issue));
}

function locateIssue({ template, data, document }: Job, { path, message }: Issue): Finding {
  if (data?.has(path) === true) return data.locate({ path, message });
  // Requests call a layer by its name; in the template it is one of a list.
  const [, label, attribute] = /^layers\.([^.]+)(\..+)?$/.exec(path) ?? [];
  const layer = label === undefined ? undefined : pathOfLayer(document, label);
  return template.locate({ path: layer === undefined ? path : `${layer}${attribute ?? ""}`, message });
}

import { ServiceError } from "../core/contract/errors.js";
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
    if (!(error instanceof ServiceError) || error.retryable) throw error;
    return { job, faults: locateError(job, error), files, warnings: [] };
  }
}

function locateWarning({ template, document }: Job, { code, layer, message }: RenderWarning): Finding {
  // A copy of a repeat is called by the id of what it is a copy of, and its number.
  const label = layer.replace(/(?:\[\d+\])+$/, "");
  const [path = ""] = [
    ...findLayers(document, ({ name }) => name === label),
    ...findLayers(document, ({ id }) => id === label),
  ];
  return { ...template.locate({ path, message }), code };
}

/** A fault that only rendering finds: where it names a part of the request it is the data file's, else the template's. */
function locateError({ template, data }: Job, { message, details }: ServiceError): Finding[] {
  const issues = Array.isArray(details?.["issues"]) ? (details["issues"] as { path: string; message: string }[]) : [];
  if (issues.length === 0) return [template.locate({ path: "", message })];
  return issues.map((issue) =>
    (data !== undefined && /^(?:layers|variables)\./.test(issue.path) ? data : template).locate(issue),
  );
}

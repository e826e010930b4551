import type { Issue } from "../issues/issue.js";
import { quote } from "../suggestions/suggest.js";
import { MAX_RENDER_CPU_MS, MAX_RENDER_MEMORY_BYTES } from "./cost-limits.js";
import type { Contributor, Estimate } from "./estimate.js";

/** The maximum number of contributors that are named. */
const MAX_NAMED = 5;
/** Contributors with a smaller share are not named, because changing them would not help. */
const MIN_SHARE = 0.02;

/** Where the issues are shown: beside a request for a template, or beside the document itself. */
export type IssueSubject = "request" | "document";

/**
 * Returns the issues of a render that would take too much time or memory: one for each of the largest contributors,
 * with its path and share. Returns none if the render is within the limits.
 */
export function costIssues(estimate: Estimate, subject: IssueSubject = "request"): Issue[] {
  const { cpuMs, memoryBytes, contributors } = estimate;
  if (cpuMs > MAX_RENDER_CPU_MS) {
    const much = `about ${seconds(cpuMs)} of processor time; at most ${seconds(MAX_RENDER_CPU_MS)} are possible`;
    return issuesFor(contributors, ({ cpuMs: own }) => own / cpuMs, much, subject);
  }
  if (memoryBytes > MAX_RENDER_MEMORY_BYTES) {
    const much = `about ${megabytes(memoryBytes)} of memory; at most ${megabytes(MAX_RENDER_MEMORY_BYTES)} are possible`;
    const byMemory = contributors.toSorted((one, other) => other.memoryBytes - one.memoryBytes);
    return issuesFor(byMemory, ({ memoryBytes: own }) => own / memoryBytes, much, subject);
  }
  return [];
}

function issuesFor(
  contributors: readonly Contributor[],
  shareOf: (contributor: Contributor) => number,
  much: string,
  subject: IssueSubject,
): Issue[] {
  return contributors
    .slice(0, MAX_NAMED)
    .filter((contributor, index) => index === 0 || shareOf(contributor) >= MIN_SHARE)
    .map((contributor, index) => {
      const share = `${Math.max(1, Math.round(shareOf(contributor) * 100))} %`;
      const part = `${share} of it ${index === 0 ? "is for" : "are for"} ${labelOf(contributor)}`;
      const reason = contributor.reason === "" ? "" : ` (${contributor.reason})`;
      const first = `The picture would take ${much}. `;
      const way = " Make the picture or this part smaller, or leave out what costs the most.";
      return {
        path: pathOf(contributor, subject),
        message: `${index === 0 ? first : ""}${part}${reason}.${index === 0 ? way : ""}`,
      };
    });
}

function labelOf({ path, name }: Contributor): string {
  if (path === "output" || path === "background" || path === "fonts") return `the ${path}`;
  return name === undefined ? `the layer at ${path}` : `the layer ${quote(name)}`;
}

/**
 * Returns the path of a contributor. A request refers to layers by their names. A layer without a name has only its
 * place in the document.
 */
function pathOf({ path, name }: Contributor, subject: IssueSubject): string {
  if (path === "output") return subject === "request" ? "scale" : "width";
  if (subject === "document" || path === "fonts") return path;
  return name === undefined ? `template.${path}` : `layers.${name}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

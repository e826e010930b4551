import type { Issue } from "../issues/issue.js";
import { quote } from "../suggestions/suggest.js";
import { MAX_RENDER_CPU_MS, MAX_RENDER_MEMORY_BYTES } from "./cost-limits.js";
import type { Contributor, Estimate } from "./estimate.js";
import type { HelpfulChange } from "./helpful-changes.js";
import { listOf, megabytes, seconds, wayOut } from "./way-out.js";

/** Where the issues are shown: beside a request for a template, or beside the document itself. */
export type IssueSubject = "request" | "document";

/**
 * Returns the issues of a render that would take too much time or memory: one for each of the largest contributors, with
 * its path. The first one has the shares of all of them, which add up to 100 %, and the changes that help. Returns none
 * if the render is within the limits.
 */
export function costIssues(
  estimate: Estimate,
  subject: IssueSubject = "request",
  changes: readonly HelpfulChange[] = [],
): Issue[] {
  const { cpuMs, memoryBytes, contributors } = estimate;
  if (cpuMs > MAX_RENDER_CPU_MS) {
    const time: Measure = { of: (cost) => cost.cpuMs, format: seconds, name: "processor time", named: 3 };
    return issuesFor(contributors, { total: cpuMs, most: MAX_RENDER_CPU_MS, measure: time, changes }, subject);
  }
  if (memoryBytes > MAX_RENDER_MEMORY_BYTES) {
    const byMemory = contributors.toSorted((one, other) => other.memoryBytes - one.memoryBytes);
    const memory: Measure = { of: (cost) => cost.memoryBytes, format: megabytes, name: "memory", named: 1 };
    return issuesFor(
      byMemory,
      { total: memoryBytes, most: MAX_RENDER_MEMORY_BYTES, measure: memory, changes },
      subject,
    );
  }
  return [];
}

/** A resource that a picture can take too much of. */
interface Measure {
  readonly of: (cost: Pick<Contributor, "cpuMs" | "memoryBytes">) => number;
  readonly format: (amount: number) => string;
  readonly name: string;
  /** The number of contributors that are named. Only the largest one takes memory, because parts are drawn one by one. */
  readonly named: number;
}

interface Excess {
  readonly total: number;
  readonly most: number;
  readonly measure: Measure;
  readonly changes: readonly HelpfulChange[];
}

function issuesFor(contributors: readonly Contributor[], excess: Excess, subject: IssueSubject): Issue[] {
  const { total, most, measure, changes } = excess;
  const named = contributors.slice(0, measure.named);
  const shares = sharesOf(named.map((part) => measure.of(part) / total));
  const parts = named
    .map((part, index) => ({ part, share: shares[index] ?? 0 }))
    .filter(({ share }, index) => index === 0 || share > 0);
  const rest = shares.at(-1) ?? 0;
  const listed = parts.map(
    ({ part, share }, index) => `${share} %${index === 0 ? " of it is" : ""} for ${partOf(part)}`,
  );
  const whole = listOf([...listed, ...(rest > 0 ? [`${rest} % for the rest`] : [])], "and");
  const amounts = `about ${measure.format(total)} of ${measure.name}; at most ${measure.format(most)} are possible`;
  const first = `The picture would take ${amounts}. ${whole}. ${wayOut(changes, (cost) => measure.format(measure.of(cost)))}`;
  return parts.map(({ part, share }, index) => ({
    path: pathOf(part, subject),
    message: index === 0 ? first : `${share} % of the ${measure.name} of the picture is for ${partOf(part)}.`,
  }));
}

/** Rounds shares to whole percents, with the share of the rest at the end. They add up to 100. */
function sharesOf(exact: readonly number[]): number[] {
  const rest = Math.max(0, 1 - exact.reduce((sum, share) => sum + share, 0));
  const all = [...exact, rest].map((share) => share * 100);
  const rounded = all.map(Math.floor);
  const missing = 100 - rounded.reduce((sum, share) => sum + share, 0);
  const byRemainder = all
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, Math.max(0, missing))) rounded[index] = (rounded[index] ?? 0) + 1;
  return rounded;
}

function partOf(part: Contributor): string {
  return `${labelOf(part)}${part.reason === "" ? "" : ` (${part.reason})`}`;
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

import { type TemplateSummary } from "../../core/contract/templates-api.js";
import { type Entry } from "./manifest.js";

/** Which of a folder's templates is which in a workspace. */
export interface Matches {
  readonly summaryOf: ReadonlyMap<Entry, TemplateSummary>;
  /** Those whose name several templates of the workspace have, so that only an id could tell. */
  readonly ambiguous: ReadonlySet<Entry>;
  /** The workspace's templates that the folder lacks. */
  readonly others: readonly TemplateSummary[];
}

/**
 * Matches by the id recorded for the service, if that template exists; else by name within the project. A template that is
 * recorded for one entry is never another's.
 */
export function matchTemplates(
  entries: readonly Entry[],
  summaries: readonly TemplateSummary[],
  baseUrl: string,
): Matches {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const summaryOf = new Map<Entry, TemplateSummary>();
  for (const entry of entries) {
    const recorded = byId.get(entry.ids[baseUrl] ?? "");
    if (recorded !== undefined) summaryOf.set(entry, recorded);
  }
  const taken = new Set([...summaryOf.values()].map(({ id }) => id));
  const ambiguous = new Set<Entry>();
  for (const [place, alike] of groupByPlace(entries.filter((entry) => !summaryOf.has(entry)))) {
    const candidates = summaries.filter((summary) => !taken.has(summary.id) && placeOfSummary(summary) === place);
    const [entry, ...moreEntries] = alike;
    const [summary, ...moreSummaries] = candidates;
    if (entry === undefined || (summary === undefined && moreEntries.length === 0)) continue;
    if (summary === undefined || moreEntries.length > 0 || moreSummaries.length > 0) {
      for (const one of alike) ambiguous.add(one);
      continue;
    }
    summaryOf.set(entry, summary);
    taken.add(summary.id);
  }
  return { summaryOf, ambiguous, others: summaries.filter(({ id }) => !taken.has(id)) };
}

function groupByPlace(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const place = placeOf(entry.project, entry.name);
    groups.set(place, [...(groups.get(place) ?? []), entry]);
  }
  return groups;
}

function placeOfSummary({ projectName, name }: TemplateSummary): string {
  return placeOf(projectName, name);
}

/** The project and the name as one text that no other pair makes. */
function placeOf(project: string | undefined, name: string): string {
  return JSON.stringify([project ?? null, name]);
}

import { DEFAULT_PROJECT_NAME, type TemplateSummary } from "../../core/contract/templates-api.js";
import type { Entry } from "./manifest.js";

/** The templates of the workspace that belong to the entries of the folder. */
export interface Matches {
  readonly summaryOf: ReadonlyMap<Entry, TemplateSummary>;
  /** Entries without an ID whose name is not unique, in the folder or in the workspace. */
  readonly ambiguous: ReadonlySet<Entry>;
  /** Templates of the workspace that are not in the folder. */
  readonly others: readonly TemplateSummary[];
}

/**
 * Matches an entry by the ID that it records for the service, if a template with this ID exists. Otherwise, matches it
 * by its project and name. A template that one entry records by ID never matches another entry.
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

/** Returns the project and the name as one unique text. */
function placeOf(project: string | undefined, name: string): string {
  return JSON.stringify([project ?? DEFAULT_PROJECT_NAME, name]);
}

/** Lists one page of the templates of a workspace. */
import { MAX_LISTED_TEMPLATES } from "../contract/limits.js";
import type { ListTemplatesQuery } from "../contract/templates-api.js";
import { defaultProjectOf, type ProjectName } from "./default-project.js";
import type { ProjectStore } from "./project.js";
import type { ListedTemplate } from "./template-head.js";
import type { TemplateCursor, TemplateStore } from "./template-version.js";

/** The largest and smallest number of templates per read. */
const MAX_READ = 500;
const MIN_READ = 20;

export interface ListTemplatesDependencies {
  readonly templates: Pick<TemplateStore, "listPage">;
  readonly projects: Pick<ProjectStore, "list">;
}

export interface TemplateList {
  readonly templates: readonly (ListedTemplate & { readonly project: ProjectName })[];
  readonly hasMore: boolean;
  /** The number of all matches, if all of them were read. */
  readonly total: number | undefined;
}

/** Sorts as the query says, then by ID. docs/templates-api.md describes what offsets guarantee during writes. */
export async function listTemplates(
  { templates, projects }: ListTemplatesDependencies,
  workspaceId: string,
  query: ListTemplatesQuery,
): Promise<TemplateList> {
  const end = query.offset + query.limit;
  const [{ matches, isComplete }, named] = await Promise.all([
    readMatches(templates, workspaceId, query),
    projects.list(workspaceId),
  ]);
  const known = new Map(named.map((project) => [project.id, project]));
  const standard = defaultProjectOf(workspaceId);
  const page = matches.toSorted(ORDERS[query.sort]).slice(query.offset, end);
  return {
    templates: page.map((template) => ({ ...template, project: known.get(template.projectId ?? "") ?? standard })),
    hasMore: matches.length > end,
    total: isComplete ? matches.length : undefined,
  };
}

/** Reads the matching templates up to the end of the page, and one more template if it exists. */
async function readMatches(
  templates: ListTemplatesDependencies["templates"],
  workspaceId: string,
  query: ListTemplatesQuery,
): Promise<{ readonly matches: readonly ListedTemplate[]; readonly isComplete: boolean }> {
  const end = query.offset + query.limit;
  const isMatch = matcherOf(query, defaultProjectOf(workspaceId).id);
  // The key is the ID, because a template that changes between two reads can appear in both.
  const found = new Map<string, ListedTemplate>();
  let cursor: TemplateCursor | undefined;
  let isComplete = false;
  for (let read = 0; read < MAX_LISTED_TEMPLATES;) {
    // Without a filter, in the order of the store, read only the missing templates, the first of the next page, and one more to detect ties.
    const wanted = needsAll(query) || isFiltered(query) ? MAX_READ : Math.max(MIN_READ, end + 2 - read);
    const limit = Math.min(wanted, MAX_READ, MAX_LISTED_TEMPLATES - read);
    const { templates: part, next } = await templates.listPage(workspaceId, limit, cursor);
    for (const template of part) if (isMatch(template) && !found.has(template.id)) found.set(template.id, template);
    isComplete = next === undefined;
    if (isComplete) break;
    // The store returns ties in any order, so read until all templates with the same time are known.
    const beyond = needsAll(query) ? undefined : [...found.values()][end];
    if (beyond !== undefined && (part.at(-1)?.updatedAtMs ?? Infinity) < beyond.updatedAtMs) break;
    read += Math.max(part.length, 1);
    cursor = next;
  }
  return { matches: [...found.values()], isComplete };
}

/** The store knows only the order of updates. */
function needsAll({ sort }: ListTemplatesQuery): boolean {
  return sort !== "updated";
}

function isFiltered({ project, q }: ListTemplatesQuery): boolean {
  return project !== undefined || q !== undefined;
}

function matcherOf(
  { project, q }: ListTemplatesQuery,
  defaultProjectId: string,
): (template: ListedTemplate) => boolean {
  const wanted = q?.toLowerCase();
  return ({ projectId = defaultProjectId, name }) =>
    (project === undefined || projectId === project) && (wanted === undefined || name.toLowerCase().includes(wanted));
}

type Order = (a: ListedTemplate, b: ListedTemplate) => number;

const byId: Order = (a, b) => (a.id < b.id ? -1 : 1);
/** Compares names as people sort them: digits as numbers, and letters regardless of case. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const ORDERS: Readonly<Record<ListTemplatesQuery["sort"], Order>> = {
  updated: (a, b) => b.updatedAtMs - a.updatedAtMs || byId(a, b),
  created: (a, b) => b.createdAtMs - a.createdAtMs || byId(a, b),
  name: (a, b) => compare(a.name, b.name) || byId(a, b),
};

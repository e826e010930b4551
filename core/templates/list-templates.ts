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
}

/** Sorts by newest update first, then by ID. docs/templates-api.md describes what offsets guarantee during writes. */
export async function listTemplates(
  { templates, projects }: ListTemplatesDependencies,
  workspaceId: string,
  query: ListTemplatesQuery,
): Promise<TemplateList> {
  const end = query.offset + query.limit;
  const [matches, named] = await Promise.all([readMatches(templates, workspaceId, query), projects.list(workspaceId)]);
  const known = new Map(named.map((project) => [project.id, project]));
  const standard = defaultProjectOf(workspaceId);
  const page = matches.toSorted(byUpdate).slice(query.offset, end);
  return {
    templates: page.map((template) => ({ ...template, project: known.get(template.projectId ?? "") ?? standard })),
    hasMore: matches.length > end,
  };
}

/** Reads the matching templates up to the end of the page, and one more template if it exists. */
async function readMatches(
  templates: ListTemplatesDependencies["templates"],
  workspaceId: string,
  query: ListTemplatesQuery,
): Promise<ListedTemplate[]> {
  const end = query.offset + query.limit;
  const isMatch = matcherOf(query, defaultProjectOf(workspaceId).id);
  // The key is the ID, because a template that changes between two reads can appear in both.
  const found = new Map<string, ListedTemplate>();
  let cursor: TemplateCursor | undefined;
  for (let read = 0; read < MAX_LISTED_TEMPLATES;) {
    // Without a filter, read only the missing templates, the first of the next page, and one more to detect ties.
    const wanted = isFiltered(query) ? MAX_READ : Math.max(MIN_READ, end + 2 - read);
    const limit = Math.min(wanted, MAX_READ, MAX_LISTED_TEMPLATES - read);
    const { templates: part, next } = await templates.listPage(workspaceId, limit, cursor);
    for (const template of part) if (isMatch(template) && !found.has(template.id)) found.set(template.id, template);
    if (next === undefined) break;
    // The store returns ties in any order, so read until all templates with the same time are known.
    const beyond = [...found.values()][end];
    if (beyond !== undefined && (part.at(-1)?.updatedAtMs ?? Infinity) < beyond.updatedAtMs) break;
    read += Math.max(part.length, 1);
    cursor = next;
  }
  return [...found.values()];
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

function byUpdate(a: ListedTemplate, b: ListedTemplate): number {
  return b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? -1 : 1);
}

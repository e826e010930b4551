/** The routes about templates, as these pages use them. */
import type { Template, TemplateSummary } from "@image-render/client";
import { irs } from "../../../service/irs.js";
import type { ListPage } from "../../../service/use-pages.js";

/** The orders that a list of templates can have. */
export type TemplateSort = "updated" | "name" | "created";

/** A template of a list. */
export type ListedTemplate = TemplateSummary;

/** A part of a list of templates. */
export type TemplatePage = ListPage<ListedTemplate, number>;

/** Which templates a list has, and in which order. */
export interface TemplateQuery {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly sort: TemplateSort;
  /** Whether the list has the deleted templates instead. */
  readonly deleted?: boolean | undefined;
}

/** The number of templates that a list reads at once. */
const PAGE_LENGTH = 60;

/** Reads a part of a list. */
export async function listTemplates(
  { q, project, sort, deleted }: TemplateQuery,
  offset = 0,
  signal?: AbortSignal,
  limit = PAGE_LENGTH,
): Promise<TemplatePage> {
  const query = { q, project, sort, deleted: deleted === true ? ("true" as const) : undefined, offset, limit };
  const { body } = await irs.requestJson("GET /templates", { query, options: { signal } });
  const { templates, hasMore, total } = body;
  return { items: templates, next: hasMore ? offset + templates.length : undefined, total };
}

/** The address of a small picture of a version. A version never changes, so the browser keeps the picture. */
export function thumbnailUrl(id: string, version: number): string {
  return `/api/v1/templates/${encodeURIComponent(id)}/thumbnail?version=${version}`;
}

/** Creates a template with the document of another one. */
export async function copyTemplate(id: string, name: string): Promise<Template> {
  const template = await irs.templates.get(id);
  const { projectId, description } = template;
  return irs.templates.create({ name, projectId, description, document: documentToCopy(template) });
}

/** Returns the document of a version with its edition, so that a copy has the same picture. */
export function documentToCopy({ document, edition }: Pick<Template, "document" | "edition">): Template["document"] {
  return { edition, ...document };
}

/** Returns the part of a template that lists show. */
export function summaryOf(template: Template): ListedTemplate {
  const { id, name, description, projectId, projectName, version, createdAt, updatedAt } = template;
  return { id, name, description, projectId, projectName, version, createdAt, updatedAt };
}

/** The routes about templates, with the fields that the types of the client do not have yet. */
import type { Template, TemplateSummary } from "@image-render/client";
import { irs } from "../../../service/irs.js";
import type { ListPage } from "../../../service/use-pages.js";

/** The orders that a list of templates can have. */
export type TemplateSort = "updated" | "name" | "created";

/** A template of a list. */
export interface ListedTemplate extends TemplateSummary {
  /** Only in a list of deleted templates. */
  readonly deletedAt?: string;
}

/** A part of a list of templates. */
export type TemplatePage = ListPage<ListedTemplate, number>;

/** Which templates a list has, and in which order. */
export interface TemplateQuery {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly sort: TemplateSort;
  readonly isDeleted: boolean;
}

interface ListBody {
  readonly templates: readonly ListedTemplate[];
  readonly hasMore: boolean;
  readonly total?: number;
}

/** The number of templates that a list reads at once. */
const PAGE_LENGTH = 60;

/** Reads a part of a list. */
export async function listTemplates(
  { q, project, sort, isDeleted }: TemplateQuery,
  offset = 0,
  signal?: AbortSignal,
  limit = PAGE_LENGTH,
): Promise<TemplatePage> {
  const query = { q, project, sort, deleted: isDeleted ? "true" : undefined, offset, limit };
  const { body } = await irs.requestJson("GET /templates", { query, options: { signal } });
  const { templates, hasMore, total } = body as ListBody;
  return { items: templates, next: hasMore ? offset + templates.length : undefined, total };
}

/** Restores a deleted template. */
export async function restoreTemplate(id: string): Promise<ListedTemplate> {
  const route = "POST /templates/{id}/restore" as "POST /templates/{id}/revoke-signatures";
  const { body } = await irs.requestJson(route, { id });
  return body as unknown as ListedTemplate;
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

/** Returns what lists show of a template. */
export function summaryOf(template: Template): ListedTemplate {
  const { id, name, description, projectId, projectName, version, createdAt, updatedAt } = template;
  return { id, name, description, projectId, projectName, version, createdAt, updatedAt };
}

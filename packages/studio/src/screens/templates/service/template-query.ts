/** The filters of the gallery, which are in its address. */
import type { TemplateQuery, TemplateSort } from "./template-routes.js";

/** The orders, the usual one first. */
export const SORTS: readonly TemplateSort[] = ["updated", "name", "created"];

/** Reads the filters of an address. Ignores filters that are not valid. */
export function readQuery(parameters: URLSearchParams): TemplateQuery {
  const text = (name: string): string | undefined => parameters.get(name)?.trim() || undefined;
  return {
    q: text("q"),
    project: text("project"),
    sort: SORTS.find((sort) => sort === parameters.get("sort")) ?? "updated",
    ...(parameters.get("deleted") === "true" && { deleted: true }),
  };
}

/** Whether a list is only a part of the templates. */
export const isFiltered = ({ q, project }: TemplateQuery): boolean => q !== undefined || project !== undefined;

/** Shows the changes of this page in lists that the service has read before them. */
import type { ListedTemplate, TemplatePage, TemplateQuery } from "./template-routes.js";

/** A change that a person has made on this page. */
export interface TemplateChange {
  /** The template as it is now. Undefined if it is deleted. */
  readonly template: ListedTemplate | undefined;
  /** Whether the lists did not have the template before. */
  readonly isNew: boolean;
  readonly atMs: number;
}

/** The latest change of each template, by its ID. */
export type TemplateChanges = ReadonlyMap<string, TemplateChange>;

/** Returns a list with the changes. */
export function applyChanges(page: TemplatePage, changes: TemplateChanges, query: TemplateQuery): TemplatePage {
  if (changes.size === 0) return page;
  const items =
    query.deleted === true
      ? page.items.filter(({ id }) => changes.get(id)?.template === undefined)
      : withNew(
          page.items.flatMap((item) => current(item, changes, query)),
          changes,
          query,
        );
  const total = page.total === undefined ? undefined : page.total + items.length - page.items.length;
  return { ...page, items, total };
}

function current(item: ListedTemplate, changes: TemplateChanges, query: TemplateQuery): readonly ListedTemplate[] {
  const change = changes.get(item.id);
  if (change === undefined) return [item];
  if (change.template === undefined) return [];
  const latest = item.updatedAt > change.template.updatedAt ? item : change.template;
  return matches(latest, query) ? [latest] : [];
}

function withNew(
  items: readonly ListedTemplate[],
  changes: TemplateChanges,
  query: TemplateQuery,
): readonly ListedTemplate[] {
  let all = items;
  for (const { template, isNew } of changes.values()) {
    if (!isNew || template === undefined || !matches(template, query)) continue;
    if (all.some(({ id }) => id === template.id)) continue;
    const place = all.findIndex((item) => isBefore(template, item, query));
    all = all.toSpliced(place === -1 ? all.length : place, 0, template);
  }
  return all;
}

function matches({ name, projectId }: ListedTemplate, { q = "", project }: TemplateQuery): boolean {
  return name.toLowerCase().includes(q.toLowerCase()) && (project === undefined || project === projectId);
}

function isBefore(one: ListedTemplate, other: ListedTemplate, { sort }: TemplateQuery): boolean {
  if (sort === "name") return one.name.localeCompare(other.name) < 0;
  return sort === "created" ? one.createdAt >= other.createdAt : one.updatedAt >= other.updatedAt;
}

import { useRef } from "preact/hooks";
import { type Pages, usePages } from "../../service/use-pages.js";
import { applyChanges } from "./service/apply-changes.js";
import { forgetSettled, templateChanges } from "./service/template-changes.js";
import {
  type ListedTemplate,
  listTemplates,
  type TemplatePage,
  type TemplateQuery,
} from "./service/template-routes.js";

/**
 * Reads a list of templates, with the changes of this page. While the list of another filter is loading, the last one
 * stays.
 */
export function useTemplates(query: TemplateQuery): Pages<ListedTemplate, number> {
  const last = useRef<TemplatePage>(undefined);
  const list = usePages<ListedTemplate, number>(`templates/list?${JSON.stringify(query)}`, async (offset, signal) => {
    const requestedAtMs = Date.now();
    const page = await listTemplates(query, offset, signal);
    // The page stores this response first. A change that is forgotten earlier would disappear for a moment.
    setTimeout(() => forgetSettled(requestedAtMs));
    return page;
  });
  if (list.data !== undefined) last.current = list.data;
  const shown = list.data ?? (list.error === undefined ? last.current : undefined);
  return { ...list, data: shown && applyChanges(shown, templateChanges.value, query) };
}

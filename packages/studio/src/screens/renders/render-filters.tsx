import { X } from "lucide";
import { Button } from "../../components/button.js";
import { SelectField } from "../../components/field.js";
import { renderList as texts } from "../../messages/en/renders.js";
import { setQuery } from "../../router/location.js";
import { useTemplateChoices } from "./service/use-template-names.js";
import type { LiveRenders, RenderFilter } from "./use-live-renders.js";

interface RenderFiltersProps {
  readonly filter: RenderFilter;
  readonly names: ReadonlyMap<string, string>;
  readonly list: Pick<LiveRenders, "shown" | "data">;
}

/** The filters of the list, and how many renders it shows. */
export function RenderFilters({ filter, names, list }: RenderFiltersProps) {
  const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));
  const templates = useTemplateChoices().map(({ id, name }) => ({ value: id, label: name }));
  const { template } = filter;
  const isUnlisted = template !== undefined && !templates.some(({ value }) => value === template);
  if (isUnlisted) templates.unshift({ value: template, label: names.get(template) ?? template.slice(0, 8) });
  return (
    <>
      <SelectField
        label={texts.filters.status}
        isLabelHidden
        value={filter.status ?? ""}
        choices={[{ value: "", label: texts.filters.anyStatus }, ...statuses]}
        onInput={(status) => setQuery({ status })}
      />
      <SelectField
        label={texts.filters.template}
        isLabelHidden
        value={template ?? ""}
        choices={[{ value: "", label: texts.filters.anyTemplate }, ...templates]}
        onInput={(chosen) => setQuery({ template: chosen })}
      />
      {filter.batch !== undefined && (
        <Button icon={X} title={texts.filters.removeBatch} onClick={() => setQuery({ batch: undefined })}>
          {texts.filters.batch(filter.batch.slice(0, 8))}
        </Button>
      )}
      <span class="list-count quiet">
        {list.shown !== undefined && texts.shown(list.shown.length, list.data?.next !== undefined)}
      </span>
    </>
  );
}

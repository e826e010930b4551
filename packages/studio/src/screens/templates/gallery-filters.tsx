import type { Project } from "@image-render/client";
import { useEffect, useState } from "preact/hooks";
import { SelectField, TextField } from "../../components/field.js";
import { templates as texts } from "../../messages/en/templates.js";
import { setQuery } from "../../router/location.js";
import { SORTS } from "./service/template-query.js";
import type { TemplateQuery } from "./service/template-routes.js";

interface GalleryFiltersProps {
  readonly wanted: TemplateQuery;
  readonly projects: readonly Project[];
}

/** The search waits for a pause in typing. */
const PAUSE_MS = 150;

/** Search, project and order. They are in the address, so that a link shows the same list. */
export function GalleryFilters({ wanted, projects }: GalleryFiltersProps) {
  return (
    <>
      <Search q={wanted.q ?? ""} />
      {projects.length > 1 && (
        <SelectField
          label={texts.project}
          isLabelHidden
          value={wanted.project ?? ""}
          onInput={(project) => setQuery({ project })}
          choices={[
            { value: "", label: texts.allProjects },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <SelectField
        label={texts.sort}
        isLabelHidden
        value={wanted.sort}
        onInput={(sort) => setQuery({ sort: sort === SORTS[0] ? undefined : sort })}
        choices={SORTS.map((sort) => ({ value: sort, label: texts.sorts[sort] }))}
      />
    </>
  );
}

function Search({ q }: { readonly q: string }) {
  const [text, setText] = useState(q);
  // The history and the button that clears the filters change the address, too.
  useEffect(() => setText((typed) => (typed.trim() === q ? typed : q)), [q]);
  useEffect(() => {
    if (text.trim() === q) return undefined;
    const timer = setTimeout(() => setQuery({ q: text.trim() }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label={texts.search}
      isLabelHidden
      type="search"
      placeholder={texts.search}
      value={text}
      onInput={setText}
      maxLength={200}
    />
  );
}

import { useState } from "preact/hooks";
import { TextField } from "../../../components/field.js";
import { MoreButton } from "../../../components/more-button.js";
import { ErrorNotice, Skeleton } from "../../../components/states.js";
import { newBatch as texts } from "../../../messages/en/batches.js";
import { pathTo } from "../../../router/location.js";
import { usePages } from "../../../service/use-pages.js";
import { type ListedTemplate, listTemplates } from "../../templates/service/template-routes.js";
import { TemplatePicture } from "../../templates/template-picture.js";

const SKELETONS = 8;

/** The templates to choose from, with a search. */
export function ChooseTemplate() {
  const [text, setText] = useState("");
  const q = text.trim() || undefined;
  const list = usePages<ListedTemplate, number>(`templates/choice?${q ?? ""}`, (offset, signal) =>
    listTemplates({ q, sort: "updated" }, offset, signal),
  );
  return (
    <section class="batch-section" aria-labelledby="choose-title">
      <header class="section-head">
        <h2 id="choose-title">{texts.chooseTemplate}</h2>
        <div class="choice-search">
          <TextField
            label={texts.search}
            isLabelHidden
            placeholder={texts.search}
            type="search"
            value={text}
            onInput={setText}
          />
        </div>
      </header>
      {list.error !== undefined && (
        <ErrorNotice what={texts.templatesFailed} error={list.error} onRetry={() => void list.reload()} />
      )}
      {list.data?.items.length === 0 && <p class="quiet">{texts.noTemplate}</p>}
      <ul class="template-choices" aria-busy={list.isLoading}>
        {list.data === undefined
          ? list.error === undefined &&
            Array.from({ length: SKELETONS }, (_, index) => (
              <li key={index} aria-hidden="true">
                <Skeleton height="120px" />
              </li>
            ))
          : list.data.items.map(({ id, name, version }) => (
              <li key={id}>
                <a href={`${pathTo("batches", "new")}?template=${id}`}>
                  <TemplatePicture id={id} version={version} alt="" />
                  <span class="truncate" dir="auto">
                    {name}
                  </span>
                </a>
              </li>
            ))}
      </ul>
      <MoreButton
        hasMore={list.data?.next !== undefined}
        isLoading={list.isLoadingMore}
        error={list.moreError}
        onMore={list.more}
      />
    </section>
  );
}

import { Button } from "../../components/button.js";
import { FreshButton } from "../../components/fresh-button.js";
import { MoreButton } from "../../components/more-button.js";
import { PageHead } from "../../components/page-head.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { renderList as texts } from "../../messages/en/renders.js";
import { pathTo, query, setQuery } from "../../router/location.js";
import { useCommands } from "../../shell/commands.js";
import { RenderFilters } from "./render-filters.js";
import { RenderTable } from "./render-table.js";
import { useTemplateNames } from "./service/use-template-names.js";
import { type LiveRenders, type RenderFilter, useLiveRenders } from "./use-live-renders.js";
import "./render-list.css";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NO_FILTER = { status: undefined, template: undefined, batch: undefined };

/** The renders of the workspace, newest first. */
export function RenderList() {
  const filter = readFilter(query.value);
  const list = useLiveRenders(filter);
  const names = useTemplateNames((list.shown ?? []).map(({ template }) => template));
  useCommands(() => [{ label: texts.filters.clear, run: () => setQuery(NO_FILTER) }], []);
  return (
    <>
      <PageHead title={pages.renders} filters={<RenderFilters filter={filter} names={names} list={list} />}>
        <FreshButton number={list.fresh.length} onShow={list.showFresh} />
      </PageHead>
      {list.error !== undefined && (
        <ErrorNotice what={texts.loadFailed} error={list.error} onRetry={() => void list.reload()} />
      )}
      {list.shown?.length === 0 ? (
        <NoRenders filter={filter} list={list} />
      ) : (
        (list.shown !== undefined || list.error === undefined) && <RenderTable list={list} names={names} />
      )}
      <MoreButton
        hasMore={list.data?.next !== undefined}
        isLoading={list.isLoadingMore}
        error={list.moreError}
        onMore={list.more}
      />
    </>
  );
}

function NoRenders({ filter, list }: { readonly filter: RenderFilter; readonly list: LiveRenders }) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (!isFiltered) {
    return (
      <Empty
        title={texts.emptyTitle}
        action={
          <Button kind="primary" href={pathTo("templates")}>
            {texts.emptyAction}
          </Button>
        }
      >
        {texts.empty}
      </Empty>
    );
  }
  return (
    <Empty title={texts.noneTitle} action={<Button onClick={() => setQuery(NO_FILTER)}>{texts.filters.clear}</Button>}>
      {list.data?.next === undefined ? texts.none : texts.noneYet}
    </Empty>
  );
}

/** Reads the filters of the address. Ignores values that the service would refuse. */
function readFilter(parameters: URLSearchParams): RenderFilter {
  const status = (["queued", "done", "failed"] as const).find((known) => known === parameters.get("status"));
  const idOf = (name: string): string | undefined => {
    const id = parameters.get(name);
    return id !== null && ID.test(id) ? id : undefined;
  };
  return { status, template: idOf("template"), batch: idOf("batch") };
}

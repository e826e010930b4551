import { Plus } from "lucide";
import { useRef } from "preact/hooks";
import { Button } from "../../components/button.js";
import { PageHead } from "../../components/page-head.js";
import { Empty, ErrorNotice, ProgressLine } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { navigate, pathTo, query, setQuery } from "../../router/location.js";
import { hasScope } from "../../session/session.js";
import { useCommands } from "../../shell/commands.js";
import { GalleryFilters } from "./gallery-filters.js";
import { isFiltered, readQuery } from "./service/template-query.js";
import type { TemplateQuery } from "./service/template-routes.js";
import { TemplateGrid } from "./template-grid.js";
import { useProjects } from "./use-projects.js";
import { useTemplates } from "./use-templates.js";

/** The templates of the workspace, with their pictures. */
export function TemplateGallery() {
  const wanted = readQuery(query.value);
  const list = useTemplates(wanted);
  const projects = useProjects().data ?? [];
  const filters = useRef<HTMLDivElement>(null);
  const focusSearch = (): void => filters.current?.querySelector("input")?.focus();
  const create = pathTo("templates", "new");
  useCommands(
    () => [
      ...(hasScope("templates") ? [{ label: texts.create.title, key: "n", run: () => navigate(create) }] : []),
      { label: texts.search, key: "/", run: focusSearch },
    ],
    [],
  );
  const isEmpty = list.data?.items.length === 0;
  const isDeleted = wanted.deleted === true;
  return (
    <>
      <PageHead
        title={isDeleted ? texts.deleted.title : pages.templates}
        count={list.data?.total ?? list.data?.items.length}
        hasMore={list.data?.next !== undefined && list.data.total === undefined}
        filters={
          <div class="gallery-filters" ref={filters}>
            <GalleryFilters wanted={wanted} projects={projects} />
            <DeletedLink isDeleted={isDeleted} />
          </div>
        }
      >
        {hasScope("templates") && (
          <Button kind="primary" icon={Plus} href={create}>
            {texts.create.short}
          </Button>
        )}
      </PageHead>
      {list.error !== undefined && (
        <ErrorNotice what={texts.failed.list} error={list.error} onRetry={() => void list.reload()} />
      )}
      {isDeleted && <p class="deleted-lead quiet">{texts.deleted.lead}</p>}
      <div class="gallery-list">
        <ProgressLine isShown={list.isLoading && list.data !== undefined} />
        {isEmpty ? <NoTemplates wanted={wanted} /> : <TemplateGrid list={list} hasProjects={projects.length > 1} />}
      </div>
    </>
  );
}

/** Leads to the deleted templates, and back. */
function DeletedLink({ isDeleted }: { readonly isDeleted: boolean }) {
  const href = isDeleted ? pathTo("templates") : `${pathTo("templates")}?deleted=true`;
  return (
    <a class="gallery-deleted" href={href}>
      {isDeleted ? texts.deleted.back : texts.deleted.link}
    </a>
  );
}

function NoTemplates({ wanted }: { readonly wanted: TemplateQuery }) {
  if (isFiltered(wanted)) {
    const clear = (): void => setQuery({ q: undefined, project: undefined });
    return (
      <Empty title={texts.none.filtered(wanted.q)} action={<Button onClick={clear}>{texts.none.clear}</Button>}>
        {texts.none.filteredMore}
      </Empty>
    );
  }
  if (wanted.deleted === true) return <Empty title={texts.deleted.none}>{texts.deleted.noneMore}</Empty>;
  const canCreate = hasScope("templates");
  return (
    <Empty
      title={texts.none.title}
      action={
        canCreate && (
          <Button kind="primary" icon={Plus} href={pathTo("templates", "new")}>
            {texts.create.title}
          </Button>
        )
      }
    >
      {texts.none.more} {!canCreate && texts.needsScope("templates")}
    </Empty>
  );
}

import { RotateCcw } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { CopyId } from "../../components/copy.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { MoreButton } from "../../components/more-button.js";
import { PageHead } from "../../components/page-head.js";
import { RelativeTime } from "../../components/relative-time.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { pages, states } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { pathTo, query } from "../../router/location.js";
import { asError } from "../../service/resources.js";
import { hasScope } from "../../session/session.js";
import { bringBack } from "./service/template-actions.js";
import { readQuery } from "./service/template-query.js";
import type { ListedTemplate } from "./service/template-routes.js";
import { useTemplates } from "./use-templates.js";

/** The templates that were deleted, as long as they can be restored. */
export function DeletedTemplates() {
  const list = useTemplates({ ...readQuery(query.value), isDeleted: true });
  const [failed, setFailed] = useState<{ readonly name: string; readonly error: Error }>();
  const restore = (template: ListedTemplate): void => {
    setFailed(undefined);
    bringBack(template).catch((error: unknown) => setFailed({ name: template.name, error: asError(error) }));
  };
  const columns = columnsOf(restore);
  return (
    <>
      <PageHead
        title={texts.deleted.title}
        count={list.data?.total}
        up={{ href: pathTo("templates"), label: pages.templates }}
      />
      {list.error !== undefined && (
        <ErrorNotice what={texts.failed.list} error={list.error} onRetry={() => void list.reload()} />
      )}
      {failed !== undefined && (
        <ErrorNotice what={texts.failed.restore(failed.name)} error={failed.error} unchanged={states.unchanged} />
      )}
      {list.data?.items.length === 0 ? (
        <Empty title={texts.deleted.none}>{texts.deleted.lead}</Empty>
      ) : (
        <>
          <p class="quiet deleted-lead">{texts.deleted.lead}</p>
          <DataTable
            label={texts.deleted.title}
            columns={columns}
            rows={list.data?.items}
            keyOf={({ id }) => id}
            isLoading={list.isLoading}
          />
          <MoreButton
            hasMore={list.data?.next !== undefined}
            isLoading={list.isLoadingMore}
            error={list.moreError}
            onMore={list.more}
          />
        </>
      )}
    </>
  );
}

function columnsOf(restore: (template: ListedTemplate) => void): readonly Column<ListedTemplate>[] {
  return [
    { label: texts.name, cell: ({ name }) => <span dir="auto">{name}</span> },
    { label: texts.project, cell: ({ projectName }) => projectName, isExtra: true, width: "180px" },
    { label: texts.id, cell: ({ id }) => <CopyId id={id} />, isExtra: true, width: "120px" },
    {
      label: texts.deleted.at,
      cell: ({ deletedAt }) => (deletedAt === undefined ? "" : <RelativeTime at={deletedAt} />),
      width: "120px",
    },
    {
      label: texts.deleted.action,
      cell: (template) =>
        hasScope("templates") ? (
          <Button kind="quiet" icon={RotateCcw} onClick={() => restore(template)}>
            {texts.deleted.action}
          </Button>
        ) : (
          <span title={texts.needsScope("templates")}>{texts.needsScope("templates")}</span>
        ),
      width: "120px",
    },
  ];
}

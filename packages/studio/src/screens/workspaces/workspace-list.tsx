import type { Workspace } from "@image-render/client";
import { Plus } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { CopyId } from "../../components/copy.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { PageHead } from "../../components/page-head.js";
import { RelativeTime } from "../../components/relative-time.js";
import { ErrorNotice } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { workspaces as texts } from "../../messages/en/workspaces.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { workspaceId } from "../../session/session.js";
import { useCommands } from "../../shell/commands.js";
import { WorkspaceDialog } from "./workspace-dialog.js";

/** The workspaces of the deployment. */
export function WorkspaceList() {
  const { data, error, reload, isLoading } = useResource("workspaces", (signal) => irs.workspaces.list({ signal }));
  const [opened, setOpened] = useState<Workspace | "new">();
  useCommands(() => [{ label: texts.create, key: "n", run: () => setOpened("new") }], []);
  return (
    <>
      <PageHead title={pages.workspaces} count={data?.length}>
        <Button kind="primary" icon={Plus} onClick={() => setOpened("new")}>
          {texts.create}
        </Button>
      </PageHead>
      {error !== undefined && <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />}
      {(error === undefined || data !== undefined) && (
        <DataTable
          label={pages.workspaces}
          columns={columns(setOpened)}
          rows={data}
          keyOf={({ id }) => id}
          isLoading={isLoading && data !== undefined}
        />
      )}
      {opened !== undefined && (
        <WorkspaceDialog
          workspace={opened === "new" ? undefined : opened}
          plans={[...new Set(data?.map(({ plan }) => plan))]}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function columns(onEdit: (workspace: Workspace) => void): readonly Column<Workspace>[] {
  return [
    {
      label: texts.columns.name,
      cell: ({ id, name }) => (
        <>
          <strong dir="auto" title={name}>
            {name}
          </strong>{" "}
          {id === workspaceId() && <span class="quiet">{texts.own}</span>}
        </>
      ),
    },
    { label: texts.columns.plan, cell: ({ plan }) => plan, width: "96px" },
    {
      label: texts.columns.created,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      width: "120px",
      isExtra: true,
    },
    { label: texts.columns.id, cell: ({ id }) => <CopyId id={id} />, width: "120px", isExtra: true },
    {
      label: texts.columns.actions,
      isLabelHidden: true,
      cell: (workspace) => (
        <Button kind="quiet" onClick={() => onEdit(workspace)}>
          {texts.edit}
        </Button>
      ),
      width: "96px",
    },
  ];
}

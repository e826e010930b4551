import type { Key } from "@image-render/client";
import { Plus, UserPlus } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { CopyId } from "../../components/copy.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { PageHead } from "../../components/page-head.js";
import { RelativeTime } from "../../components/relative-time.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { keys as texts } from "../../messages/en/keys.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { useCommands } from "../../shell/commands.js";
import { InviteDialog } from "./invite-dialog.js";
import { NewKeyDialog } from "./new-key-dialog.js";
import { RevokeDialog } from "./revoke-dialog.js";
import "./key-list.css";

type Opened = { readonly kind: "new" } | { readonly kind: "invite" } | { readonly kind: "revoke"; readonly key: Key };

/** The API keys of the workspace. */
export function KeyList() {
  const { data, error, reload, isLoading } = useResource("keys", (signal) => irs.keys.list({ signal }));
  const [opened, setOpened] = useState<Opened>();
  useCommands(
    () => [
      { label: texts.create, key: "n", run: () => setOpened({ kind: "new" }) },
      { label: texts.invite, key: "i", run: () => setOpened({ kind: "invite" }) },
    ],
    [],
  );
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setOpened({ kind: "new" })}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHead title={pages.keys} count={data?.length}>
        <Button icon={UserPlus} onClick={() => setOpened({ kind: "invite" })}>
          {texts.invite}
        </Button>
        {create}
      </PageHead>
      {error !== undefined && <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />}
      {data?.length === 0 && (
        <Empty title={texts.emptyTitle} action={create}>
          {texts.empty}
        </Empty>
      )}
      {data?.length !== 0 && (error === undefined || data !== undefined) && (
        <DataTable
          label={pages.keys}
          columns={columns((key) => setOpened({ kind: "revoke", key }))}
          rows={data}
          keyOf={({ id }) => id}
          isLoading={isLoading && data !== undefined}
        />
      )}
      {opened?.kind === "new" && <NewKeyDialog onClose={() => setOpened(undefined)} />}
      {opened?.kind === "invite" && <InviteDialog onClose={() => setOpened(undefined)} />}
      {opened?.kind === "revoke" && <RevokeDialog apiKey={opened.key} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function columns(onRevoke: (key: Key) => void): readonly Column<Key>[] {
  return [
    {
      label: texts.columns.name,
      cell: ({ name, scopes }) => (
        <span class="key-name">
          <strong class="truncate" dir="auto" title={name}>
            {name}
          </strong>
          <span class="key-scopes truncate quiet">{scopes.join(", ")}</span>
        </span>
      ),
    },
    {
      label: texts.columns.scopes,
      cell: ({ scopes }) => (
        <span title={scopes.map((scope) => texts.scopes[scope]).join(", ")}>{scopes.join(", ")}</span>
      ),
      isExtra: true,
    },
    {
      label: texts.columns.created,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      width: "120px",
      isExtra: true,
    },
    {
      label: texts.columns.used,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? <span class="quiet">{texts.never}</span> : <RelativeTime at={lastUsedAt} />,
      width: "120px",
    },
    { label: texts.columns.id, cell: ({ id }) => <CopyId id={id} />, width: "120px", isExtra: true },
    {
      label: texts.columns.actions,
      isLabelHidden: true,
      cell: (key) => (
        <Button kind="quiet" onClick={() => onRevoke(key)}>
          {texts.revoke}
        </Button>
      ),
      width: "96px",
    },
  ];
}

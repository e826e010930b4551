import type { Upload } from "@image-render/client";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { DropZone } from "../../components/drop-zone.js";
import { SelectField } from "../../components/field.js";
import { MoreButton } from "../../components/more-button.js";
import { PageHead } from "../../components/page-head.js";
import { Empty, ErrorNotice, ProgressLine, Skeleton } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { uploads as texts } from "../../messages/en/uploads.js";
import { query, setQuery } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { usePages } from "../../service/use-pages.js";
import { DeleteUploadDialog } from "./delete-upload-dialog.js";
import { ACCEPTED } from "../../service/upload-types.js";
import { UploadCard } from "./upload-card.js";
import { useSending } from "./use-sending.js";
import "./upload-list.css";

const SKELETONS = 8;

/** The images and fonts that the workspace has uploaded. */
export function UploadList() {
  const list = usePages("uploads/list", async (cursor: string | undefined, signal) => {
    const { body } = await irs.requestJson("GET /uploads", { query: { limit: 48, cursor }, options: { signal } });
    return { items: body.uploads, next: body.nextCursor };
  });
  const kind = query.value.get("kind") ?? "";
  const shown = list.data?.items.filter(
    ({ contentType }) => kind === "" || (kind === "font") === contentType.startsWith("font/"),
  );
  const [deleted, setDeleted] = useState<Upload>();
  const sending = useSending();
  const choices = [
    { value: "", label: texts.filters.all },
    { value: "image", label: texts.filters.image },
    { value: "font", label: texts.filters.font },
  ];
  return (
    <>
      <PageHead
        title={pages.uploads}
        count={list.data?.next === undefined ? list.data?.items.length : undefined}
        filters={
          <SelectField
            label={texts.filters.label}
            isLabelHidden
            value={kind}
            choices={choices}
            onInput={(value) => setQuery({ kind: value })}
          />
        }
      />
      <DropZone
        label={texts.drop}
        hint={texts.dropLead}
        action={texts.add}
        accept={ACCEPTED}
        isMultiple
        onFiles={(files) => void sending.send(files)}
      />
      <div role="status">
        {sending.running.map((name) => (
          <p class="quiet sending" key={name}>
            {texts.sending(name)}
          </p>
        ))}
      </div>
      {sending.failed.map(({ name, error }) => (
        <ErrorNotice key={name} what={texts.sendFailed(name)} error={error} />
      ))}
      {list.error !== undefined && list.data === undefined && (
        <ErrorNotice what={texts.failed} error={list.error} onRetry={() => void list.reload()} />
      )}
      {shown?.length === 0 && <NoUploads kind={kind} />}
      <div class="upload-grid-frame">
        <ProgressLine isShown={list.isLoading && list.data !== undefined} />
        <ul class="upload-grid">
          {list.data === undefined &&
            list.error === undefined &&
            Array.from({ length: SKELETONS }, (_, index) => (
              <li key={index}>
                <Skeleton height="168px" />
              </li>
            ))}
          {shown?.map((upload) => (
            <UploadCard key={upload.id} upload={upload} onDelete={() => setDeleted(upload)} />
          ))}
        </ul>
      </div>
      <MoreButton
        hasMore={list.data?.next !== undefined}
        isLoading={list.isLoadingMore}
        error={list.moreError}
        onMore={list.more}
      />
      {deleted !== undefined && <DeleteUploadDialog upload={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function NoUploads({ kind }: { readonly kind: string }) {
  if (kind !== "image" && kind !== "font") return <Empty title={texts.emptyTitle}>{texts.empty}</Empty>;
  return (
    <Empty
      title={texts.noneTitle[kind]}
      action={<Button onClick={() => setQuery({ kind: undefined })}>{texts.showAll}</Button>}
    >
      {texts.noneLead}
    </Empty>
  );
}

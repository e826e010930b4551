import { useState } from "preact/hooks";
import { RelativeTime } from "../../components/relative-time.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { formatBytes } from "../../messages/format.js";
import { versions as texts } from "../../messages/en/versions.js";
import type { PageProps } from "../../router/page-props.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { TemplateHead } from "./template-head.js";
import { TemplatePicture } from "./template-picture.js";
import { Comparison } from "./versions/comparison.js";
import "./versions/versions.css";

/** The versions of a template, with a picture of each, and a comparison of two of them. */
export function Versions({ parameters: { id = "" } }: PageProps) {
  const template = useResource(`templates/one/${id}`, (signal) => irs.templates.get(id, { signal }));
  const list = useResource(`templates/versions/${id}`, (signal) => irs.templates.versions(id, { signal }));
  const [from, setFrom] = useState<number>();
  const latest = list.data?.[0]?.version;
  const error = list.error ?? template.error;
  const shown = from ?? list.data?.[1]?.version;
  return (
    <>
      <TemplateHead id={id} name={template.data?.name} />
      {error !== undefined && list.data === undefined && (
        <ErrorNotice what={texts.failed} error={error} onRetry={() => void list.reload()} />
      )}
      {latest !== undefined && shown === undefined && <p class="quiet">{texts.only}</p>}
      {latest !== undefined && shown !== undefined && (
        <Comparison
          key={`${shown} ${latest}`}
          id={id}
          from={shown}
          to={latest}
          etag={template.data?.etag}
          onRestored={() => setFrom(undefined)}
        />
      )}
      <h2 class="versions-title">{texts.list}</h2>
      <ul class="version-grid">
        {list.data === undefined && error === undefined && <Skeleton height="180px" />}
        {list.data?.map(({ version, createdAt, bytes, note }) => (
          <li key={version}>
            <button
              type="button"
              class="version"
              aria-pressed={version === shown}
              disabled={version === latest}
              onClick={() => setFrom(version)}
            >
              <TemplatePicture id={id} version={version} alt="" />
              <span>
                {texts.version(version)}{" "}
                {version === latest ? (
                  <span class="quiet">{texts.latest}</span>
                ) : (
                  <span class="visually-hidden">{texts.compareWith}</span>
                )}
              </span>
            </button>
            {note !== undefined && (
              <p class="version-note" dir="auto">
                {note}
              </p>
            )}
            <p class="quiet">
              <RelativeTime at={createdAt} /> · {formatBytes(bytes)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

import type { Render } from "@image-render/client";
import { OUTPUT_FORMATS } from "@image-render/client/formats";
import { FileText } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { Icon } from "../../components/icon.js";
import { Picture } from "../../components/picture.js";
import { RelativeTime } from "../../components/relative-time.js";
import { renderList as texts, renderStates } from "../../messages/en/renders.js";
import { formatBytes, formatDuration, formatNumber } from "../../messages/format.js";
import { pathTo } from "../../router/location.js";
import { durationOf, KINDS, picturePath, stateOf } from "./describe-render.js";
import type { LiveRenders } from "./use-live-renders.js";

/** Larger pictures are not loaded only to show them small. */
const MAX_THUMBNAIL_BYTES = 3_000_000;

interface RenderTableProps {
  readonly list: Pick<LiveRenders, "shown" | "isLoading" | "setVisible">;
  readonly names: ReadonlyMap<string, string>;
}

/** Renders with their pictures. */
export function RenderTable({ list, names }: RenderTableProps) {
  const columns: readonly Column<Render>[] = [
    {
      label: texts.columns.template,
      cell: (render) => <NameCell render={render} name={names.get(render.template)} />,
    },
    {
      label: texts.columns.status,
      cell: (render) => <StatusCell render={render} setVisible={list.setVisible} />,
      width: "112px",
    },
    {
      label: texts.columns.size,
      cell: ({ width, height, format }) => (
        <>
          {formatNumber(width)} × {formatNumber(height)} <span class="quiet">{format}</span>
        </>
      ),
      width: "152px",
      isExtra: true,
    },
    {
      label: texts.columns.bytes,
      cell: ({ bytes }) => bytes !== undefined && formatBytes(bytes),
      width: "72px",
      isNumber: true,
      isExtra: true,
    },
    {
      label: texts.columns.duration,
      cell: (render) => <Duration render={render} />,
      width: "80px",
      isNumber: true,
      isExtra: true,
    },
    {
      label: texts.columns.created,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      width: "96px",
      isNumber: true,
    },
  ];
  return (
    <div class="render-table">
      <DataTable
        label={texts.label}
        columns={columns}
        rows={list.shown}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => pathTo("renders", id)}
        isLoading={list.isLoading}
      />
    </div>
  );
}

function Duration({ render }: { readonly render: Render }) {
  const duration = durationOf(render);
  return <>{duration !== undefined && formatDuration(duration)}</>;
}

function NameCell({ render, name }: { readonly render: Render; readonly name: string | undefined }) {
  return (
    <span class="render-name">
      <Thumbnail render={render} />
      <span class="truncate" dir="auto">
        {name ?? render.template.slice(0, 8)}
      </span>
    </span>
  );
}

/** The name beside it says what the picture shows, so it has no text of its own. */
function Thumbnail({ render }: { readonly render: Render }) {
  const path = picturePath(render);
  const { format, bytes = 0 } = render;
  const isShown = path !== undefined && OUTPUT_FORMATS[format].isShownByBrowsers && bytes <= MAX_THUMBNAIL_BYTES;
  if (isShown) {
    return (
      <span class="render-thumbnail">
        <Picture src={path} alt="" width={render.width} height={render.height} isLazy />
      </span>
    );
  }
  return <span class="render-thumbnail none">{path !== undefined && <Icon of={FileText} />}</span>;
}

interface StatusCellProps {
  readonly render: Render;
  readonly setVisible: LiveRenders["setVisible"];
}

/** The state of a render. It reports whether it can be seen while the render has not ended. */
function StatusCell({ render, setVisible }: StatusCellProps) {
  const element = useRef<HTMLSpanElement>(null);
  const isRunning = render.status === "queued";
  useEffect(() => {
    if (!isRunning || element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      setVisible(render.id, entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      setVisible(render.id, false);
    };
  }, [isRunning, render.id]);
  const state = stateOf(render);
  return (
    <span class="render-state" ref={element}>
      <Badge kind={KINDS[state]}>{renderStates[state]}</Badge>
    </span>
  );
}

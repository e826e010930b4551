import type { Render } from "@image-render/client";
import type { ComponentChildren } from "preact";
import { CopyId } from "../../components/copy.js";
import { RelativeTime } from "../../components/relative-time.js";
import { renderFacts as texts } from "../../messages/en/renders.js";
import { formatBytes, formatDuration, formatNumber } from "../../messages/format.js";
import { pathTo } from "../../router/location.js";

/** The facts of a render: sizes, times, origin, and metadata. */
export function RenderFacts({ render, name }: { readonly render: Render; readonly name: string }) {
  const { id, template, version, width, height, scale, format, quality, bytes, metadata = {} } = render;
  const file = [format.toUpperCase(), bytes !== undefined && formatBytes(bytes), quality && texts.quality(quality)];
  return (
    <section>
      <h2>{texts.title}</h2>
      <dl class="facts">
        <Fact label={texts.id}>
          <CopyId id={id} isWhole />
        </Fact>
        <Fact label={texts.template}>
          <a href={pathTo("templates", template)} dir="auto">
            {name}
          </a>
          , {texts.version(version)}
        </Fact>
        <Fact label={texts.size}>
          {formatNumber(width)} × {formatNumber(height)}
          {scale !== 1 && `, ${texts.scale(scale)}`}
        </Fact>
        <Fact label={texts.file}>{file.filter(Boolean).join(", ")}</Fact>
        <Fact label={texts.created}>
          <RelativeTime at={render.createdAt} />
        </Fact>
        {render.renderMs !== undefined && <Fact label={texts.drawn}>{formatDuration(render.renderMs)}</Fact>}
        <Fact label={texts.attempts}>{formatNumber(render.attempts)}</Fact>
        <Fact label={texts.priority}>{formatNumber(render.priority)}</Fact>
        {render.batchId !== undefined && (
          <Fact label={texts.batch}>
            <a href={pathTo("batches", render.batchId)} class="mono">
              {render.batchId.slice(0, 8)}
            </a>
          </Fact>
        )}
        {render.rerenderOf !== undefined && (
          <Fact label={texts.rerenderOf}>
            <a href={pathTo("renders", render.rerenderOf)} class="mono">
              {render.rerenderOf.slice(0, 8)}
            </a>
          </Fact>
        )}
        {Object.entries(metadata).map(([key, value]) => (
          <Fact key={key} label={key} isOwn>
            <span dir="auto">{value}</span>
          </Fact>
        ))}
      </dl>
    </section>
  );
}

interface FactProps {
  readonly label: string;
  /** Whether the label is a name that the caller chose, in the metadata of the render. */
  readonly isOwn?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ label, isOwn = false, children }: FactProps) {
  return (
    <div>
      <dt class={isOwn ? "mono" : undefined} title={isOwn ? texts.metadata : undefined}>
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

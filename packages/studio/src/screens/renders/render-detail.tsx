import { ApiError, type Render } from "@image-render/client";
import { useEffect } from "preact/hooks";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { PageHead } from "../../components/page-head.js";
import { RelativeTime } from "../../components/relative-time.js";
import { Empty, ErrorNotice, Skeleton } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { renderPage as texts } from "../../messages/en/renders.js";
import { pathTo } from "../../router/location.js";
import type { PathParameters } from "../../router/match-path.js";
import { irs } from "../../service/irs.js";
import { setData } from "../../service/resources.js";
import { useResource } from "../../service/use-resource.js";
import { KINDS, sentenceFor, stateOf } from "./describe-render.js";
import { RenderActions } from "./render-actions.js";
import { RenderFacts } from "./render-facts.js";
import { RenderOutcome } from "./render-outcome.js";
import { RenderPicture } from "./render-picture.js";
import { RenderRequest } from "./render-request.js";
import { RenderWarnings } from "./render-warnings.js";
import { RenderWebhooks } from "./render-webhooks.js";
import { followRender } from "./service/follow-render.js";
import { useTemplateNames } from "./service/use-template-names.js";
import { StageBar } from "./stage-bar.js";
import "./render-detail.css";

const UP = { href: pathTo("renders"), label: pages.renders };

/** One render: its picture, and what has happened to it. */
export function RenderDetail({ parameters }: { readonly parameters: PathParameters }) {
  const { id = "" } = parameters;
  const key = `renders/one/${id}`;
  const { data: render, error, reload } = useResource(key, (signal) => irs.renders.get(id, { signal }));
  const names = useTemplateNames(render === undefined ? [] : [render.template]);
  const isRunning = render?.status === "queued";
  useEffect(() => {
    if (!isRunning) return undefined;
    const abort = new AbortController();
    void followRender(id, abort.signal, (next) => {
      if (!abort.signal.aborted) setData<Render>(key, () => next);
    });
    return () => abort.abort();
  }, [id, isRunning]);
  if (render === undefined) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <MissingRender />;
    if (error === undefined) return <RenderSkeleton />;
    return (
      <>
        <PageHead title={pages.renders} up={UP} />
        <ErrorNotice what={texts.loadFailed} error={error} onRetry={() => void reload()} />
      </>
    );
  }
  return <LoadedRender render={render} name={names.get(render.template) ?? render.template.slice(0, 8)} />;
}

function LoadedRender({ render, name }: { readonly render: Render; readonly name: string }) {
  const state = stateOf(render);
  return (
    <>
      <PageHead title={name} up={UP}>
        <RenderActions render={render} name={name} />
      </PageHead>
      <div class="render-page">
        <RenderPicture render={render} name={name} />
        <div class="render-panel">
          <div class="render-status" role="status">
            <Badge kind={KINDS[state]}>{sentenceFor(render)}</Badge>
            <span class="quiet">
              <RelativeTime at={render.finishedAt ?? render.createdAt} />
            </span>
          </div>
          <RenderOutcome render={render} state={state} />
          {render.stages !== undefined && <StageBar stages={render.stages} />}
          <RenderWarnings render={render} />
          <RenderWebhooks render={render} />
          <RenderFacts render={render} name={name} />
          <RenderRequest render={render} />
        </div>
      </div>
    </>
  );
}

function MissingRender() {
  return (
    <>
      <PageHead title={texts.missingTitle} up={UP} />
      <Empty title={texts.missing} action={<Button href={pathTo("renders")}>{texts.missingAction}</Button>} />
    </>
  );
}

function RenderSkeleton() {
  return (
    <>
      <PageHead title="…" up={UP} />
      <div class="render-page" aria-busy="true">
        <div class="render-stage" />
        <div class="render-panel">
          <Skeleton width="60%" height="20px" />
          <Skeleton height="96px" />
          <Skeleton height="180px" />
        </div>
      </div>
    </>
  );
}

import { ApiError, ConnectionError } from "@image-render/client";
import { Download, Play } from "lucide";
import { Badge } from "../../../components/badge.js";
import { Button } from "../../../components/button.js";
import { states } from "../../../messages/en/common.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import { pathTo } from "../../../router/location.js";
import { hasScope } from "../../../session/session.js";
import type { Rendering } from "./use-render.js";

interface RenderButtonProps {
  readonly render: Rendering;
  readonly onStart: () => void;
}

/** Creates a render of the contents, and shows its state beside the button. */
export function RenderButton({ render, onStart }: RenderButtonProps) {
  const { job, isStarting, error } = render;
  if (!hasScope("render")) return <span class="quiet">{states.noScope("render")}</span>;
  return (
    <>
      <span class="render-state" role="status">
        {error !== undefined && <span class="field-error">{reasonOf(error)}</span>}
        {job?.status === "queued" && <Badge kind="running">{texts.renderWaiting}</Badge>}
        {job?.status === "done" && <Badge kind="success">{texts.renderDone(job.renderMs)}</Badge>}
        {job?.status === "failed" && <Badge kind="danger">{texts.renderFailedJob}</Badge>}
        {job !== undefined && <a href={pathTo("renders", job.id)}>{texts.openRender}</a>}
      </span>
      {job?.status === "done" && job.assetUrl !== undefined && (
        <Button
          icon={Download}
          href={`/api/v1/renders/${job.id}/asset?download=1`}
          download={`${job.id}.${job.format}`}
        >
          {texts.download}
        </Button>
      )}
      <Button
        kind="primary"
        icon={Play}
        isBusy={isStarting || job?.status === "queued"}
        title={texts.renderCost}
        onClick={onStart}
      >
        {texts.render}
      </Button>
    </>
  );
}

/** Says why a render failed. Problems of single fields are shown at the fields. */
function reasonOf(error: Error): string {
  if (error instanceof ApiError && error.issues.length > 0) return texts.renderFailed;
  return `${texts.renderFailed} ${error instanceof ConnectionError ? states.offline : error.message}`;
}

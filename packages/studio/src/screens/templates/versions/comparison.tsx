import { ApiError } from "@image-render/client";
import { Undo2 } from "lucide";
import { useEffect, useId, useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { Picture } from "../../../components/picture.js";
import { ErrorNotice, Skeleton } from "../../../components/states.js";
import { Tabs } from "../../../components/tabs.js";
import { toast } from "../../../components/toasts.js";
import { versions as texts } from "../../../messages/en/versions.js";
import { irs } from "../../../service/irs.js";
import { invalidate } from "../../../service/resources.js";
import { useAction } from "../../../service/use-action.js";
import { hasScope } from "../../../session/session.js";
import { drawVersion } from "../service/preview-picture.js";
import { documentToCopy } from "../service/template-routes.js";
import { JsonDiff } from "./json-diff.js";

type View = "side" | "blink" | "json";

interface ComparisonProps {
  readonly id: string;
  readonly from: number;
  /** The latest version. */
  readonly to: number;
  /** The state of the template that the page shows, so that a restoration overwrites nobody's work. */
  readonly etag: string | undefined;
  readonly onRestored: () => void;
}

/** Two versions: beside each other, one in place of the other, or as the changes of the document. */
export function Comparison({ id, from, to, etag, onRestored }: ComparisonProps) {
  const [view, setView] = useState<View>("side");
  const panelId = useId();
  const restoring = useAction(async () => {
    const old = await irs.templates.get(id, { version: from });
    await irs.templates.update(id, { document: documentToCopy(old) }, { ifMatch: etag });
    invalidate("templates");
    toast(texts.restored(from));
    onRestored();
  });
  const isOvertaken = restoring.error instanceof ApiError && restoring.error.status === 412;
  const tabs = (["side", "blink", "json"] as const).map((value) => ({ value, label: texts.views[value] }));
  return (
    <section class="comparison" aria-label={texts.compare}>
      <div class="comparison-head">
        <Tabs label={texts.views.label} value={view} onChange={setView} tabs={tabs} panelId={panelId} />
        {hasScope("templates") ? (
          <Button icon={Undo2} isBusy={restoring.isRunning} onClick={() => void restoring.run()}>
            {texts.restore(from)}
          </Button>
        ) : (
          <span class="quiet">{texts.restoreScope}</span>
        )}
      </div>
      {restoring.error !== undefined && (
        <ErrorNotice
          what={texts.restoreFailed}
          error={isOvertaken ? new Error(texts.changedMeanwhile) : restoring.error}
          onRetry={isOvertaken ? () => invalidate("templates") : undefined}
        />
      )}
      <div id={panelId} role="tabpanel" aria-label={texts.views[view]}>
        {view === "json" ? (
          <JsonDiff id={id} from={from} to={to} />
        ) : (
          <Pictures id={id} from={from} to={to} view={view} />
        )}
      </div>
    </section>
  );
}

interface PicturesProps {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly view: "side" | "blink";
}

/** The longest side of a compared picture in pixels. */
const SIDE_PX = 1000;

function Pictures({ id, from, to, view }: PicturesProps) {
  const [isOther, setOther] = useState(false);
  const [before, after] = [usePicture(id, from), usePicture(id, to)];
  if (view === "side") {
    return (
      <div class="comparison-pictures">
        {[
          { version: from, picture: before },
          { version: to, picture: after },
        ].map(({ version, picture }) => (
          <figure key={version}>
            {picture === undefined ? (
              <Skeleton height="240px" />
            ) : (
              <Picture src={picture} alt={texts.pictureAlt(version)} />
            )}
            <figcaption class="quiet">{texts.version(version)}</figcaption>
          </figure>
        ))}
      </div>
    );
  }
  const shown = isOther ? from : to;
  const hold = {
    onPointerDown: () => setOther(true),
    onPointerUp: () => setOther(false),
    onPointerLeave: () => setOther(false),
  };
  return (
    <figure class="comparison-blink">
      <Picture src={isOther ? before : after} alt={texts.pictureAlt(shown)} />
      <figcaption>
        <Button
          attributes={{
            ...hold,
            onKeyDown: (event) => event.key === " " && setOther(true),
            onKeyUp: (event) => event.key === " " && setOther(false),
            onBlur: () => setOther(false),
          }}
        >
          {texts.blink}
        </Button>
        <span class="quiet" aria-live="polite">
          {texts.version(shown)}
        </span>
      </figcaption>
    </figure>
  );
}

function usePicture(id: string, version: number): string | undefined {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    drawVersion(id, version, SIDE_PX).then(
      (address) => isCurrent && setPicture(address),
      // The picture of the list is smaller, and needs no scope for previews.
      () => isCurrent && setPicture(`/api/v1/templates/${id}/thumbnail?version=${version}`),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, version]);
  return picture;
}

import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { SelectField } from "../../../components/field.js";
import { ErrorNotice, Skeleton } from "../../../components/states.js";
import { canvasHeight, type EditedDocument } from "../../../editor/document/edited-document.js";
import type { SampleSet } from "../../../editor/samples/sample-sets.js";
import { type Misfit, misfitsOf } from "../../../editor/samples/text-fit.js";
import { editorData as texts } from "../../../messages/en/editor-data.js";
import { asError } from "../../../service/resources.js";
import { drawSample } from "../preview/draw-draft.js";
import { misfitText } from "./misfit-text.js";
import { setNamed, type ShownData } from "./use-data.js";

export interface StressDialogProps {
  readonly document: EditedDocument;
  readonly data: ShownData;
  readonly onClose: () => void;
}

/** The scripts that the fourth picture can have. */
const SCRIPTS = ["arabic", "japanese"] as const;

/**
 * Shows four rendered pictures of a document at once and the texts that do not fit, and then the sets that the browser
 * keeps.
 */
export function StressDialog({ document, data, onClose }: StressDialogProps) {
  const script = useSignal<(typeof SCRIPTS)[number]>("arabic");
  const shown: readonly string[] = [
    "long",
    "short",
    "empty",
    script.value,
    ...data.store.sets.value.map(({ id }) => id),
  ];
  return (
    <Dialog title={texts.dialog.title} size="large" onClose={onClose}>
      <div class="stress-script">
        {" "}
        <SelectField
          label={texts.dialog.script}
          value={script.value}
          choices={SCRIPTS.map((value) => ({ value, label: texts.generated[value] }))}
          onInput={(value) => (script.value = SCRIPTS.find((one) => one === value) ?? "arabic")}
        />
      </div>{" "}
      <ul class="stress-list">
        {shown.map((id) => {
          const set = setNamed(document, data.store.sets.value, id);
          return (
            set !== undefined && (
              <StressPicture
                key={id}
                document={document}
                set={set}
                onShow={() => {
                  data.chosen.value = id;
                  onClose();
                }}
              />
            )
          );
        })}
      </ul>
    </Dialog>
  );
}

interface Drawn {
  readonly address: string;
  readonly misfits: readonly Misfit[];
  readonly warnings: readonly string[];
}

interface StressPictureProps {
  readonly document: EditedDocument;
  readonly set: SampleSet;
  readonly onShow: () => void;
}

function StressPicture({ document, set, onShow }: StressPictureProps) {
  const { drawn, error } = useDrawn(document, set);
  const name = set.name;
  return (
    <li class="stress-picture" aria-busy={drawn === undefined && error === undefined}>
      <h3 dir="auto">{name}</h3>
      {drawn === undefined && error === undefined && <Skeleton height="160px" />}
      {error !== undefined && <ErrorNotice what={texts.dialog.failed} error={error} />}
      {drawn !== undefined && (
        <>
          <div class="stress-frame">
            <img src={drawn.address} alt={texts.dialog.pictureAlt(name)} />
            <Marks document={document} misfits={drawn.misfits} />
          </div>
          <ul class="stress-notes">
            {drawn.misfits.length === 0 && drawn.warnings.length === 0 && <li class="fits">{texts.dialog.fits}</li>}
            {drawn.misfits.map((misfit) => (
              <li key={`${misfit.layer} ${misfit.kind} ${misfit.box.y}`} class={misfit.kind}>
                {misfitText(misfit)}
              </li>
            ))}
            {drawn.warnings.map((message) => (
              <li key={message} class="shrunk">
                {message}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button onClick={onShow} attributes={{ "aria-label": texts.dialog.show(name) }}>
        {texts.dialog.showShort}
      </Button>
    </li>
  );
}

/** Frames around the texts that do not fit. The list below says the same in words. */
function Marks({ document, misfits }: { readonly document: EditedDocument; readonly misfits: readonly Misfit[] }) {
  return (
    <svg class="stress-marks" viewBox={`0 0 ${document.width} ${canvasHeight(document)}`} aria-hidden="true">
      {misfits.map(({ layer, kind, box, rotation }) => (
        <rect
          key={`${layer} ${box.y}`}
          class={kind}
          {...box}
          transform={`rotate(${rotation} ${box.x + box.width / 2} ${box.y + box.height / 2})`}
        />
      ))}
    </svg>
  );
}

/** Draws a set. The service draws few pictures at once, and its client waits for a turn. */
function useDrawn(
  document: EditedDocument,
  set: SampleSet,
): { readonly drawn: Drawn | undefined; readonly error: Error | undefined } {
  const [drawn, setDrawn] = useState<Drawn>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let isOver = false;
    let address: string | undefined;
    drawSample(document, set, WIDTH_PX).then(
      ({ picture, layers, warnings }) => {
        if (isOver) return;
        address = URL.createObjectURL(picture);
        const misfits = misfitsOf(document, layers);
        // A text that is cut has a mark of its own.
        const others = warnings.filter(({ code }) => code !== "TEXT_CUT").map(({ message }) => message);
        setDrawn({ address, misfits, warnings: [...new Set(others)] });
      },
      (thrown: unknown) => !isOver && setError(asError(thrown)),
    );
    return () => {
      isOver = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, []);
  return { drawn, error };
}

/** Twice the width that a picture has in the dialog. */
const WIDTH_PX = 900;

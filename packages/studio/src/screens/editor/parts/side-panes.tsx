import { type Signal, useSignal } from "@preact/signals";
import { dialogOnDemand } from "../../../components/dialog-on-demand.js";
import { editorData } from "../../../messages/en/editor-data.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { editorJson as json } from "../../../messages/en/editor-json.js";
import type { StressDialogProps } from "../data/stress-dialog.js";
import type { ShownData } from "../data/use-data.js";
import { JsonPane } from "../json/json-pane.js";
import { ownFontsOf } from "../panel/own-fonts.js";
import { Panel } from "../panel/panel.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import { issuesOf } from "../preview/issues-of.js";
import type { EditorState } from "../state/editor-state.js";
import { Sheet } from "./sheet.js";

const StressDialog = dialogOnDemand<StressDialogProps>(
  editorData.dialog.title,
  async () => (await import("../data/stress-dialog.js")).StressDialog,
);

/** The panel that a narrow screen shows. */
export type Shown = "layers" | "panel" | "json" | undefined;

/** Opens and closes the JSON. The canvas shows the whole picture again afterwards, because it has another width. */
export function useJson(
  sheet: Signal<Shown>,
  fit: () => void,
): { readonly isJsonOpen: Signal<boolean>; readonly showJson: (isOpen: boolean) => void } {
  const isJsonOpen = useSignal(false);
  const showJson = (isOpen: boolean): void => {
    isJsonOpen.value = isOpen;
    sheet.value = isOpen ? "json" : undefined;
    requestAnimationFrame(() => requestAnimationFrame(fit));
  };
  return { isJsonOpen, showJson };
}

interface SidePanesProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly data: ShownData;
  readonly sheet: Signal<Shown>;
  readonly isJsonOpen: boolean;
  readonly showJson: (isOpen: boolean) => void;
}

/** The panes on the right: the values, and the JSON if it is open. */
export function SidePanes({ state, preview, data, sheet, isJsonOpen, showJson }: SidePanesProps) {
  const issues = issuesOf(preview.error.value, state.settled.value);
  return (
    <>
      <Sheet
        label={texts.bar.panel}
        side="end"
        isOpen={sheet.value === "panel"}
        onClose={() => (sheet.value = undefined)}
      >
        <Panel state={state} data={data} issues={issues} fonts={ownFontsOf(state.settled.value)} />
      </Sheet>
      {isJsonOpen && (
        <Sheet label={json.title} side="json" isOpen={sheet.value === "json"} onClose={() => showJson(false)}>
          <JsonPane state={state} preview={preview} onClose={() => showJson(false)} />
        </Sheet>
      )}
      {data.isTrying.value && (
        <StressDialog document={state.document.value} data={data} onClose={() => (data.isTrying.value = false)} />
      )}
    </>
  );
}

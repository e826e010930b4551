import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { dialogOnDemand } from "../../components/dialog-on-demand.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { findLayer } from "../../editor/document/layer-tree.js";
import { LAYER_TYPES } from "../../editor/document/layer-types.js";
import { editor as texts } from "../../messages/en/editor.js";
import { importSvg as importTexts } from "../../messages/en/import-svg.js";
import { shell } from "../../messages/en/common.js";
import { guardLeaving } from "../../router/location.js";
import type { PageProps } from "../../router/page-props.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { useCommands } from "../../shell/commands.js";
import { TemplateHead } from "../templates/template-head.js";
import { CanvasAids } from "./canvas/canvas-aids.js";
import { Canvas } from "./canvas/canvas.js";
import { useView } from "./canvas/use-view.js";
import { DataNotice } from "./data/data-notice.js";
import { type ShownData, useData } from "./data/use-data.js";
import { FileImports } from "./files/file-imports.js";
import { ImportState } from "./files/import-report.js";
import { chooseFiles, useFileDrop } from "./files/use-file-drop.js";
import { LayerList } from "./layers/layer-list.js";
import type { ConflictDialogProps } from "./parts/conflict-dialog.js";
import { EditorBar } from "./parts/editor-bar.js";
import { EditorNotices } from "./parts/editor-notices.js";
import { Sheet } from "./parts/sheet.js";
import { type Shown, SidePanes, useJson } from "./parts/side-panes.js";
import { DraftPreview } from "./preview/draft-preview.js";
import { warningsByLayer } from "./preview/issues-of.js";
import {
  addLayer,
  duplicateSelected,
  groupSelected,
  orderSelected,
  placeForNew,
  removeSelected,
  selectAll,
  ungroupSelected,
} from "./state/actions.js";
import { EditorState, type StoredState } from "./state/editor-state.js";
import { forgetDraft, keepDraft, type KeptDraft, keptDraft } from "./state/keep-draft.js";
import { useKeys } from "./state/use-keys.js";
import { latest, useSaving } from "./state/use-saving.js";
import "./editor.css";

/** Conflicts are rare, so the dialog is loaded on demand. */
const ConflictDialog = dialogOnDemand<ConflictDialogProps>(
  texts.conflict.title,
  async () => (await import("./parts/conflict-dialog.js")).ConflictDialog,
);

/** The editor of a template. */
export function Editor({ parameters: { id = "" } }: PageProps) {
  const head = useResource(`templates/head/${id}`, (signal) => irs.templates.get(id, { signal }));
  const [opened, setOpened] = useState<{ readonly stored: StoredState; readonly draft: KeptDraft | undefined }>();
  const [error, setError] = useState<Error>();
  const open = (): void => {
    setError(undefined);
    Promise.all([latest(id), keptDraft(id)]).then(
      ([stored, draft]) => setOpened({ stored, draft }),
      (thrown: unknown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
    );
  };
  useEffect(open, [id]);
  if (opened === undefined || head.data === undefined) {
    const failure = error ?? head.error;
    return failure === undefined ? (
      <Skeleton height="calc(100dvh - 120px)" />
    ) : (
      <>
        <TemplateHead id={id} name={undefined} />
        <ErrorNotice
          what={texts.failed}
          error={failure}
          onRetry={() => {
            open();
            void head.reload();
          }}
        />
      </>
    );
  }
  return <Workspace key={id} id={id} name={head.data.name} stored={opened.stored} draft={opened.draft} />;
}

interface WorkspaceProps {
  readonly id: string;
  readonly name: string;
  readonly stored: StoredState;
  readonly draft: KeptDraft | undefined;
}

/** The state of a draft that was kept, or of the stored template. */
function stateOf(stored: StoredState, draft: KeptDraft | undefined): EditorState {
  if (draft === undefined) return EditorState.open(stored, texts.steps.opened);
  const { base: document, version, etag, history } = draft;
  // The work continues from the version that it began with, so that saving notices a newer one.
  return new EditorState({ document, version, etag }, history);
}

interface Editing {
  readonly state: EditorState;
  readonly data: ShownData;
  readonly sheet: Signal<Shown>;
}

/** Edits the text of a layer on the canvas, or its values in the panel. */
function editLayer({ state, data, sheet }: Editing, layer: string): void {
  state.select([layer]);
  // Edits change the template's own text, so the canvas shows the template's own values.
  data.chosen.value = undefined;
  const found = findLayer(state.document.value, layer)?.layer;
  if (found?.type === "text") {
    state.editing.value = layer;
    return;
  }
  sheet.value = "panel";
  // The panel shows the layer after this render.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".panel-content textarea")?.focus());
}

function Workspace({ id, name, stored, draft }: WorkspaceProps) {
  const state = useMemo(() => stateOf(stored, draft), []);
  const preview = useMemo(() => new DraftPreview(state), []);
  const frame = useRef<HTMLDivElement>(null);
  const control = useView(frame, state);
  const aids = useMemo(() => new CanvasAids(id), []);
  useEffect(() => aids.keep(), []);
  const saving = useSaving(id, state, texts.conflict.title);
  const sheet = useSignal<Shown>(undefined);
  const { isJsonOpen, showJson } = useJson(sheet, control.fit);
  const isRestored = useSignal(draft !== undefined);
  const data = useData(id, state);
  const edit = (layer: string): void => editLayer({ state, data, sheet }, layer);
  const add = (type: string): void => {
    addLayer(state, type, placeForNew(state));
    const [made] = state.selection.value;
    // A new text is edited at once, because its author wants to type.
    if (type === "text" && made !== undefined) edit(made);
  };
  const imports = useMemo(() => new FileImports(state), []);
  const isDropping = useFileDrop({ state, imports, frame, view: control.view });
  const addFiles = (): void => chooseFiles(state, imports);
  useDrawing(state, preview, data, control.view);
  useKeeping(id, state);
  useTitle(name);
  useEffect(() => () => preview.close(), []);
  const { fit, zoomBy, zoomTo } = control;
  useKeys({ state, save: () => saving.save(), fit, zoomBy, zoomTo, edit, files: imports });
  useEditorCommands(state, () => saving.save(), control, add, addFiles);
  // A failure to save is worse than a picture that is late.
  const error = saving.error ?? preview.error.value;
  return (
    <div class={`editor${isJsonOpen.value ? " with-json" : ""}`}>
      <EditorBar
        {...{ id, name, state, control, aids, saving }}
        isJsonOpen={isJsonOpen.value}
        onAdd={add}
        onAddFiles={addFiles}
        onSheet={(shown) => (sheet.value = shown)}
        onJson={showJson}
      />
      <Sheet
        label={texts.list.title}
        side="start"
        isOpen={sheet.value === "layers"}
        onClose={() => (sheet.value = undefined)}
      >
        <LayerList
          state={state}
          preview={preview}
          warnings={warningsByLayer(preview.warnings.value, state.settled.value)}
          onAdd={() => add("text")}
        />
      </Sheet>
      <div class={`editor-middle${isDropping.value ? " dropping" : ""}`}>
        <Canvas {...{ state, preview, control, aids, frame, name }} onEdit={edit} />
        <DataNotice state={state} preview={preview} data={data} />
        <EditorNotices id={id} state={state} opened={stored} isRestored={isRestored} />
        <ImportState imports={imports} />
        {error !== undefined && (
          <div class="editor-error">
            <ErrorNotice what={saving.error === error ? texts.bar.saveFailed : texts.pictureFailed} error={error} />
          </div>
        )}
      </div>
      <SidePanes {...{ state, preview, data, sheet, showJson }} isJsonOpen={isJsonOpen.value} />
      {saving.conflict !== undefined && (
        <ConflictDialog
          base={state.stored.value.document}
          mine={state.history.value.present.document}
          theirs={saving.conflict}
          isBusy={saving.isRunning}
          onResolve={saving.resolve}
          onClose={saving.closeConflict}
        />
      )}
    </div>
  );
}

function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · ${shell.home}`;
  }, [name]);
}

/** Draws the document whenever the document or the zoom changes. */
function useDrawing(
  state: EditorState,
  preview: DraftPreview,
  data: ShownData,
  view: { readonly value: { readonly scale: number } },
): void {
  useSignalEffect(() => {
    // While layers move, their own picture moves. After the drop, the service draws the document again.
    if (state.moving.value !== undefined) return;
    const document = state.document.value;
    preview.show(document, Math.max(0.1, view.value.scale * devicePixelRatio), data.values.value);
  });
}

/** Keeps unsaved work, and asks before the page is left. */
function useKeeping(id: string, state: EditorState): void {
  useSignalEffect(() => {
    const history = state.history.value;
    const { document: base, version, etag } = state.stored.value;
    if (history.present.document === base) void forgetDraft(id);
    else void keepDraft({ template: id, version, etag, base, history });
  });
  useEffect(() => {
    const stop = guardLeaving(() => !state.isChanged.value || confirm(texts.leave));
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (state.isChanged.value) event.preventDefault();
    };
    addEventListener("beforeunload", onUnload);
    return () => {
      stop();
      removeEventListener("beforeunload", onUnload);
    };
  }, []);
}

function useEditorCommands(
  state: EditorState,
  save: () => void,
  control: ReturnType<typeof useView>,
  add: (type: string) => void,
  addFiles: () => void,
): void {
  const { commands } = texts;
  useCommands(
    () => [
      { label: commands.save, run: save },
      { label: commands.undo, run: () => state.undo() },
      { label: commands.redo, run: () => state.redo() },
      { label: commands.duplicate, run: () => duplicateSelected(state) },
      { label: commands.remove, run: () => removeSelected(state) },
      { label: commands.group, run: () => groupSelected(state) },
      { label: commands.ungroup, run: () => ungroupSelected(state) },
      { label: commands.front, run: () => orderSelected(state, "front") },
      { label: commands.forward, run: () => orderSelected(state, "forward") },
      { label: commands.backward, run: () => orderSelected(state, "backward") },
      { label: commands.back, run: () => orderSelected(state, "back") },
      { label: commands.all, run: () => selectAll(state) },
      { label: commands.fit, run: control.fit },
      { label: commands.truePixels, run: () => control.zoomTo(1 / devicePixelRatio) },
      ...LAYER_TYPES.map((type) => ({
        label: commands.add(texts.types[type] ?? type),
        run: () => add(type),
        ...(KEYS[type] !== undefined && { key: KEYS[type] }),
      })),
      { label: importTexts.command, run: addFiles },
    ],
    [],
  );
}

/** The keys that add a layer, as design tools have them. */
const KEYS: Readonly<Record<string, string>> = { text: "t", rectangle: "r", ellipse: "o", image: "i", line: "l" };

import { Braces, ChevronLeft, Grid3x3, Layers, Minus, Plus, Redo2, SlidersHorizontal, Undo2 } from "lucide";
import { Button, IconButton } from "../../../components/button.js";
import { Icon } from "../../../components/icon.js";
import { Menu } from "../../../components/menu.js";
import { RelativeTime } from "../../../components/relative-time.js";
import { LinkTabs } from "../../../components/tabs.js";
import { LAYER_TYPES } from "../../../editor/document/layer-types.js";
import { pages } from "../../../messages/en/common.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { editorJson as json } from "../../../messages/en/editor-json.js";
import { importSvg } from "../../../messages/en/import-svg.js";
import { formatNumber } from "../../../messages/format.js";
import { pathTo } from "../../../router/location.js";
import { hasScope } from "../../../session/session.js";
import { type CanvasAids, GRID_SPACINGS } from "../canvas/canvas-aids.js";
import type { ViewControl } from "../canvas/use-view.js";
import type { EditorState } from "../state/editor-state.js";
import type { Saving } from "../state/use-saving.js";
import { SaveNote } from "./save-note.js";
import { TemplateName } from "./template-name.js";
import { tabsOf } from "../../templates/template-tabs.js";

interface EditorBarProps {
  readonly id: string;
  readonly name: string;
  readonly state: EditorState;
  readonly control: ViewControl;
  readonly aids: CanvasAids;
  readonly saving: Saving;
  readonly onAdd: (type: string) => void;
  /** Adds SVGs and images from files. */
  readonly onAddFiles: () => void;
  readonly isJsonOpen: boolean;
  readonly onJson: (isOpen: boolean) => void;
  /** Shows a panel on a narrow screen. */
  readonly onSheet: (sheet: "layers" | "panel") => void;
}

/** The bar above the canvas: the way back, the history, what can be added, the zoom, and saving. */
export function EditorBar(props: EditorBarProps) {
  const { id, name, state, control, aids, saving, isJsonOpen, onAdd, onAddFiles, onSheet, onJson } = props;
  const { past, present, future } = state.history.value;
  const [next] = future;
  return (
    <header class="editor-bar">
      <a class="editor-up" href={pathTo("templates")} aria-label={pages.templates} title={pages.templates}>
        <Icon of={ChevronLeft} />
      </a>
      <TemplateName id={id} name={name} state={state} />
      <LinkTabs label={texts.bar.pages} tabs={tabsOf(id)} />
      <div class="editor-tools" role="toolbar" aria-label={texts.bar.label}>
        <IconButton
          label={past.length === 0 ? texts.bar.nothingToUndo : texts.bar.undo(present.name)}
          icon={Undo2}
          isDisabled={past.length === 0}
          onClick={() => state.undo()}
        />
        <IconButton
          label={next === undefined ? texts.bar.nothingToRedo : texts.bar.redo(next.name)}
          icon={Redo2}
          isDisabled={next === undefined}
          onClick={() => state.redo()}
        />
        <Menu
          label={texts.bar.add}
          side="start"
          items={[
            ...LAYER_TYPES.map((type) => ({ label: texts.types[type] ?? type, onSelect: () => onAdd(type) })),
            { label: importSvg.add, onSelect: onAddFiles },
          ]}
        >
          <span class="button">
            <Icon of={Plus} />
            <span>{texts.bar.add}</span>
          </span>
        </Menu>
      </div>
      <div class="editor-zoom">
        <AidsMenu aids={aids} />
        <IconButton label={texts.bar.zoomOut} icon={Minus} onClick={() => control.zoomBy(0.8)} />
        <Menu
          label={texts.bar.zoom}
          items={[
            { label: texts.bar.fit, onSelect: control.fit },
            { label: texts.bar.truePixels, onSelect: () => control.zoomTo(1 / devicePixelRatio) },
            { label: "200 %", onSelect: () => control.zoomTo(2) },
            { label: "400 %", onSelect: () => control.zoomTo(4) },
          ]}
        >
          <span class="zoom-value">
            <span class="visually-hidden">{texts.bar.zoom} </span>
            {formatNumber(Math.round(control.view.value.scale * 100))} %
          </span>
        </Menu>
        <IconButton label={texts.bar.zoomIn} icon={Plus} onClick={() => control.zoomBy(1.25)} />
      </div>
      <div class="editor-sheets">
        <IconButton label={texts.bar.layers} icon={Layers} onClick={() => onSheet("layers")} />
        <IconButton label={texts.bar.panel} icon={SlidersHorizontal} onClick={() => onSheet("panel")} />
      </div>
      <IconButton
        label={isJsonOpen ? json.hide : json.show}
        icon={Braces}
        attributes={{ "aria-pressed": isJsonOpen }}
        onClick={() => onJson(!isJsonOpen)}
      />
      <SaveButton state={state} saving={saving} />
    </header>
  );
}

/** Grid and guides. */
function AidsMenu({ aids }: { readonly aids: CanvasAids }) {
  const { spacing, isShown, snaps } = aids.grid.value;
  const { guides } = texts;
  return (
    <Menu
      label={guides.menu}
      items={[
        { label: isShown ? guides.hide : guides.show, onSelect: () => aids.changeGrid({ isShown: !isShown }) },
        { label: snaps ? guides.free : guides.snap, onSelect: () => aids.changeGrid({ snaps: !snaps }) },
        ...GRID_SPACINGS.map((pixels) => ({
          label: guides.spacing(pixels),
          isChosen: pixels === spacing,
          onSelect: () => aids.changeGrid({ spacing: pixels, isShown: true }),
        })),
        ...(aids.guides.value.length === 0
          ? []
          : [{ label: guides.clear, onSelect: () => void (aids.guides.value = []) }]),
      ]}
    >
      <span class="button quiet" title={guides.menu}>
        <Icon of={Grid3x3} />
        <span class="visually-hidden">{guides.menu}</span>
      </span>
    </Menu>
  );
}

function SaveButton({ state, saving }: { readonly state: EditorState; readonly saving: Saving }) {
  const isChanged = state.isChanged.value;
  const canSave = hasScope("templates");
  return (
    <div class="editor-save">
      <span class="quiet" role="status">
        {isChanged ? texts.bar.unsaved : saving.savedAt !== undefined && <SavedTime at={saving.savedAt} />}
      </span>
      {isChanged && canSave && <SaveNote onSave={saving.save} />}
      <Button
        kind="primary"
        isBusy={saving.isRunning}
        isDisabled={!isChanged || !canSave}
        {...(!canSave && { title: texts.bar.noScope })}
        onClick={() => saving.save()}
      >
        {texts.bar.save}
      </Button>
    </div>
  );
}

function SavedTime({ at }: { readonly at: Date }) {
  return (
    <>
      {texts.bar.savedAt} <RelativeTime at={at.toISOString()} />
    </>
  );
}

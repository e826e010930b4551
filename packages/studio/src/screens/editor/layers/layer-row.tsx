import { ChevronDown, ChevronRight, Eye, EyeOff, Lock, LockOpen, TriangleAlert } from "lucide";
import { useSignal } from "@preact/signals";
import { Icon } from "../../../components/icon.js";
import type { EditedLayer } from "../../../editor/document/edited-document.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { setHidden } from "../state/actions.js";
import type { EditorState } from "../state/editor-state.js";
import { iconOf } from "./layer-icons.js";
import { LayerPicture } from "./layer-picture.js";
import { LayerName } from "./layer-name.js";
import type { Row } from "./list-rows.js";
import type { Thumbnails } from "./thumbnails.js";

interface LayerRowProps {
  readonly row: Row;
  readonly state: EditorState;
  readonly thumbnails: Thumbnails;
  readonly isFirst: boolean;
  readonly warning: string | undefined;
  readonly onToggle: () => void;
  readonly onDragStart: () => void;
  readonly onDrop: (target: EditedLayer, isAbove: boolean) => void;
}

/** A row of the list of layers. */
export function LayerRow({ row, state, thumbnails, isFirst, warning, onToggle, onDragStart, onDrop }: LayerRowProps) {
  const { layer, depth, isOpen } = row;
  const { id } = layer;
  const name = layer.name ?? id;
  const isSelected = state.selection.value.has(id);
  const isHidden = layer["hide"] === true;
  const hasFocus = isSelected || (isFirst && state.selection.value.size === 0);
  const place = useSignal<"above" | "below" | undefined>(undefined);
  const renamed = useSignal<string | undefined>(undefined);
  const above = (event: DragEvent): boolean => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return event.clientY < box.top + box.height / 2;
  };
  const select = (event: MouseEvent): void => {
    const { selection } = state;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    const others = [...selection.value].filter((other) => other !== id);
    if (!isAdding) state.select([id]);
    else state.select(isSelected ? others : [...others, id]);
  };
  return (
    <li
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={layer.children === undefined ? undefined : isOpen}
      aria-label={`${name}, ${texts.types[layer.type] ?? layer.type}`}
      tabIndex={hasFocus ? 0 : -1}
      data-row={id}
      class={`layer-row${isHidden ? " hidden" : ""}${place.value === undefined ? "" : ` drop-${place.value}`}`}
      style={{ "--depth": depth }}
      draggable={renamed.value === undefined}
      onKeyDown={(event) => {
        if (event.key !== "F2" || event.target !== event.currentTarget) return;
        event.preventDefault();
        renamed.value = id;
      }}
      onClick={select}
      onFocus={(event) =>
        event.target === event.currentTarget &&
        !isSelected &&
        event.currentTarget.matches(":focus-visible") &&
        state.select([id])
      }
      onPointerEnter={() => (state.hovered.value = id)}
      onPointerLeave={() => (state.hovered.value = undefined)}
      onDragStart={onDragStart}
      onDragOver={(event) => {
        event.preventDefault();
        place.value = above(event) ? "above" : "below";
      }}
      onDragLeave={() => (place.value = undefined)}
      onDrop={(event) => {
        event.preventDefault();
        place.value = undefined;
        onDrop(layer, above(event));
      }}
    >
      <RowToggle layer={layer} isOpen={isOpen} onToggle={onToggle} />
      <LayerPicture id={id} thumbnails={thumbnails}>
        <Icon of={iconOf(layer.type)} size={14} />
      </LayerPicture>
      <LayerName state={state} id={id} name={name} renamed={renamed} />
      {warning !== undefined && (
        <span class="layer-warning" title={warning} role="img" aria-label={`${texts.list.warning}: ${warning}`}>
          <Icon of={TriangleAlert} size={14} />
        </span>
      )}
      <RowButtons layer={layer} state={state} />
    </li>
  );
}

interface RowToggleProps {
  readonly layer: EditedLayer;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function RowToggle({ layer, isOpen, onToggle }: RowToggleProps) {
  if (layer.children === undefined) return <span class="layer-toggle" />;
  const name = layer.name ?? layer.id;
  return (
    <button
      type="button"
      class="layer-toggle"
      tabIndex={-1}
      aria-label={isOpen ? texts.list.close(name) : texts.list.open(name)}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
    </button>
  );
}

/** Locks a layer against the pointer, and hides it in the picture. */
function RowButtons({ layer, state }: { readonly layer: EditedLayer; readonly state: EditorState }) {
  const { id } = layer;
  const name = layer.name ?? id;
  const isHidden = layer["hide"] === true;
  const isLocked = state.locked.value.has(id);
  return (
    <>
      <RowButton
        label={isLocked ? texts.list.unlock(name) : texts.list.lock(name)}
        icon={isLocked ? Lock : LockOpen}
        isOn={isLocked}
        onClick={() => {
          const next = new Set(state.locked.value);
          if (!next.delete(id)) next.add(id);
          state.locked.value = next;
        }}
      />
      <RowButton
        label={isHidden ? texts.list.show(name) : texts.list.hide(name)}
        icon={isHidden ? EyeOff : Eye}
        isOn={isHidden}
        onClick={() => setHidden(state, id, !isHidden)}
      />
    </>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly icon: unknown;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function RowButton({ label, icon, isOn, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      class="layer-button"
      tabIndex={-1}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon of={icon} size={14} />
    </button>
  );
}

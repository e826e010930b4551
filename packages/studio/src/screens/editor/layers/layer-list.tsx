import {
  Barcode,
  ChevronDown,
  ChevronRight,
  Circle,
  Code,
  Eye,
  EyeOff,
  Folder,
  Hexagon,
  Image,
  Lock,
  LockOpen,
  Minus,
  QrCode,
  Shapes,
  Square,
  TriangleAlert,
  Type,
} from "lucide";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { Icon } from "../../../components/icon.js";
import type { EditedLayer } from "../../../editor/document/edited-document.js";
import { allLayers, findLayer, parentOf } from "../../../editor/document/layer-tree.js";
import { moveInto, reorder, setAttributes } from "../../../editor/document/operations.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { EditorState } from "../state/editor-state.js";
import "./layer-list.css";

const ICONS: Readonly<Record<string, unknown>> = {
  text: Type,
  image: Image,
  rectangle: Square,
  ellipse: Circle,
  polygon: Hexagon,
  line: Minus,
  svg: Shapes,
  html: Code,
  qr: QrCode,
  barcode: Barcode,
  group: Folder,
};

interface LayerListProps {
  readonly state: EditorState;
  /** The layers that the service warns about, by ID. */
  readonly warnings: ReadonlyMap<string, string>;
  readonly onAdd: () => void;
}

/** A row of the list. */
interface Row {
  readonly layer: EditedLayer;
  readonly depth: number;
  readonly isOpen: boolean;
}

/** All layers, the topmost first. Everything that the canvas selects can be selected here by keys. */
export function LayerList({ state, warnings, onAdd }: LayerListProps) {
  const search = useSignal("");
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const dragged = useRef<string | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const rows = rowsOf(state.document.value.layers, closed.value, search.value.trim().toLowerCase());
  const total = allLayers(state.document.value).length;
  const focusRow = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    state.select([row.layer.id]);
    list.current?.querySelector<HTMLElement>(`[data-row="${row.layer.id}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const current = rows.findIndex(({ layer }) => state.selection.value.has(layer.id));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const layer = rows[current]?.layer;
    if (step !== undefined && event.altKey) {
      state.change(texts.steps.order(layer?.name ?? layer?.id ?? ""), (document) =>
        reorder(document, state.selection.value, step === 1 ? "backward" : "forward"),
      );
    } else if (step !== undefined) focusRow(current + step);
    else if (event.key === "Home") focusRow(0);
    else if (event.key === "End") focusRow(rows.length - 1);
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && layer?.children !== undefined) {
      const next = new Set(closed.value);
      if (event.key === "ArrowLeft") next.add(layer.id);
      else next.delete(layer.id);
      closed.value = next;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (target: EditedLayer, isAbove: boolean): void => {
    const id = dragged.current;
    dragged.current = undefined;
    if (id === undefined || id === target.id) return;
    const ids = state.selection.value.has(id) ? state.selection.value : new Set([id]);
    state.change(texts.steps.order(target.name ?? target.id), (document) => {
      // Dropped on a group, layers go into it, above everything that is there.
      if (target.children !== undefined && !isAbove) return moveInto(document, ids, target.id, target.children.length);
      const index = findLayer(document, target.id)?.index ?? 0;
      return moveInto(document, ids, parentOf(document, target.id), isAbove ? index + 1 : index);
    });
  };
  return (
    <section class="layer-list" aria-label={texts.list.title}>
      <header>
        <h2>
          {texts.list.title} <span class="quiet">{total}</span>
        </h2>
      </header>
      {total > 8 && (
        <input
          class="input"
          type="search"
          aria-label={texts.list.search}
          placeholder={texts.list.search}
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
      )}
      {total === 0 && (
        <div class="layer-empty">
          <p class="quiet">{texts.list.empty}</p>
          <Button onClick={onAdd}>{texts.list.addFirst}</Button>
        </div>
      )}
      {total > 0 && rows.length === 0 && <p class="quiet layer-empty">{texts.list.none}</p>}
      <ul
        ref={list}
        role="tree"
        aria-label={texts.list.title}
        aria-multiselectable="true"
        title={texts.list.keys}
        onKeyDown={onKey}
      >
        {rows.map((row, index) => (
          <LayerRow
            key={row.layer.id}
            row={row}
            state={state}
            isFirst={index === 0}
            warning={warnings.get(row.layer.id)}
            onToggle={() => {
              const next = new Set(closed.value);
              if (!next.delete(row.layer.id)) next.add(row.layer.id);
              closed.value = next;
            }}
            onDragStart={() => (dragged.current = row.layer.id)}
            onDrop={drop}
          />
        ))}
      </ul>
    </section>
  );
}

interface LayerRowProps {
  readonly row: Row;
  readonly state: EditorState;
  readonly isFirst: boolean;
  readonly warning: string | undefined;
  readonly onToggle: () => void;
  readonly onDragStart: () => void;
  readonly onDrop: (target: EditedLayer, isAbove: boolean) => void;
}

function LayerRow({ row, state, isFirst, warning, onToggle, onDragStart, onDrop }: LayerRowProps) {
  const { layer, depth, isOpen } = row;
  const { id } = layer;
  const name = layer.name ?? id;
  const isSelected = state.selection.value.has(id);
  const isHidden = layer["hide"] === true;
  const isLocked = state.locked.value.has(id);
  const hasFocus = isSelected || (isFirst && state.selection.value.size === 0);
  const place = useSignal<"above" | "below" | undefined>(undefined);
  const above = (event: DragEvent): boolean => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return event.clientY < box.top + box.height / 2;
  };
  const select = (event: MouseEvent): void => {
    const { selection } = state;
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return state.select([id]);
    state.select(isSelected ? [...selection.value].filter((other) => other !== id) : [...selection.value, id]);
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
      draggable
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
      {layer.children === undefined ? (
        <span class="layer-toggle" />
      ) : (
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
      )}
      <Icon of={ICONS[layer.type] ?? Square} size={14} />
      <span class="truncate" dir="auto">
        {name}
      </span>
      {warning !== undefined && (
        <span class="layer-warning" title={warning} role="img" aria-label={`${texts.list.warning}: ${warning}`}>
          <Icon of={TriangleAlert} size={14} />
        </span>
      )}
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
        onClick={() =>
          state.change(isHidden ? texts.list.show(name) : texts.list.hide(name), (document) =>
            setAttributes(document, [id], { hide: isHidden ? undefined : true }),
          )
        }
      />
    </li>
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

/** Lists the rows, the topmost layer first. A search shows what fits, in opened groups. */
function rowsOf(
  layers: readonly EditedLayer[],
  closed: ReadonlySet<string>,
  search: string,
  depth = 0,
): readonly Row[] {
  return layers.toReversed().flatMap((layer): readonly Row[] => {
    const isOpen = search !== "" || !closed.has(layer.id);
    const inside = layer.children === undefined ? [] : rowsOf(layer.children, closed, search, depth + 1);
    const fits = search === "" || `${layer.name ?? ""} ${layer.id} ${layer.type}`.toLowerCase().includes(search);
    if (!fits && inside.length === 0) return [];
    return [{ layer, depth, isOpen }, ...(isOpen ? inside : [])];
  });
}

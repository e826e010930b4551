import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../../../components/button.js";
import type { EditedLayer } from "../../../editor/document/edited-document.js";
import { allLayers } from "../../../editor/document/layer-tree.js";
import { reorder } from "../../../editor/document/operations.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import { LayerRow } from "./layer-row.js";
import { closedForKey, dropOn, rowForKey } from "./list-actions.js";
import { rowsOf } from "./list-rows.js";
import { Thumbnails } from "./thumbnails.js";
import "./layer-list.css";

interface LayerListProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  /** The layers that the service warns about, by ID. */
  readonly warnings: ReadonlyMap<string, string>;
  readonly onAdd: () => void;
}

/** Fewer layers need no search. */
const SEARCH_FROM = 8;

/** All layers, the topmost first. Everything that the canvas selects can be selected here by keys. */
export function LayerList({ state, preview, warnings, onAdd }: LayerListProps) {
  const search = useSignal("");
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const dragged = useRef<string | undefined>(undefined);
  const thumbnails = useMemo(() => new Thumbnails(state, preview), []);
  useEffect(() => thumbnails.start(), []);
  const list = useRef<HTMLUListElement>(null);
  const rows = rowsOf(state.settled.value.layers, closed.value, search.value.trim().toLowerCase());
  const total = allLayers(state.settled.value).length;
  const onKey = (event: KeyboardEvent): void => {
    const current = rows.findIndex(({ layer }) => state.selection.value.has(layer.id));
    const layer = rows[current]?.layer;
    const next = rowForKey(event.key, current, rows.length);
    const folded = layer?.children === undefined ? undefined : closedForKey(event.key, closed.value, layer.id);
    if (next !== undefined && event.altKey && layer !== undefined) {
      const order = event.key === "ArrowDown" ? "backward" : "forward";
      state.change(texts.steps.order(layer.name ?? layer.id), (document) =>
        reorder(document, state.selection.value, order),
      );
    } else if (next !== undefined) {
      const id = rows[next]?.layer.id ?? "";
      state.select([id]);
      list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
    } else if (folded !== undefined) closed.value = folded;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = (target: EditedLayer, isAbove: boolean): void => {
    const id = dragged.current;
    dragged.current = undefined;
    if (id === undefined || id === target.id) return;
    const ids = state.selection.value.has(id) ? state.selection.value : new Set([id]);
    state.change(texts.steps.order(target.name ?? target.id), (document) => dropOn(document, ids, target, isAbove));
  };
  return (
    <section class="layer-list" aria-label={texts.list.title}>
      <header>
        <h2>
          {texts.list.title} <span class="quiet">{total}</span>
        </h2>
      </header>
      {total > SEARCH_FROM && <Search text={search} />}
      {total === 0 && <EmptyList onAdd={onAdd} />}
      {total > 0 && rows.length === 0 && <p class="quiet layer-empty">{texts.list.none}</p>}
      <ul
        ref={list}
        role="tree"
        aria-label={texts.list.title}
        aria-multiselectable="true"
        data-drawing={thumbnails.isDrawing.value}
        title={texts.list.keys}
        onKeyDown={onKey}
      >
        {rows.map((row, index) => (
          <LayerRow
            key={row.layer.id}
            row={row}
            state={state}
            thumbnails={thumbnails}
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

function Search({ text }: { readonly text: Signal<string> }) {
  return (
    <input
      class="input"
      type="search"
      aria-label={texts.list.search}
      placeholder={texts.list.search}
      value={text.value}
      onInput={(event) => (text.value = event.currentTarget.value)}
    />
  );
}

function EmptyList({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <div class="layer-empty">
      <p class="quiet">{texts.list.empty}</p>
      <Button onClick={onAdd}>{texts.list.addFirst}</Button>
    </div>
  );
}

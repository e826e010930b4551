import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { editor as texts } from "../../../messages/en/editor.js";
import { renameLayer } from "../state/actions.js";
import type { EditorState } from "../state/editor-state.js";

interface LayerNameProps {
  readonly state: EditorState;
  readonly id: string;
  readonly name: string;
  /** The layer whose name is being edited. */
  readonly renamed: Signal<string | undefined>;
}

/** The name of a layer in the list. A double click, or F2 on the row, turns it into a field. */
export function LayerName({ state, id, name, renamed }: LayerNameProps) {
  if (renamed.value === id) return <NameField {...{ state, id, name, renamed }} />;
  return (
    <span
      class="truncate"
      dir="auto"
      onDblClick={(event) => {
        event.stopPropagation();
        renamed.value = id;
      }}
    >
      {name}
    </span>
  );
}

/** The field for a name. Enter, or leaving the field, accepts the name, and Escape discards it. */
function NameField({ state, id, name, renamed }: LayerNameProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const end = (typed: string | undefined): void => {
    if (renamed.value !== id) return;
    renamed.value = undefined;
    if (typed !== undefined) renameLayer(state, id, typed);
  };
  const onKey = (event: KeyboardEvent): void => {
    // The arrow keys and Delete belong to the name, and not to the list.
    event.stopPropagation();
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    const row = field.current?.closest<HTMLElement>("[role=treeitem]");
    end(event.key === "Enter" ? field.current?.value : undefined);
    row?.focus();
  };
  return (
    <input
      ref={field}
      class="input layer-name"
      type="text"
      dir="auto"
      maxLength={64}
      aria-label={texts.list.nameOf(name)}
      defaultValue={name}
      onKeyDown={onKey}
      onClick={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}

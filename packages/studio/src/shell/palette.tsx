import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { palette } from "../messages/en/common.js";
import { findAtOnce, findTemplates, type Entry } from "./find-entries.js";
import { isPaletteOpen } from "./open-palette.js";
import "./palette.css";

/** A pause in typing of this length starts a search at the service. */
const PAUSE_MS = 150;

/** Finds pages, actions, templates, and renders by their IDs. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const templates = useTemplates(text);
  const entries = useMemo(() => [...findAtOnce(text), ...templates], [text, templates]);
  const close = (): void => {
    isPaletteOpen.value = false;
  };
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => opener instanceof HTMLElement && opener.focus();
  }, []);
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + entries.length) % Math.max(entries.length, 1));
    else if (event.key === "Enter") run(entries[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={palette.title}
      onClose={close}
      onMouseDown={(event) => event.target === dialog.current && close()}
    >
      <input
        class="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={palette.placeholder}
        placeholder={palette.placeholder}
        autofocus
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteList id={id} entries={entries} chosen={chosen} onRun={run} />
    </dialog>
  );
}

interface PaletteListProps {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly chosen: number;
  readonly onRun: (entry: Entry) => void;
}

function PaletteList({ id, entries, chosen, onRun }: PaletteListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (entries.length === 0) return <p class="palette-none quiet">{palette.none}</p>;
  return (
    <ul class="palette-list" id={id} ref={list} role="listbox" aria-label={palette.title}>
      {entries.map((entry, index) => (
        <li
          key={`${entry.group} ${entry.label} ${index}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onClick={() => onRun(entry)}
        >
          <span class="truncate">{entry.label}</span>
          <span class="quiet">{entry.key === undefined ? entry.group : <kbd>{entry.key}</kbd>}</span>
        </li>
      ))}
    </ul>
  );
}

function useTemplates(text: string): readonly Entry[] {
  const [found, setFound] = useState<readonly Entry[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const search = (): void => {
      findTemplates(text, abort.signal).then(
        (entries) => setFound(entries),
        // The palette still finds pages and actions when the service does not respond.
        () => setFound([]),
      );
    };
    const timer = setTimeout(search, text === "" ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return found;
}

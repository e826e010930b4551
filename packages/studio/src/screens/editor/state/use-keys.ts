import { useEffect } from "preact/hooks";
import { toast } from "../../../components/toasts.js";
import type { Point } from "../../../editor/geometry/box.js";
import { asError } from "../../../service/resources.js";
import { isTyping } from "../../../shell/commands.js";
import {
  duplicateSelected,
  groupSelected,
  nudgeSelected,
  orderSelected,
  placeForNew,
  removeSelected,
  selectAll,
  stepIn,
  stepOut,
  ungroupSelected,
} from "./actions.js";
import { copyText, type FileTaker, paste } from "./clipboard.js";
import type { EditorState } from "./editor-state.js";

interface KeySettings {
  readonly state: EditorState;
  readonly save: () => void;
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly zoomTo: (scale: number) => void;
  /** Edits the text of a layer. */
  readonly edit: (id: string) => void;
  /** Takes the files of the clipboard. */
  readonly files: FileTaker;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The keys of the editor. They belong to a field while it has the focus, except saving. */
export function useKeys(settings: KeySettings): void {
  const { state } = settings;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const isHandled =
        isCommand && event.key.toLowerCase() === "s"
          ? (settings.save(), true)
          : isTyping(event)
            ? false
            : isCommand
              ? runCommand(settings, event)
              : runKey(settings, event);
      if (isHandled) event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent): void => {
      const text = copyText(state);
      if (isTyping(event) || text === undefined || String(getSelection()) !== "") return;
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
      if (event.type === "cut") removeSelected(state);
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (isTyping(event) || event.clipboardData === null) return;
      event.preventDefault();
      paste(state, event.clipboardData, placeForNew(state), settings.files).catch((error: unknown) =>
        toast(asError(error).message),
      );
    };
    addEventListener("keydown", onKey);
    addEventListener("copy", onCopy);
    addEventListener("cut", onCopy);
    addEventListener("paste", onPaste);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("copy", onCopy);
      removeEventListener("cut", onCopy);
      removeEventListener("paste", onPaste);
    };
  });
}

function runCommand({ state, fit, zoomBy, zoomTo }: KeySettings, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  const actions: Readonly<Record<string, () => void>> = {
    z: () => (event.shiftKey ? state.redo() : state.undo()),
    y: () => state.redo(),
    d: () => duplicateSelected(state),
    g: () => (event.shiftKey ? ungroupSelected(state) : groupSelected(state)),
    a: () => selectAll(state),
    "]": () => orderSelected(state, event.shiftKey ? "front" : "forward"),
    "}": () => orderSelected(state, "front"),
    "[": () => orderSelected(state, event.shiftKey ? "back" : "backward"),
    "{": () => orderSelected(state, "back"),
    "+": () => zoomBy(1.25),
    "=": () => zoomBy(1.25),
    "-": () => zoomBy(0.8),
    "0": () => zoomTo(1 / devicePixelRatio),
    "1": fit,
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

function runKey({ state, edit }: KeySettings, event: KeyboardEvent): boolean {
  const isOnCanvas = event.target instanceof HTMLElement && event.target.closest(".canvas") !== null;
  const isOnList = event.target instanceof HTMLElement && event.target.closest("[role=tree]") !== null;
  const by = ARROWS[event.key];
  const hasSelection = state.selection.value.size > 0;
  if (by !== undefined && isOnCanvas && hasSelection) {
    const step = event.shiftKey ? 10 : 1;
    nudgeSelected(state, { x: by.x * step, y: by.y * step });
    return true;
  }
  if ((event.key === "Delete" || event.key === "Backspace") && hasSelection && (isOnCanvas || isOnList)) {
    removeSelected(state);
    return true;
  }
  if (event.key === "Escape" && hasSelection) {
    stepOut(state);
    return true;
  }
  if (event.key === "Enter" && hasSelection && (isOnCanvas || isOnList)) {
    const [first] = state.selected();
    if (!stepIn(state) && first !== undefined) edit(first.id);
    return true;
  }
  return false;
}

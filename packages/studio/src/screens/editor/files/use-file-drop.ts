import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { IMAGES } from "../../../service/upload-types.js";
import { toDocument, type View } from "../canvas/view.js";
import { placeForNew } from "../state/actions.js";
import type { EditorState } from "../state/editor-state.js";
import type { FileImports } from "./file-imports.js";

interface FileDropSettings {
  readonly state: EditorState;
  readonly imports: FileImports;
  readonly frame: { readonly current: HTMLElement | null };
  readonly view: Signal<View>;
}

/**
 * Takes files that are dropped anywhere on the editor. Without this, the browser would leave the page and show the file.
 *
 * @returns whether files are over the page
 */
export function useFileDrop({ state, imports, frame, view }: FileDropSettings): Signal<boolean> {
  const isOver = useSignal(false);
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver.value = true;
    };
    const onLeave = (event: DragEvent): void => {
      // When the pointer moves within the page, this is the element that it enters.
      if (event.relatedTarget === null) isOver.value = false;
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver.value = false;
      const box = frame.current?.getBoundingClientRect();
      const isOnCanvas = event.target instanceof Node && frame.current?.contains(event.target) === true;
      const at =
        box !== undefined && isOnCanvas
          ? toDocument(view.value, { x: event.clientX - box.left, y: event.clientY - box.top })
          : placeForNew(state);
      void imports.take([...(event.dataTransfer?.files ?? [])], at);
    };
    addEventListener("dragover", onOver);
    addEventListener("dragleave", onLeave);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onOver);
      removeEventListener("dragleave", onLeave);
      removeEventListener("drop", onDrop);
    };
  }, []);
  return isOver;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") === true;
}

/** Opens the dialog of the browser for files, and adds what is chosen. */
export function chooseFiles(state: EditorState, imports: FileImports): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: IMAGES, multiple: true });
  input.addEventListener("change", () => void imports.take([...(input.files ?? [])], placeForNew(state)));
  input.click();
}

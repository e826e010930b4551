/** The picture in parts while layers move: what is below them, the layers alone, and what is above them. */
import { effect, signal } from "@preact/signals";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import type { Point } from "../../../editor/geometry/box.js";
import type { EditorState } from "../state/editor-state.js";
import type { DraftPreview } from "./draft-preview.js";
import type { DraftParts } from "./draw-draft.js";

/** The parts, and how far the layers have moved in document pixels. */
export interface MovedParts {
  readonly parts: DraftParts;
  readonly by: Point;
}

/**
 * Follows the movement of layers. The parts stay after the drop until the picture of the new document is there, so that
 * nothing jumps back.
 */
export class MovingParts {
  readonly shown = signal<MovedParts | undefined>(undefined);
  /** The document whose movement is followed. */
  #from: EditedDocument | undefined;
  #by: Point = { x: 0, y: 0 };

  /** @returns a function that ends following */
  follow(state: EditorState, preview: DraftPreview): () => void {
    const stops = [
      effect(() => {
        const moving = state.moving.value;
        if (moving === undefined) return;
        this.#by = moving.by;
        const before = this.shown.peek();
        if (this.#from !== moving.document) void this.#begin(moving.document, [...moving.ids], preview);
        else if (before !== undefined) this.shown.value = { ...before, by: moving.by };
      }),
      effect(() => {
        const isOver = state.moving.value === undefined;
        const current = state.document.value;
        const isTaken = preview.picture.value?.document === current || preview.error.value !== undefined;
        // A movement that was taken back ends with the document of its beginning.
        if (isOver && (isTaken || current === this.#from)) this.#clear();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#clear();
    };
  }

  async #begin(document: EditedDocument, layers: readonly string[], preview: DraftPreview): Promise<void> {
    this.#clear();
    this.#from = document;
    const parts = await preview.split(document, layers);
    if (parts === undefined) return;
    if (this.#from === document) this.shown.value = { parts, by: this.#by };
    else release(parts);
  }

  #clear(): void {
    const { value } = this.shown;
    this.#from = undefined;
    this.shown.value = undefined;
    if (value !== undefined) release(value.parts);
  }
}

function release({ below, chosen, above }: DraftParts): void {
  for (const part of [below, chosen, above]) if (part !== undefined) URL.revokeObjectURL(part.address);
}

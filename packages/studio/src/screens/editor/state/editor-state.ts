/** The state of the editor: the document with its history, the selection, and the places of the layers. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { EditedDocument, EditedLayer } from "../../../editor/document/edited-document.js";
import { allLayers, findLayer } from "../../../editor/document/layer-tree.js";
import type { Outcome } from "../../../editor/document/operations.js";
import type { Box, Point } from "../../../editor/geometry/box.js";
import { estimateBoxes, type KnownLayout } from "../../../editor/places/estimate-boxes.js";
import type { Snapped } from "../../../editor/geometry/snap.js";
import { type History, record, redo, sealStep, startHistory, undo } from "../../../editor/history/history.js";

/** A document that the service has stored. */
export interface StoredState {
  readonly document: EditedDocument;
  readonly version: number;
  readonly etag: string | undefined;
}

/** How layers move right now, so that their own picture can follow the pointer. */
export interface Moving {
  readonly ids: ReadonlySet<string>;
  /** The document when the movement began. */
  readonly document: EditedDocument;
  /** In document pixels, on the canvas. */
  readonly by: Point;
}

const NOTHING: ReadonlySet<string> = new Set();

export class EditorState {
  readonly history;
  /** The stored version that the work is based on. */
  readonly stored;
  /** The document of a gesture that has not ended yet. */
  readonly gesture = signal<EditedDocument | undefined>(undefined);
  /** The movement of layers whose picture only moves. */
  readonly moving = signal<Moving | undefined>(undefined);
  /** The lines that the gesture snaps to. */
  readonly snapped = signal<Snapped | undefined>(undefined);
  readonly selection = signal<ReadonlySet<string>>(NOTHING);
  /** The group that a double click has opened. */
  readonly within = signal<string | undefined>(undefined);
  /** The text layer that is edited on the canvas. */
  readonly editing = signal<string | undefined>(undefined);
  /** Whether the background's values are edited. Its handles would be in the way otherwise. */
  readonly editsGround = signal(false);
  /** Layers that nothing selects on the canvas. The browser keeps them for this page only. */
  readonly locked = signal<ReadonlySet<string>>(NOTHING);
  /** The layer under the pointer, on the canvas or in the list. */
  readonly hovered = signal<string | undefined>(undefined);
  /** The latest response of the service about where layers are. */
  readonly layout = signal<KnownLayout | undefined>(undefined);

  readonly document: ReadonlySignal<EditedDocument>;
  /** The document without the gesture that has not ended. Parts that need not follow the pointer show this. */
  readonly settled: ReadonlySignal<EditedDocument>;
  readonly boxes: ReadonlySignal<ReadonlyMap<string, Box>>;
  /** Whether the document differs from the stored one. */
  readonly isChanged: ReadonlySignal<boolean>;

  constructor(stored: StoredState, history: History) {
    this.history = signal(history);
    this.stored = signal(stored);
    this.settled = computed(() => this.history.value.present.document);
    this.document = computed(() => this.gesture.value ?? this.settled.value);
    this.boxes = computed(() => estimateBoxes(this.document.value, this.layout.value));
    this.isChanged = computed(() => this.history.value.present.document !== this.stored.value.document);
  }

  static open(stored: StoredState, name: string): EditorState {
    return new EditorState(stored, startHistory(stored.document, name));
  }

  /** The selected layers that exist, in paint order. */
  selected(): readonly EditedLayer[] {
    const ids = this.selection.value;
    return allLayers(this.document.value)
      .filter(({ layer }) => ids.has(layer.id))
      .map(({ layer }) => layer);
  }

  select(ids: Iterable<string>): void {
    this.history.value = sealStep(this.history.value);
    this.selection.value = new Set(ids);
  }

  /** Changes the document as one step of the history. Steps with the same key that follow each other become one. */
  change(name: string, change: (document: EditedDocument) => EditedDocument, mergeKey?: string): void {
    const document = change(this.history.value.present.document);
    batch(() => {
      this.gesture.value = undefined;
      this.history.value = record(this.history.value, { name, document, mergeKey });
    });
  }

  /** Changes the document, and selects the layers that the change has created. */
  changeAndSelect(name: string, change: (document: EditedDocument) => Outcome | undefined): void {
    const outcome = change(this.history.value.present.document);
    if (outcome === undefined) return;
    batch(() => {
      this.change(name, () => outcome.document);
      this.selection.value = new Set(outcome.ids);
    });
  }

  /** Changes the whole document as one step. What is selected stays selected if it still exists. */
  replace(name: string, document: EditedDocument, mergeKey: string): void {
    batch(() => {
      this.change(name, () => document, mergeKey);
      this.#keepExisting();
    });
  }

  undo(): void {
    this.#travel(undo(this.history.value));
  }

  redo(): void {
    this.#travel(redo(this.history.value));
  }

  #travel(history: History): void {
    batch(() => {
      this.gesture.value = undefined;
      this.history.value = history;
      this.#keepExisting();
    });
  }

  /** Forgets layers that the document does not have any more. */
  #keepExisting(): void {
    const { document } = this.history.value.present;
    const exists = (id: string): boolean => findLayer(document, id) !== undefined;
    const { selection, within, editing } = this;
    if (![...selection.value].every(exists)) selection.value = new Set([...selection.value].filter(exists));
    if (within.value !== undefined && !exists(within.value)) within.value = undefined;
    if (editing.value !== undefined && !exists(editing.value)) editing.value = undefined;
  }
}

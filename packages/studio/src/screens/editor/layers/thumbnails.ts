/** Small pictures of the layers that the list shows. The service draws them when it has nothing else to do. */
import { ApiError } from "@image-render/client";
import { effect, signal } from "@preact/signals";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { type Backing, backingOf, thumbnailDocument } from "../../../editor/document/thumbnail.js";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import { drawSample } from "../preview/draw-draft.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";

/** A picture of a layer by itself. */
export interface Thumbnail {
  readonly address: string;
  readonly backing: Backing;
}

/** The longest side of a picture in pixels: twice the size of its place, for screens with a high density. */
const SIDE_PX = 56;
/** The service draws nothing smaller than 0.05. This is a little more, because the scale is rounded down. */
const MIN_SCALE = 0.051;
/** The number of kept pictures: more than a screen shows, so that scrolling back and undo draw nothing again. */
const MAX_KEPT = 200;
/** Nobody waits for thumbnails, so they leave most of the limit for previews to the canvas: at most four a second. */
const PAUSE_MS = 250;
/** The pause after the service has refused a request for the moment. */
const REFUSED_PAUSE_MS = 20_000;

/** Draws the layers that are in view, one after the other, while the canvas shows the exact picture. */
export class Thumbnails {
  /** The pictures by the ID of the layer. A layer that changes keeps its last picture until the new one is there. */
  readonly shown = signal<ReadonlyMap<string, Thumbnail>>(new Map());
  /** Whether a picture in view is still to come. */
  readonly isDrawing = signal(false);
  readonly #state: EditorState;
  readonly #preview: DraftPreview;
  readonly #inView = signal<ReadonlySet<string>>(new Set());
  /** The pictures by the JSON of the document that they show. Undefined if the service cannot draw it. */
  readonly #kept = new Map<string, Thumbnail | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isClosed = false;

  constructor(state: EditorState, preview: DraftPreview) {
    this.#state = state;
    this.#preview = preview;
  }

  /** Begins to draw. Returns a function that ends it. */
  start(): () => void {
    this.#isClosed = false;
    const stop = effect(() => {
      // When any of these changes, the next picture waits until the canvas is exact again.
      const isSeen = this.#inView.value.size > 0;
      if (this.#isCanvasExact() && isSeen) this.#later(0);
    });
    return () => {
      stop();
      this.#isClosed = true;
      clearTimeout(this.#timer);
      for (const thumbnail of this.#kept.values()) if (thumbnail) URL.revokeObjectURL(thumbnail.address);
      this.#kept.clear();
    };
  }

  /** Says whether the row of a layer is in view. */
  see(id: string, isInView: boolean): void {
    if (this.#inView.peek().has(id) === isInView) return;
    const next = new Set(this.#inView.peek());
    if (isInView) next.add(id);
    else next.delete(id);
    this.#inView.value = next;
  }

  /** Whether the picture on the canvas is the exact one of the current document, and nobody is moving anything. */
  #isCanvasExact(): boolean {
    const { settled, gesture, moving } = this.#state;
    const picture = this.#preview.picture.value;
    const isResting = gesture.value === undefined && moving.value === undefined;
    return isResting && picture?.isExact === true && picture.document === settled.value;
  }

  #later(pauseMs: number): void {
    if (this.#isBusy || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.isDrawing.value = true;
    this.#timer = setTimeout(() => void this.#drawNext(), pauseMs);
  }

  async #drawNext(): Promise<void> {
    if (this.#isClosed) return;
    const next = this.#isCanvasExact() ? this.#showKept() : undefined;
    this.isDrawing.value = next !== undefined;
    if (next === undefined) return;
    this.#isBusy = true;
    const pauseMs = await draw(next).then(
      (thumbnail) => {
        this.#keep(next, thumbnail);
        return PAUSE_MS;
      },
      (error: unknown) => {
        const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
        // A picture that the service refuses is not requested again. The list shows an icon instead.
        if (isRefused) this.#keep(next, undefined);
        return isRefused ? PAUSE_MS : REFUSED_PAUSE_MS;
      },
    );
    this.#isBusy = false;
    this.#later(pauseMs);
  }

  /** Shows the pictures that are kept, and returns a document that is not drawn yet. */
  #showKept(): EditedDocument | undefined {
    const document = this.#state.settled.peek();
    const boxes = this.#state.boxes.peek();
    const shown = new Map(this.shown.peek());
    let next: EditedDocument | undefined;
    for (const id of this.#inView.peek()) {
      const [place, box] = [findLayer(document, id), boxes.get(id)];
      const alone = place && box && thumbnailDocument(document, place, box);
      const key = alone && JSON.stringify(alone);
      if (key !== undefined && !this.#kept.has(key)) next ??= alone;
      const thumbnail = key === undefined ? undefined : this.#kept.get(key);
      if (thumbnail !== undefined) shown.set(id, thumbnail);
      else if (key === undefined || this.#kept.has(key)) shown.delete(id);
    }
    this.shown.value = shown;
    return next;
  }

  #keep(document: EditedDocument, thumbnail: Thumbnail | undefined): void {
    if (this.#isClosed) {
      if (thumbnail !== undefined) URL.revokeObjectURL(thumbnail.address);
      return;
    }
    this.#kept.set(JSON.stringify(document), thumbnail);
    const [oldest] = this.#kept;
    if (this.#kept.size <= MAX_KEPT || oldest === undefined) return;
    this.#kept.delete(oldest[0]);
    if (oldest[1] === undefined) return;
    const { address } = oldest[1];
    this.shown.value = new Map([...this.shown.peek()].filter(([, one]) => one.address !== address));
    URL.revokeObjectURL(address);
  }
}

async function draw(document: EditedDocument): Promise<Thumbnail> {
  const longest = Math.max(document.width, Number(document.height));
  const scale = Math.max(MIN_SCALE, Math.min(1, SIDE_PX / longest));
  const { picture } = await drawSample(document, { variables: {} }, document.width * scale);
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0);
  const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data;
  bitmap.close();
  return { address: URL.createObjectURL(picture), backing: pixels === undefined ? "light" : backingOf(pixels) };
}

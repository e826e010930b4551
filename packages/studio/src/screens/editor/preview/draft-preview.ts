/** The picture of the document while somebody edits it. The service draws it: there is no second renderer. */
import { ApiError, type Warning } from "@image-render/client";
import { batch, signal } from "@preact/signals";
import { canvasHeight, type EditedDocument } from "../../../editor/document/edited-document.js";
import { asError } from "../../../service/resources.js";
import { LatestOnly } from "../../try-it/preview/latest-only.js";
import { previewScale } from "../../try-it/preview/preview-scale.js";
import { drawDraft, type DraftParts, drawParts, type SampleData, type TextFacts } from "./draw-draft.js";
import type { EditorState } from "../state/editor-state.js";

/** A picture of a document. */
export interface DraftPicture {
  readonly address: string;
  readonly document: EditedDocument;
  readonly isExact: boolean;
}

interface Wanted {
  readonly document: EditedDocument;
  readonly scale: number;
  readonly isExact: boolean;
  readonly data: SampleData;
}

/** The scales that a preview can have. */
const MIN_SCALE = 0.05;
const MAX_SCALE = 4;
/** The exact picture follows this long after the last change. */
const EXACT_AFTER_MS = 300;
/** The pause after the service has refused a request for the moment. */
const LIMITED_PAUSE_MS = 4_000;

/** Draws drafts: one at a time, and the latest next. Responses that a newer one has overtaken are dropped. */
export class DraftPreview {
  readonly picture = signal<DraftPicture | undefined>(undefined);
  readonly warnings = signal<readonly Warning[]>([]);
  /** The lines of the texts in the picture, by the ID of the layer. */
  readonly texts = signal<ReadonlyMap<string, TextFacts>>(new Map());
  readonly error = signal<Error | undefined>(undefined);
  readonly isDrawing = signal(false);
  readonly #queue = new LatestOnly<Wanted>((wanted) => this.#draw(wanted));
  readonly #state: EditorState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: Wanted | undefined;

  constructor(state: EditorState) {
    this.#state = state;
  }

  /** Draws a draft of a document soon, and its exact picture when nothing has changed for a moment. */
  show(document: EditedDocument, scale: number, data: SampleData): void {
    const wanted = { document, scale: scaleWithin(document, scale), isExact: false, data };
    this.#latest = wanted;
    this.isDrawing.value = true;
    this.#queue.push(wanted);
    this.#later({ ...wanted, isExact: true }, EXACT_AFTER_MS);
  }

  /**
   * Draws the document of the last picture in parts, at the same scale.
   * @returns undefined if the layers cannot move alone, or if the service does not respond
   */
  async split(document: EditedDocument, layers: readonly string[]): Promise<DraftParts | undefined> {
    if (this.#latest === undefined) return undefined;
    const { scale, data } = this.#latest;
    return await drawParts(document, { scale, data, isExact: false }, layers).catch(() => undefined);
  }

  /** Stops, and releases the picture. */
  close(): void {
    clearTimeout(this.#timer);
    this.#latest = undefined;
    this.#queue.clear();
    const { value } = this.picture;
    if (value !== undefined) URL.revokeObjectURL(value.address);
  }

  #later(wanted: Wanted, pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#queue.push(wanted), pauseMs);
  }

  async #draw(wanted: Wanted): Promise<void> {
    const { document, scale, isExact, data } = wanted;
    try {
      const { address, local, texts, autoColors, warnings } = await drawDraft(document, { scale, isExact, data });
      await decoded(address);
      if (this.#latest === undefined) {
        URL.revokeObjectURL(address);
        return;
      }
      const before = this.picture.value;
      batch(() => {
        this.picture.value = { address, document, isExact };
        this.warnings.value = warnings;
        this.error.value = undefined;
        this.isDrawing.value = this.#latest?.document !== document;
        this.texts.value = texts;
        this.#state.layout.value = { document, local, autoColors };
      });
      if (before !== undefined) URL.revokeObjectURL(before.address);
    } catch (thrown) {
      this.#fail(asError(thrown), wanted);
    }
  }

  #fail(error: Error, wanted: Wanted): void {
    if (this.#latest?.document !== wanted.document) return;
    const isPassing = error instanceof ApiError ? error.status === 429 || error.status >= 500 : true;
    batch(() => {
      this.error.value = error;
      this.isDrawing.value = false;
    });
    // The client has tried several times. The picture follows by itself once the service responds again.
    if (isPassing) this.#later({ ...wanted, isExact: true }, LIMITED_PAUSE_MS);
  }
}

/** Returns the scale, or the nearest one with which the service draws the document. */
function scaleWithin(document: EditedDocument, scale: number): number {
  const limited = previewScale({ width: document.width, height: canvasHeight(document) }, scale);
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, limited));
}

/** Waits until the browser has decoded the picture, so that it replaces the old one without a flash. */
async function decoded(address: string): Promise<void> {
  const image = new Image();
  image.src = address;
  await image.decode();
}

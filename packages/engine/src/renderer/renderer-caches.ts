import type { TemplateDocument } from "../document/document.js";
import { ByteCache } from "../shared/byte-cache.js";
import { bytesOfCompiled, bytesOfFrame, type CompiledTemplate } from "../compile/compile-template.js";
import type { Drawn, Painted } from "../items/item.js";
import type { PaintedFrame } from "../compile/paint-frame.js";
import type { GlyphMask } from "../glyphs/glyph-mask.js";
import { cacheBytesFor, processBytesFor } from "./memory-plan.js";
import { collectAll } from "../shared/native-memory.js";

/**
 * The memory for uploaded images and small fonts, as they are stored. A logo that is in every picture is loaded only
 * once.
 */
const UPLOAD_BYTES = 8 * 1024 * 1024;
/** The memory for checked documents, which are smaller than their compiled templates. */
const DOCUMENT_BYTES = 4 * 1024 * 1024;

/**
 * A picture that needs less does not read the resident memory each time: reading takes 0.2 ms or more, and usual
 * pictures are far from the limit.
 */
const USUAL_BYTES = 64 * 1024 * 1024;

/** The shares of the cache memory for data that derives from the pixels of templates. */
const SHARES = { compiled: 0.5, idle: 0.25, drawn: 0.18, painted: 0.03, masks: 0.04 };

export interface RendererCachesOptions {
  /** The memory of the function. */
  readonly memoryBytes: number;
  /** Returns the resident memory of the process. @default that of this process */
  readonly residentBytes?: (() => number) | undefined;
}

/** The caches that a renderer keeps between renders. */
export class RendererCaches {
  readonly documents = new ByteCache<TemplateDocument>(DOCUMENT_BYTES);
  readonly uploads = new ByteCache<Uint8Array>(UPLOAD_BYTES);
  /** The SVG of layers. */
  readonly painted: ByteCache<Painted>;
  /** The pixels of layers. */
  readonly drawn: ByteCache<Drawn>;
  /** The masks of letters. Even a text that is drawn for the first time nearly always consists of known letters. */
  readonly masks: ByteCache<GlyphMask>;
  /** Compiled templates by version, scale and height. Pictures of different heights never share a frame. */
  readonly #compiled: ByteCache<CompiledTemplate>;
  /**
   * The idle frames of compiled templates, by the same keys. A frame saves less time than a compiled template. So
   * frames have their own memory, and never replace a compiled template.
   */
  readonly #idle: ByteCache<PaintedFrame[]>;
  readonly #processBytes: number;
  readonly #residentBytes: () => number;
  /** The resident memory when it was last read, plus all bytes that were requested since then. */
  #expectedBytes = Number.POSITIVE_INFINITY;

  constructor({ memoryBytes, residentBytes = () => process.memoryUsage.rss() }: RendererCachesOptions) {
    const cacheBytes = cacheBytesFor(memoryBytes);
    this.#processBytes = processBytesFor(memoryBytes);
    this.#residentBytes = residentBytes;
    this.painted = new ByteCache(cacheBytes * SHARES.painted);
    this.drawn = new ByteCache(cacheBytes * SHARES.drawn);
    this.masks = new ByteCache(cacheBytes * SHARES.masks);
    this.#idle = new ByteCache(cacheBytes * SHARES.idle, { maxShare: 1, onDrop: (frames) => frames.splice(0) });
    this.#compiled = new ByteCache(cacheBytes * SHARES.compiled, {
      keepsNewest: true,
      onDrop: (_, key) => this.#idle.delete(key),
    });
  }

  compiled(key: string): CompiledTemplate | undefined {
    return this.#compiled.get(key);
  }

  keepCompiled(key: string, compiled: CompiledTemplate): void {
    this.#compiled.set(key, compiled, bytesOfCompiled(compiled));
  }

  /** Keeps the idle frame of a compiled template if there is room. Call it after a render has released its frame. */
  keepIdle(key: string, { idle }: CompiledTemplate): void {
    const bytes = idle.reduce((sum, frame) => sum + bytesOfFrame(frame), 0);
    const isKept = this.#compiled.has(key) && this.#idle.set(key, idle, bytes);
    if (!isKept) idle.splice(0);
  }

  /** Takes the frame of the last draft of a kind. No other render can use it until it is kept again. */
  takeDraft(key: string): PaintedFrame[] {
    const frames = this.#idle.get(key)?.splice(0) ?? [];
    this.#idle.delete(key);
    return frames;
  }

  /** Keeps the frame of a draft if there is room. */
  keepDraft(key: string, idle: readonly PaintedFrame[]): void {
    const bytes = idle.reduce((sum, frame) => sum + bytesOfFrame(frame), 0);
    if (idle.length > 0) this.#idle.set(key, [...idle], bytes);
  }

  /**
   * Shrinks the caches if the process would exceed its memory with this many more bytes. Most pictures fit beside full
   * caches. Only the largest pictures need the memory of the caches.
   */
  makeRoom(bytes: number): void {
    this.#expectedBytes += bytes;
    if (bytes < USUAL_BYTES && this.#expectedBytes <= this.#processBytes) return;
    this.#expectedBytes = this.#residentBytes() + bytes;
    const excess = this.#expectedBytes - this.#processBytes;
    if (excess <= 0) return;
    const caches = [this.#idle, this.drawn, this.painted, this.masks, this.#compiled];
    let left = excess;
    for (const cache of caches) {
      const before = cache.bytes;
      cache.shrinkTo(Math.max(0, before - left));
      left -= before - cache.bytes;
      if (left <= 0) break;
    }
    if (left < excess) collectAll();
  }
}

/** The text engine contains everything that all texts of a process share. */
import { createEmojiLibrary, type EmojiLibrary } from "../fonts/emoji.js";
import { createFontLibrary, type FontLibrary } from "../fonts/font-library.js";
import { ByteCache } from "../shared/byte-cache.js";
import { createFontCache, type FontCache } from "./font-cache.js";
import { loadHarfBuzz } from "../fonts/harfbuzz.js";
import { createOutlines, type Outlines } from "./outlines.js";
import type { PreparedText } from "./prepared-text.js";
import { createShaper, type Shaper } from "./shape-run.js";

/** The parts of a text engine. Only the functions of this folder use them. */
export interface EngineParts {
  readonly fonts: FontLibrary;
  readonly emoji: EmojiLibrary;
  readonly fontCache: FontCache;
  readonly shaper: Shaper;
  readonly outlines: Outlines;
  readonly prepared: ByteCache<PreparedText>;
}

/** Lays out, measures and paints texts. Create one per process, because it contains the shaper and its caches. */
export interface TextEngine {
  readonly parts: EngineParts;
}

const PREPARED_BYTES = 16_000_000;
/** The memory for the texts of one document with its own fonts. */
const PREPARED_BYTES_OF_DOCUMENT = 2_000_000;

/** Creates a text engine and loads the shaper. Fonts are loaded into bounded caches when a text first needs them. */
export async function createTextEngine(library: FontLibrary = createFontLibrary()): Promise<TextEngine> {
  const hb = await loadHarfBuzz();
  const fontCache = createFontCache(hb);
  const parts: EngineParts = {
    fonts: library,
    emoji: createEmojiLibrary(),
    fontCache,
    shaper: createShaper(hb),
    outlines: createOutlines(),
    prepared: new ByteCache(PREPARED_BYTES, { keepsNewest: true }),
  };
  return { parts };
}

/**
 * Returns the engine for a library that extends another engine's library. It shares everything except the prepared
 * texts.
 */
export function extendTextEngine({ parts }: TextEngine, library: FontLibrary): TextEngine {
  return {
    parts: { ...parts, fonts: library, prepared: new ByteCache(PREPARED_BYTES_OF_DOCUMENT, { keepsNewest: true }) },
  };
}

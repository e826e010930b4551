/** The text engine: what all texts of a process share. */
import { createEmojiLibrary, type EmojiLibrary } from "../fonts/emoji.js";
import { createFontLibrary, type FontLibrary } from "../fonts/font-library.js";
import { ByteCache } from "../byte-cache.js";
import { createFontCache, type FontCache } from "./font-cache.js";
import { loadHarfBuzz } from "./harfbuzz.js";
import { createOutlines, type Outlines } from "./outlines.js";
import { type PreparedText } from "./prepared-text.js";
import { createShaper, type Shaper } from "./shape-run.js";

/** The insides of a text engine, for the functions of this folder alone. */
export interface EngineParts {
  readonly fonts: FontLibrary;
  readonly emoji: EmojiLibrary;
  readonly fontCache: FontCache;
  readonly shaper: Shaper;
  readonly outlines: Outlines;
  readonly prepared: ByteCache<PreparedText>;
}

/** Lays out, measures and paints texts; made once a process, since it holds the shaper and its caches. */
export interface TextEngine {
  readonly parts: EngineParts;
}

const PREPARED_BYTES = 16_000_000;
/** For the texts of one document, which go with its fonts. */
const PREPARED_BYTES_OF_DOCUMENT = 2_000_000;

/** Loads the shaper. Fonts are read when a text first needs them; what is kept of them is bounded. */
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

/** The engine of a library that is based on another one's: it shares all but the texts that it has prepared. */
export function extendTextEngine({ parts }: TextEngine, library: FontLibrary): TextEngine {
  return {
    parts: { ...parts, fonts: library, prepared: new ByteCache(PREPARED_BYTES_OF_DOCUMENT, { keepsNewest: true }) },
  };
}

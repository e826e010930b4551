/** Measures the texts of layers that hug, with the same engine that lays out texts. */
import type { FontLibrary } from "../fonts/font-library.js";
import type { TextMeasures } from "./laid-out.js";
import type { Work } from "../shared/work.js";
import { createTextEngine, extendTextEngine, type TextEngine } from "../text/engine.js";
import { firstBaseline, measureText } from "../text/lay-out-text.js";

const engines = new WeakMap<FontLibrary, Promise<TextEngine>>();

/** Returns the text engine of a font library. It is created at the first call. */
export function textEngineOf(fonts: FontLibrary): Promise<TextEngine> {
  const known = engines.get(fonts);
  if (known !== undefined) return known;
  const made = fonts.base === undefined ? createTextEngine(fonts) : textEngineOf(fonts.base).then(extendWith(fonts));
  engines.set(fonts, made);
  return made;
}

const extendWith = (fonts: FontLibrary) => (engine: TextEngine) => extendTextEngine(engine, fonts);

/** Returns the functions that measure the texts of documents in a language (BCP 47). */
export async function measureBy(fonts: FontLibrary, language: string, work: Work): Promise<TextMeasures> {
  const engine = await textEngineOf(fonts);
  return {
    measureText: (text, maxWidth) => measureText(engine, { ...text, language }, maxWidth, work.of(text)),
    baselineOfText: (text, room) => firstBaseline(engine, { ...text, language }, room, work.of(text)),
  };
}

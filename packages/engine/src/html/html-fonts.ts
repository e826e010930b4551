/** Finds the fonts of an HTML layer's texts. Our own rules choose them, and the layout engine gets their bytes. */
import { chosenFamily } from "../document/attributes/font-family.js";
import { type Edition, FIRST_EDITION } from "../document/edition.js";
import type { LetterStyle, SafeHtml, SafeHtmlText } from "../document/html/safe-html.js";
import { LRUCache } from "lru-cache";
import { ByteCache } from "../shared/byte-cache.js";
import type { FontFile, FontLibrary } from "../fonts/font-library.js";
import { outlinePoints } from "../fonts/outline-points.js";
import { pinWeight } from "../fonts/pin-weight.js";
import { readSfnt } from "../fonts/sfnt.js";
import { isFixedWidthSpace } from "../fonts/spaces.js";
import { unpackWoff } from "../fonts/woff.js";
import type { EngineParts } from "../text/engine.js";
import { replacedWeight } from "../text/font-findings.js";
import { fontTooCostly } from "../text/font-limits.js";
import { graphemeEnds } from "../text/graphemes.js";
import { FontChooser } from "../text/itemize.js";
import { textEngineOf } from "../layout/measure-layer.js";
import { PLAIN_STYLE, type ReplacedWeight } from "../text/prepared-text.js";
import type { Labeled, RenderWarning } from "../shared/warnings.js";
import { missingGlyphs, weightReplaced } from "../text/text-warnings.js";
import { spacesFont } from "./spaces-font.js";

/** The fonts and emoji that the texts of a layer need. */
export interface HtmlLetters {
  /** The font files of each text, in the order in which its letters need them. */
  readonly filesOf: ReadonlyMap<SafeHtmlText, readonly FontFile[]>;
  /** All font files, each once. The first one belongs to the layer's root. */
  readonly files: readonly FontFile[];
  /** The keys of the drawings of emoji, by grapheme. */
  readonly emoji: ReadonlyMap<string, string>;
  /** The graphemes that no font has. */
  readonly missing: readonly string[];
  /** The weights that the families lack, without duplicates. */
  readonly replacedWeights: readonly ReplacedWeight[];
}

/** The characters that the layout engine adds: the end of a text that is cut, and the marks and numbers of lists. */
const ADDED = "… •◦▪0123456789.";

const ROOT: LetterStyle = { families: ["Inter"], weight: 400, style: "normal" };

/** Chooses the fonts of all texts. It needs neither the layout engine nor a native library. */
export async function lettersOf(html: SafeHtml, fonts: FontLibrary, language: string): Promise<HtmlLetters> {
  const { parts } = await textEngineOf(fonts);
  const { emoji: library } = parts;
  const replaced = new Map<string, ReplacedWeight>();
  const files = new Set<FontFile>();
  const filesOf = new Map<SafeHtmlText, readonly FontFile[]>();
  const emoji = new Map<string, string>();
  const missing = new Set<string>();
  const choose = (text: string, { families, weight, style }: LetterStyle) => {
    // A document's own family has another identity than its name.
    const family = chosenFamily(families, (name) => fonts.identityOf(name) !== name);
    const queryFor = () => ({ family, face: { weight, style }, language });
    const chooser = new FontChooser({ fonts, emoji: library, direction: "auto", queryFor });
    const own = new Set<FontFile>();
    const spaces = new Map<FontFile, number[]>();
    for (const grapheme of graphemesOf(text)) {
      const choice = chooser.choose(grapheme, PLAIN_STYLE);
      const [key] = choice.emoji;
      if (key !== undefined) emoji.set(grapheme, key);
      if (choice.isMissing) missing.add(grapheme);
      if (choice.font === undefined) continue;
      own.add(choice.font);
      const codePoint = grapheme.codePointAt(0) ?? 0;
      if (fonts.edition === FIRST_EDITION || !isFixedWidthSpace(grapheme) || choice.font.has(codePoint)) continue;
      spaces.set(choice.font, [...(spaces.get(choice.font) ?? []), codePoint]);
    }
    const spacesOf = (base: FontFile) => {
      const codePoints = spaces.get(base);
      return codePoints === undefined ? [] : [spacesFile(parts, base, codePoints)];
    };
    // The layout engine takes the first file with a character. A later file can have the space of another family.
    const ordered = [...own].flatMap((base) => [base, ...spacesOf(base)]);
    const other = replacedWeight(fonts, queryFor());
    if (other !== undefined) replaced.set(`${family} ${weight}`, other);
    for (const file of ordered) files.add(file);
    return ordered;
  };
  choose(ADDED, ROOT);
  for (const text of html.texts) {
    // The layout can change the case of a letter, and not all fonts have the other letter.
    const cased = html.changesCase ? `${text.text}\n${text.text.toUpperCase()}\n${text.text.toLowerCase()}` : text.text;
    filesOf.set(text, choose(cased + ADDED, text.letters));
  }
  return { filesOf, files: [...files], emoji, missing: [...missing], replacedWeights: [...replaced.values()] };
}

/** Returns the warnings about the letters of a layer. */
export function letterWarnings(layer: Labeled, { missing, replacedWeights }: HtmlLetters): RenderWarning[] {
  return [
    ...(missing.length === 0 ? [] : [missingGlyphs(layer, missing)]),
    ...replacedWeights.map((replaced) => weightReplaced(layer, replaced)),
  ];
}

/** The fonts of spaces of all drawings, so that the layout engine parses each of them once. */
const spacesFiles = new LRUCache<string, FontFile>({ max: 200 });

function spacesFile(parts: EngineParts, base: FontFile, codePoints: readonly number[]): FontFile {
  const made = spacesFont(parts, base, codePoints);
  const file = spacesFiles.get(made.path) ?? made;
  spacesFiles.set(made.path, file);
  return file;
}

function graphemesOf(text: string): string[] {
  return text.split(/[\n\r\t\f]/).flatMap((line) => {
    let start = 0;
    return graphemeEnds(line).map((end) => {
      const grapheme = line.slice(start, end);
      start = end;
      return grapheme;
    });
  });
}

/** Unpacked font files. The layout engine caches parsed fonts by the identity of their bytes. */
const unpacked = new ByteCache<Buffer>(24_000_000, { keepsNewest: true });

/** The number of drawings so far. */
let drawings = 0;

/**
 * Returns a name for each font file for the layout engine, which cannot have several files of one face with the same
 * name. No other drawing has the same names. satori 0.63 caches shaped texts by the names of the fonts, but its choice
 * of a font for an emoji depends on the texts that it shaped before. So a drawing would depend on earlier drawings.
 */
export function fontNames(files: readonly FontFile[]): ReadonlyMap<FontFile, string> {
  drawings += 1;
  const prefix = `d${drawings}`;
  return new Map(files.map((file, index) => [file, `${prefix}f${index}`]));
}

/**
 * Returns the font files in the form that the layout engine accepts. The engine draws a variable font at its default
 * weight, so it gets a font of the wanted weight. In edition 1, it gets the variable font.
 */
export function fontOptions(names: ReadonlyMap<FontFile, string>, edition: Edition) {
  return [...names].map(([file, name]) => ({
    name,
    data:
      edition !== FIRST_EDITION && file.variableWeight !== undefined
        ? pinnedBytesOf(file, file.variableWeight)
        : bytesOf(file),
    weight: 400 as const,
    style: "normal" as const,
  }));
}

/**
 * The maximum number of points of a variable font. Moving one takes up to 80 ns. A font with 20,000 Chinese characters has
 * 2 million.
 */
const MAX_MOVED_POINTS = 4_000_000;

/** @throws EngineError if the font has too many points. */
function pinnedBytesOf(file: FontFile, weight: number): Buffer {
  const key = `${file.path} pinned`;
  const known = unpacked.get(key);
  if (known !== undefined) return known;
  const variable = bytesOf(file);
  if (outlinePoints(readSfnt(variable)) > MAX_MOVED_POINTS) throw fontTooCostly(file, "has too many points");
  const bytes = pinWeight(variable, weight) ?? variable;
  unpacked.set(key, bytes, bytes.length);
  return bytes;
}

function bytesOf(file: FontFile): Buffer {
  const known = unpacked.get(file.path);
  if (known !== undefined) return known;
  const bytes = unpackWoff(file.read());
  unpacked.set(file.path, bytes, bytes.length);
  return bytes;
}

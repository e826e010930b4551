/** Finds the fonts of an HTML layer's texts. Our own rules choose them, and the layout engine gets their bytes. */
import { chosenFamily } from "../document/html/font-family.js";
import type { LetterStyle, SafeHtml, SafeHtmlText } from "../document/html/safe-html.js";
import { ByteCache } from "../shared/byte-cache.js";
import type { FontFile, FontLibrary } from "../fonts/font-library.js";
import { unpackWoff } from "../fonts/woff.js";
import { graphemeEnds } from "../text/graphemes.js";
import { FontChooser } from "../text/itemize.js";
import { textEngineOf } from "../layout/measure-layer.js";
import { PLAIN_STYLE } from "../text/prepared-text.js";

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
}

/** The characters that the layout engine adds: the end of a text that is cut, and the marks and numbers of lists. */
const ADDED = "… •◦▪0123456789.";

const ROOT: LetterStyle = { families: ["Inter"], weight: 400, style: "normal" };

/** Chooses the fonts of all texts. It needs neither the layout engine nor a native library. */
export async function lettersOf(html: SafeHtml, fonts: FontLibrary, language: string): Promise<HtmlLetters> {
  const { emoji: library } = (await textEngineOf(fonts)).parts;
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
    for (const grapheme of graphemesOf(text)) {
      const choice = chooser.choose(grapheme, PLAIN_STYLE);
      const [key] = choice.emoji;
      if (key !== undefined) emoji.set(grapheme, key);
      if (choice.isMissing) missing.add(grapheme);
      if (choice.font !== undefined) own.add(choice.font);
    }
    for (const file of own) files.add(file);
    return [...own];
  };
  choose(ADDED, ROOT);
  for (const text of html.texts) {
    // The layout can change the case of a letter, and not all fonts have the other letter.
    const cased = html.changesCase ? `${text.text}\n${text.text.toUpperCase()}\n${text.text.toLowerCase()}` : text.text;
    filesOf.set(text, choose(cased + ADDED, text.letters));
  }
  return { filesOf, files: [...files], emoji, missing: [...missing] };
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

/** Returns the font files in the form that the layout engine accepts. */
export function fontOptions(names: ReadonlyMap<FontFile, string>) {
  return [...names].map(([file, name]) => ({
    name,
    data: bytesOf(file),
    weight: 400 as const,
    style: "normal" as const,
  }));
}

function bytesOf(file: FontFile): Buffer {
  const known = unpacked.get(file.path);
  if (known !== undefined) return known;
  const bytes = unpackWoff(file.read());
  unpacked.set(file.path, bytes, bytes.length);
  return bytes;
}

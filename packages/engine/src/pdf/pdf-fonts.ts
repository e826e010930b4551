/** The fonts of a file. Each contains only the glyphs that the page shows. */
import { hash } from "node:crypto";
import { readSfnt } from "../fonts/sfnt.js";
import { subsetFont } from "../fonts/font-subset.js";
import { unpackWoff } from "../fonts/woff.js";
import type { ByteCache } from "../shared/byte-cache.js";
import type { LoadedFont } from "../text/font-cache.js";
import type { PdfOutput } from "./canvas.js";
import { hex4, num, nums, ref, utf16Hex } from "./syntax.js";

/** A font that the file contains. */
export interface EmbeddedFont {
  /** The name in content streams. */
  readonly name: string;
  /** Returns the advance of a glyph in thousandths of the font size, as the file states it. */
  advanceOf(glyph: number): number;
  /**
   * Notes that a glyph shows a text. Returns false if the same glyph already shows another one. The file can state only
   * one text for each glyph.
   */
  show(glyph: number, text: string): boolean;
}

/** The outlines of a font as a PDF contains them. */
export interface FontProgram {
  readonly data: Buffer;
  readonly isTrueType: boolean;
}

/** The data of fonts that the PDFs of one renderer share. */
export interface FontCaches {
  /** Fonts with few glyphs. */
  readonly programs: ByteCache<FontProgram>;
  /** Whole fonts as plain OpenType, by their paths. */
  readonly fonts: ByteCache<Buffer>;
}

interface UsedFont extends EmbeddedFont {
  readonly loaded: LoadedFont;
  readonly object: number;
  readonly texts: Map<number, string>;
}

/** The bits of `fsType` for what a license allows. If only this bit is set, the font must not be embedded. */
const FS_TYPE = { at: 8, mask: 0x000f, restricted: 0x0002, noSubset: 0x0100, onlyBitmaps: 0x0200 };

/** Collects the glyphs of a page, and writes their fonts. */
export class PdfFonts {
  readonly #output: PdfOutput;
  readonly #caches: FontCaches;
  readonly #fonts = new Map<string, UsedFont | undefined>();

  /** @param outlined the paths of fonts that the file cannot contain */
  constructor(output: PdfOutput, caches: FontCaches, outlined: Iterable<string> = []) {
    this.#output = output;
    this.#caches = caches;
    for (const path of outlined) this.#fonts.set(path, undefined);
  }

  /** Returns a font of the file, or undefined if the file cannot or must not contain it. */
  use(loaded: LoadedFont): EmbeddedFont | undefined {
    const { path } = loaded.file;
    if (this.#fonts.has(path)) return this.#fonts.get(path);
    const font = isEmbeddable(loaded) ? this.#add(loaded) : undefined;
    this.#fonts.set(path, font);
    return font;
  }

  #add(loaded: LoadedFont): UsedFont {
    const { file, resources } = this.#output;
    const object = file.reserve();
    const texts = new Map<number, string>();
    return {
      loaded,
      object,
      texts,
      name: resources.add("Font", object),
      advanceOf: (glyph) => Math.round((loaded.hb.glyphHAdvance(glyph) * 1000) / loaded.unitsPerEm),
      show: (glyph, text) => {
        const known = texts.get(glyph);
        if (known === undefined) texts.set(glyph, text);
        return known === undefined || known === text;
      },
    };
  }

  /** Writes the fonts. No glyph can be added afterwards. */
  finish(): void {
    for (const font of this.#fonts.values()) if (font !== undefined) this.#write(font);
  }

  #write(font: UsedFont): void {
    const { file } = this.#output;
    const { loaded, texts, object } = font;
    const glyphs = [...texts.keys()].sort((one, other) => one - other);
    const program = this.#programOf(loaded, glyphs);
    const name = `${tagOf(glyphs)}+${loaded.file.title.replace(/[^\w-]/g, "") || "Font"}`;
    const kind = program.isTrueType
      ? {
          font: "CIDFontType2",
          key: "FontFile2",
          entries: `/Length1 ${program.data.length}`,
          map: "/CIDToGIDMap/Identity",
        }
      : { font: "CIDFontType0", key: "FontFile3", entries: "/Subtype/CIDFontType0C", map: "" };
    const stream = file.addCompressed(kind.entries, program.data);
    const { ascent, descent, capHeight } = loaded.metrics;
    const heights = nums([ascent, descent, capHeight].map((em) => Math.round(em * 1000)));
    const [up = "0", down = "0", cap = "0"] = heights.split(" ");
    const box = `[-1000 ${down} 2000 ${up}]`;
    const descriptor = file.add(
      `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox${box}/ItalicAngle 0/Ascent ${up}/Descent ${down}` +
        `/CapHeight ${cap}/StemV 80/${kind.key} ${ref(stream)}>>`,
    );
    const widths = glyphs.map((glyph) => `${glyph}[${num(font.advanceOf(glyph))}]`).join("");
    const descendant = file.add(
      `<</Type/Font/Subtype/${kind.font}/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
        `/Supplement 0>>/FontDescriptor ${ref(descriptor)}/DW 0/W[${widths}]${kind.map}>>`,
    );
    const unicode = file.addCompressed("", characterMap(texts));
    file.add(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${ref(descendant)}]` +
        `/ToUnicode ${ref(unicode)}>>`,
      object,
    );
  }

  #programOf(loaded: LoadedFont, glyphs: readonly number[]): FontProgram {
    const key = hash("sha1", `${loaded.file.path} ${glyphs.join(" ")}`, "base64");
    const known = this.#caches.programs.get(key);
    if (known !== undefined) return known;
    const made = makeProgram(loaded, this.#unpacked(loaded), glyphs);
    this.#caches.programs.set(key, made, made.data.length + 200);
    return made;
  }

  /** Returns the whole font. Unpacking it takes longer than making it smaller. */
  #unpacked({ file }: LoadedFont): Buffer {
    const known = this.#caches.fonts.get(file.path);
    if (known !== undefined) return known;
    const data = unpackWoff(file.read());
    this.#caches.fonts.set(file.path, data, data.length);
    return data;
  }
}

const embeddable = new WeakMap<LoadedFont, boolean>();

function isEmbeddable(loaded: LoadedFont): boolean {
  const known = embeddable.get(loaded) ?? mayBeEmbedded(loaded);
  embeddable.set(loaded, known);
  return known;
}

/** Returns whether the license and the outlines of a font allow a file to contain a part of it. */
function mayBeEmbedded(loaded: LoadedFont): boolean {
  const { tables } = readSfnt(unpackWoff(loaded.file.read()));
  const os2 = tables.find(({ tag }) => tag === "OS/2")?.data;
  const fsType = os2 === undefined || os2.length < FS_TYPE.at + 2 ? 0 : os2.readUInt16BE(FS_TYPE.at);
  const isForbidden = (fsType & FS_TYPE.mask) === FS_TYPE.restricted;
  if (isForbidden || (fsType & (FS_TYPE.noSubset | FS_TYPE.onlyBitmaps)) !== 0) return false;
  // PDF has no outlines of the second version of CFF.
  return tables.some(({ tag }) => tag === "glyf" || tag === "CFF ");
}

/** Thrown if a font cannot be made smaller. The page is then written again, with outlines of its letters. */
export class FontNotSubset extends Error {
  override readonly name = "FontNotSubset";
  readonly path: string;

  constructor({ path, title }: LoadedFont["file"]) {
    super(`The font ${title} cannot be made smaller.`);
    this.path = path;
  }
}

function makeProgram({ file }: LoadedFont, data: Buffer, glyphs: readonly number[]): FontProgram {
  const subset = subsetFont(data, { glyphs, weight: file.variableWeight });
  if (subset === undefined) throw new FontNotSubset(file);
  const cff = readSfnt(subset).tables.find(({ tag }) => tag === "CFF ");
  return cff === undefined ? { data: subset, isTrueType: true } : { data: Buffer.from(cff.data), isTrueType: false };
}

/** Returns the six letters that identify a subset. */
function tagOf(glyphs: readonly number[]): string {
  const digest = hash("sha1", glyphs.join(" "), "buffer");
  return Array.from({ length: 6 }, (_, index) => String.fromCharCode(65 + ((digest[index] ?? 0) % 26))).join("");
}

/** The largest number of rows that readers accept in one section. */
const ROWS = 100;

/** Writes the map from glyphs to the characters that they show. */
function characterMap(texts: ReadonlyMap<number, string>): string {
  const rows = [...texts]
    .filter(([, text]) => text !== "")
    .map(([glyph, text]) => `<${hex4(glyph)}><${utf16Hex(text)}>`);
  const sections: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS) {
    const some = rows.slice(at, at + ROWS);
    sections.push(`${some.length} beginbfchar\n${some.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap",
    "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def",
    "/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000><FFFF>\nendcodespacerange",
    ...sections,
    "endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend",
  ].join("\n");
}

/**
 * Color emoji as SVG. The drawings come from Noto Emoji, one large JSON file. Only the bytes of the wanted emoji are
 * read from it. Noto Emoji has no country flags, so each flag comes from its own file.
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { resolveInstalled } from "../shared/native.js";
import { ByteCache } from "../shared/byte-cache.js";
import { EMOJI_INDEX } from "./emoji-index.js";

/** The package's file with all drawings. */
export const EMOJI_FILE = "@iconify-json/noto/icons.json";
const FLAGS_FOLDER = "flag-icons/flags/4x3";

/** The content of an SVG with this view box. Its IDs are unique among all emoji. */
export interface EmojiDrawing {
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

/** The emoji that can be drawn. Each has a key. */
export interface EmojiLibrary {
  /**
   * Returns the keys of the drawings for a sequence of code points: usually one, several if only the parts of a joined
   * sequence have drawings, and none if the parts have none either.
   */
  keysOf(codePoints: readonly number[]): readonly string[];
  drawing(key: string): EmojiDrawing | undefined;
}

const CACHE_BYTES = 4_000_000;
const SIDE = 128;
const FLAG = { width: 640, height: 480 };

const JOINER = 0x200d;
/** The three flags of parts of countries that Unicode recommends. */
const PARTS_OF_COUNTRIES: ReadonlyMap<string, string> = new Map([
  ["gbeng", "gb-eng"],
  ["gbsct", "gb-sct"],
  ["gbwls", "gb-wls"],
]);
const isSelector = (codePoint: number) => codePoint === 0xfe0f || codePoint === 0xfe0e;
const isSkinTone = (codePoint: number) => codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
const isRegional = (codePoint: number) => codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
const BLACK_FLAG = 0x1f3f4;
const TAG_BASE = 0xe0000;
const CANCEL_TAG = 0xe007f;

/** Creates a library of the installed packages. It caches some drawings in memory. */
export function createEmojiLibrary(): EmojiLibrary {
  const drawings = new ByteCache<EmojiDrawing>(CACHE_BYTES, { keepsNewest: true });
  let places: ReadonlyMap<string, Place> | undefined;
  /** Whether each flag that was asked for has a file: at most 679 flags have a name. */
  const flags = new Map<string, boolean>();
  const placeOf = (key: string) => (places ??= readIndex()).get(key);

  const keyOf = (codePoints: readonly number[]): string | undefined => {
    const flag = flagName(codePoints);
    if (flag !== undefined) {
      const hasFile = flags.get(flag) ?? isInstalled(`${FLAGS_FOLDER}/${flag}.svg`);
      flags.set(flag, hasFile);
      return hasFile ? `flag:${flag}` : undefined;
    }
    const key = sequenceKey(codePoints);
    return placeOf(key) === undefined ? undefined : key;
  };

  return {
    keysOf: (codePoints) => {
      const plain = codePoints.filter((codePoint) => !isSelector(codePoint));
      const whole = keyOf(plain) ?? keyOf(plain.filter((codePoint) => !isSkinTone(codePoint)));
      if (whole !== undefined) return [whole];
      return partsOf(plain).flatMap((part) => keyOf(part) ?? []);
    },
    drawing: (key) => {
      const known = drawings.get(key);
      if (known !== undefined) return known;
      const place = placeOf(key);
      const read = key.startsWith("flag:") ? readFlag(key.slice(5)) : place && readDrawing(place);
      if (read === undefined) return undefined;
      const drawing = { ...read, body: withOwnIds(read.body, key.replaceAll(":", "-")) };
      drawings.set(key, drawing, drawing.body.length * 2);
      return drawing;
    },
  };
}

/** Returns the files that the font layer needs for emoji, besides licenses. */
export function emojiFiles(countryCodes: readonly string[]): string[] {
  return [EMOJI_FILE, ...countryCodes.map((code) => `${FLAGS_FOLDER}/${code}.svg`)];
}

interface Place {
  readonly start: number;
  readonly length: number;
}

function readIndex(): Map<string, Place> {
  const places = new Map<string, Place>();
  let end = 0;
  for (const field of EMOJI_INDEX.trim().split(/\s/)) {
    const [sequence = "", gap = "", size = ""] = field.split(":");
    const start = end + Number.parseInt(gap, 36);
    const length = Number.parseInt(size, 36);
    places.set(sequence, { start, length });
    end = start + length;
  }
  return places;
}

/** Reads one emoji from the middle of the file. Parsing the whole file would take 250 ms. */
function readDrawing({ start, length }: Place): EmojiDrawing | undefined {
  const bytes = Buffer.alloc(length);
  const file = openSync(resolveInstalled(EMOJI_FILE), "r");
  try {
    readSync(file, bytes, 0, length, start);
  } finally {
    closeSync(file);
  }
  try {
    const body: unknown = JSON.parse(bytes.toString());
    return typeof body === "string" ? { body, width: SIDE, height: SIDE } : undefined;
  } catch {
    // The index was written for another version of the package. No drawing is better than a wrong one.
    return undefined;
  }
}

function readFlag(name: string): EmojiDrawing {
  const svg = readFileSync(resolveInstalled(`${FLAGS_FOLDER}/${name}.svg`), "utf8");
  const body = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>")).replace(/\n\s*/g, "");
  return { body, ...FLAG };
}

function isInstalled(file: string): boolean {
  try {
    resolveInstalled(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the name of a flag. Two regional indicators name a country. A black flag with tag letters names a part of a
 * country, for example `gb-sct`.
 */
function flagName(codePoints: readonly number[]): string | undefined {
  const [first = 0, second = 0] = codePoints;
  if (codePoints.length === 2 && isRegional(first) && isRegional(second)) {
    return String.fromCharCode(first - 0x1f1e6 + 0x61, second - 0x1f1e6 + 0x61);
  }
  if (first !== BLACK_FLAG || codePoints.length < 5 || codePoints.at(-1) !== CANCEL_TAG) return undefined;
  const letters = codePoints.slice(1, -1).map((codePoint) => codePoint - TAG_BASE);
  if (letters.some((letter) => letter < 0x30 || letter > 0x7a)) return undefined;
  return PARTS_OF_COUNTRIES.get(String.fromCharCode(...letters));
}

function sequenceKey(codePoints: readonly number[]): string {
  return codePoints.map((codePoint) => codePoint.toString(16).padStart(4, "0")).join("-");
}

/** Returns the parts of a joined sequence, without skin tones. */
function partsOf(codePoints: readonly number[]): number[][] {
  const parts: number[][] = [[]];
  for (const codePoint of codePoints) {
    if (codePoint === JOINER) parts.push([]);
    else if (!isSkinTone(codePoint)) parts.at(-1)?.push(codePoint);
  }
  return parts;
}

/** Prefixes each ID of a drawing with the emoji's key, so that two drawings in one picture have different IDs. */
function withOwnIds(body: string, key: string): string {
  return body
    .replace(/\bid="([^"]+)"/g, `id="${key}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${key}-$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${key}-$1"`);
}

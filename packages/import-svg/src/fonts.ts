/** Finds the built-in family that is nearest to a font of the design. */
import { BUILT_IN_FAMILIES } from "@image-render/fonts/family-names";
import type { Style } from "./style.js";

/** A font as a text layer names it. */
export interface ChosenFont {
  readonly font_family: string;
  readonly font_weight: number;
  readonly font_style: "normal" | "italic";
  /** The family in the design, if another one replaces it. */
  readonly replaced: string | undefined;
}

/** Kinds of families by words in their names. The first built-in family of a kind replaces the others. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/plex mono|courier|typewriter/, "IBM Plex Mono"],
  [/mono|code|consol|menlo/, "JetBrains Mono"],
  [/brush|lobster|cooper/, "Pacifico"],
  [/hand(?!el)|marker|chalk|comic|bradley|kalam|patrick/, "Caveat"],
  [/satisfy|sacramento|yellowtail|cookie/, "Dancing Script"],
  [/copperplate|snell|kuenstler|edwardian|zapfino|calligra/, "Pinyon Script"],
  [/script|cursive|vibes|allura|signature/, "Great Vibes"],
  [/impact|haettenschweiler/, "Anton"],
  [/bebas|league ?gothic|din condensed/, "Bebas Neue"],
  [/fjalla|pathway gothic/, "Oswald"],
  [/condensed|narrow|compressed/, "Barlow Condensed"],
  [/slab|rockwell|arvo|bitter/, "Zilla Slab"],
  [/garamond|caslon|minion|jenson|bembo|sabon/, "EB Garamond"],
  [/baskerville|times|century(?! gothic)|tinos|liberation serif/, "Libre Baskerville"],
  [/georgia|palatino|cambria|charter|crimson|spectral|source serif|noto serif|pt serif|book antiqua/, "Lora"],
  [/dm serif|gloock|recoleta/, "DM Serif Display"],
  [/(?<!sans[ -]?)serif|didot|bodoni|display/, "Playfair Display"],
  [/calibri|carlito/, "Lato"],
  [/segoe|source ?sans|noto ?sans|myriad|tahoma|verdana|frutiger|droid/, "Open Sans"],
  [/gotham|proxima|metropolis|jost|spartan/, "Montserrat"],
  [/futura|avenir|century gothic|sofia|product sans|google sans/, "Poppins"],
  [/circular|gilroy|cera|satoshi/, "DM Sans"],
  [/rounded|quicksand|varela|comfortaa/, "Nunito"],
  [/grotes[kq]|franklin|univers|akzidenz/, "Work Sans"],
  [/arial|helvetica|arimo|liberation sans/, "Roboto"],
];
/** The generic family names. */
const GENERIC = new Set(["sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif"]);
const FALLBACK = "Inter";

/** The weights of the words in PostScript names such as `Inter-SemiBold`. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/thin|hairline/, 100],
  [/extra ?light|ultra ?light/, 200],
  [/semi ?bold|demi/, 600],
  [/extra ?bold|ultra ?bold|heavy/, 800],
  [/black/, 900],
  [/light/, 300],
  [/medium/, 500],
  [/bold/, 700],
];

const known = new Map(BUILT_IN_FAMILIES.map((family): [string, string] => [compact(family), family]));

/** Returns the font for a style. */
export function chooseFont(style: Style): ChosenFont {
  const wanted = (style.get("font-family") ?? "sans-serif")
    .split(",")
    .map((name) => name.trim().replace(/^["']|["']$/g, ""))
    .filter((name) => name !== "");
  const first = wanted[0] ?? "sans-serif";
  const words = first.toLowerCase();
  const font_style = /italic|oblique/.test(`${style.get("font-style") ?? ""} ${words}`) ? "italic" : "normal";
  const font_weight = weightOf(style.get("font-weight"), words);
  for (const name of wanted) {
    const family = known.get(compact(name)) ?? known.get(compact(withoutStyle(name)));
    if (family !== undefined) return { font_family: family, font_weight, font_style, replaced: undefined };
  }
  const all = wanted.join(" ").toLowerCase();
  const [, nearest = FALLBACK] =
    KINDS.find(([pattern]) => pattern.test(words)) ?? KINDS.find(([pattern]) => pattern.test(all)) ?? [];
  const replaced = GENERIC.has(words) ? undefined : withoutStyle(first);
  return { font_family: nearest, font_weight, font_style, replaced };
}

function weightOf(value: string | undefined, family: string): number {
  const named = WEIGHTS.find(([pattern]) => pattern.test(styleWords(family)))?.[1];
  const number = value === "bold" || value === "bolder" ? 700 : value === "lighter" ? 300 : Number(value ?? Number.NaN);
  const weight = Number.isFinite(number) ? number : (named ?? 400);
  return Math.min(900, Math.max(100, Math.round(weight / 100) * 100));
}

/** Returns the name of a family without the style that PostScript names have: `Inter-Bold`. */
function withoutStyle(name: string): string {
  return name.replace(
    /-(?:[A-Za-z]*(?:Regular|Roman|Book|Light|Medium|Bold|Black|Heavy|Italic|Oblique|Thin)[A-Za-z]*|MT)$/,
    "",
  );
}

function styleWords(family: string): string {
  const dash = family.lastIndexOf("-");
  return dash === -1 ? "" : family.slice(dash + 1);
}

function compact(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

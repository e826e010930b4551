/**
 * The built-in families with their weights and styles. This list determines the content of the tarball and of the font
 * layer (`layers/fonts/manifest.json`), so a face that is not listed takes no space.
 */
import type { BuiltInFamily } from "./family-names.js";

/** Upright or slanted. */
export type FontStyle = "normal" | "italic";

/** One weight and style of a family. */
export interface Face {
  readonly weight: number;
  readonly style: FontStyle;
}

/** The files of a family. */
export interface FamilySpec {
  /** The name of the family's folder. The names of the family's files also start with it. */
  readonly slug: string;
  /**
   * The Unicode subsets, one file each. A search for a character tries them in this order. `"slices"` stands for the
   * roughly 100 files of a CJK family. `slicesOfFamily` reads which characters each file contains.
   */
  readonly subsets: readonly string[] | "slices";
  readonly faces: readonly Face[];
  /** The faces in edition 1 of the template language, if it has fewer. Additional faces would change its pictures. */
  readonly firstFaces?: readonly Face[];
  /** The style of the letters, which lists are sorted by. */
  readonly kind: FamilyKind;
}

/** The style of a family's letters. */
export type FamilyKind = "sans serif" | "serif" | "slab serif" | "condensed" | "display" | "monospace" | "handwriting";

const LATIN = ["latin", "latin-ext", "vietnamese"] as const;
const LATIN_CYRILLIC = [...LATIN, "cyrillic"] as const;
const WEST = ["latin", "latin-ext"] as const;

const WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const;

const normal = (...weights: number[]): Face[] => weights.map((weight) => ({ weight, style: "normal" }));
const italic = (...weights: number[]): Face[] => weights.map((weight) => ({ weight, style: "italic" }));
const from = (lightest: number, heaviest = 900): number[] =>
  WEIGHTS.filter((weight) => weight >= lightest && weight <= heaviest);
const upright = (lightest: number, heaviest?: number): Face[] => normal(...from(lightest, heaviest));
const both = (lightest: number, heaviest?: number): Face[] => [
  ...upright(lightest, heaviest),
  ...italic(...from(lightest, heaviest)),
];

const noto = (script: string): FamilySpec => ({
  slug: `noto-sans-${script}`,
  kind: "sans serif",
  subsets: [script, "latin", "latin-ext"],
  faces: upright(100),
  firstFaces: normal(400, 500, 600, 700, 800),
});
/** A CJK weight has 3 to 5 MB, so the layer has five of the nine. */
const notoCjk = (region: string): FamilySpec => ({
  slug: `noto-sans-${region}`,
  kind: "sans serif",
  subsets: "slices",
  faces: normal(300, 400, 500, 700, 900),
  firstFaces: normal(400, 700),
});

/** All built-in families. */
export const FAMILIES: Readonly<Record<BuiltInFamily, FamilySpec>> = {
  Inter: {
    slug: "inter",
    kind: "sans serif",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext", "greek", "greek-ext"],
    faces: both(100),
    firstFaces: [...normal(400, 500, 600, 700, 800), ...italic(400, 600)],
  },
  Roboto: {
    slug: "roboto",
    kind: "sans serif",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext", "greek", "greek-ext", "math", "symbols"],
    faces: both(100),
    firstFaces: [...normal(400, 500, 700, 900), ...italic(400, 700)],
  },
  "Open Sans": {
    slug: "open-sans",
    kind: "sans serif",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext", "greek", "greek-ext", "hebrew"],
    faces: both(300, 800),
  },
  Lato: {
    slug: "lato",
    kind: "sans serif",
    subsets: WEST,
    faces: [...normal(100, 300, 400, 700, 900), ...italic(100, 300, 400, 700, 900)],
  },
  Montserrat: {
    slug: "montserrat",
    kind: "sans serif",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext"],
    faces: both(100),
  },
  Poppins: { slug: "poppins", kind: "sans serif", subsets: [...WEST, "devanagari"], faces: both(100) },
  Nunito: { slug: "nunito", kind: "sans serif", subsets: [...LATIN_CYRILLIC, "cyrillic-ext"], faces: both(200) },
  Raleway: { slug: "raleway", kind: "sans serif", subsets: [...LATIN_CYRILLIC, "cyrillic-ext"], faces: both(100) },
  "Work Sans": { slug: "work-sans", kind: "sans serif", subsets: LATIN, faces: both(100) },
  "DM Sans": { slug: "dm-sans", kind: "sans serif", subsets: WEST, faces: both(100) },
  Manrope: {
    slug: "manrope",
    kind: "sans serif",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext", "greek"],
    faces: upright(200, 800),
  },
  "Plus Jakarta Sans": {
    slug: "plus-jakarta-sans",
    kind: "sans serif",
    subsets: [...LATIN, "cyrillic-ext"],
    faces: both(200, 800),
  },
  "Space Grotesk": { slug: "space-grotesk", kind: "sans serif", subsets: LATIN, faces: upright(300, 700) },
  "Playfair Display": {
    slug: "playfair-display",
    kind: "serif",
    subsets: LATIN_CYRILLIC,
    faces: both(400),
    firstFaces: [...normal(400, 600, 700), ...italic(400, 600)],
  },
  "Cormorant Garamond": {
    slug: "cormorant-garamond",
    kind: "serif",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext"],
    faces: both(300, 700),
    firstFaces: [...normal(400, 500, 600), ...italic(400, 500)],
  },
  Merriweather: { slug: "merriweather", kind: "serif", subsets: [...LATIN_CYRILLIC, "cyrillic-ext"], faces: both(300) },
  Lora: { slug: "lora", kind: "serif", subsets: [...LATIN_CYRILLIC, "cyrillic-ext"], faces: both(400, 700) },
  "EB Garamond": {
    slug: "eb-garamond",
    kind: "serif",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext", "greek", "greek-ext"],
    faces: both(400, 800),
  },
  "Libre Baskerville": { slug: "libre-baskerville", kind: "serif", subsets: WEST, faces: both(400, 700) },
  "Zilla Slab": { slug: "zilla-slab", kind: "slab serif", subsets: WEST, faces: both(300, 700) },
  "Barlow Condensed": {
    slug: "barlow-condensed",
    kind: "condensed",
    subsets: LATIN,
    faces: both(100),
    firstFaces: normal(400, 500, 600, 700),
  },
  Oswald: {
    slug: "oswald",
    kind: "condensed",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext"],
    faces: upright(200, 700),
  },
  "Bebas Neue": { slug: "bebas-neue", kind: "display", subsets: WEST, faces: normal(400) },
  Anton: { slug: "anton", kind: "display", subsets: LATIN, faces: normal(400) },
  "Abril Fatface": { slug: "abril-fatface", kind: "display", subsets: WEST, faces: normal(400) },
  "DM Serif Display": {
    slug: "dm-serif-display",
    kind: "display",
    subsets: WEST,
    faces: [...normal(400), ...italic(400)],
  },
  "JetBrains Mono": {
    slug: "jetbrains-mono",
    kind: "monospace",
    subsets: [...LATIN_CYRILLIC, "greek"],
    faces: both(100, 800),
    firstFaces: normal(400, 700),
  },
  "IBM Plex Mono": {
    slug: "ibm-plex-mono",
    kind: "monospace",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext"],
    faces: both(100, 700),
  },
  "Great Vibes": { slug: "great-vibes", kind: "handwriting", subsets: LATIN_CYRILLIC, faces: normal(400) },
  "Pinyon Script": { slug: "pinyon-script", kind: "handwriting", subsets: LATIN, faces: normal(400) },
  Caveat: {
    slug: "caveat",
    kind: "handwriting",
    subsets: [...WEST, "cyrillic", "cyrillic-ext"],
    faces: upright(400, 700),
  },
  "Dancing Script": { slug: "dancing-script", kind: "handwriting", subsets: LATIN, faces: upright(400, 700) },
  Pacifico: {
    slug: "pacifico",
    kind: "handwriting",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext"],
    faces: normal(400),
  },
  "Noto Sans Arabic": noto("arabic"),
  "Noto Sans Hebrew": noto("hebrew"),
  "Noto Sans Devanagari": noto("devanagari"),
  "Noto Sans Thai": noto("thai"),
  "Noto Sans Bengali": noto("bengali"),
  "Noto Sans Tamil": noto("tamil"),
  "Noto Sans Telugu": noto("telugu"),
  "Noto Sans Kannada": noto("kannada"),
  "Noto Sans Malayalam": noto("malayalam"),
  "Noto Sans Gujarati": noto("gujarati"),
  "Noto Sans Gurmukhi": noto("gurmukhi"),
  "Noto Sans Sinhala": noto("sinhala"),
  "Noto Sans Khmer": noto("khmer"),
  "Noto Sans Lao": noto("lao"),
  "Noto Sans Myanmar": noto("myanmar"),
  "Noto Sans Georgian": noto("georgian"),
  "Noto Sans Armenian": noto("armenian"),
  "Noto Sans Ethiopic": noto("ethiopic"),
  "Noto Sans SC": notoCjk("sc"),
  "Noto Sans JP": notoCjk("jp"),
  "Noto Sans KR": notoCjk("kr"),
};

/**
 * Returns the faces of a family in an edition of the template language. Edition 1 keeps the faces that it had at first.
 */
export function facesIn(family: BuiltInFamily, edition: number): readonly Face[] {
  const { faces, firstFaces } = FAMILIES[family];
  return edition === 1 ? (firstFaces ?? faces) : faces;
}

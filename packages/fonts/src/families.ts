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
}

const LATIN = ["latin", "latin-ext", "vietnamese"] as const;
const LATIN_CYRILLIC = [...LATIN, "cyrillic"] as const;

const normal = (...weights: number[]): Face[] => weights.map((weight) => ({ weight, style: "normal" }));
const italic = (...weights: number[]): Face[] => weights.map((weight) => ({ weight, style: "italic" }));

const noto = (script: string): FamilySpec => ({
  slug: `noto-sans-${script}`,
  subsets: [script, "latin", "latin-ext"],
  faces: normal(400, 500, 600, 700, 800),
});
const notoCjk = (region: string): FamilySpec => ({
  slug: `noto-sans-${region}`,
  subsets: "slices",
  faces: normal(400, 700),
});

/** All built-in families. */
export const FAMILIES: Readonly<Record<BuiltInFamily, FamilySpec>> = {
  Inter: {
    slug: "inter",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext", "greek", "greek-ext"],
    faces: [...normal(400, 500, 600, 700, 800), ...italic(400, 600)],
  },
  Roboto: {
    slug: "roboto",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext", "greek", "greek-ext", "math", "symbols"],
    faces: [...normal(400, 500, 700, 900), ...italic(400, 700)],
  },
  "Playfair Display": {
    slug: "playfair-display",
    subsets: LATIN_CYRILLIC,
    faces: [...normal(400, 600, 700), ...italic(400, 600)],
  },
  "Cormorant Garamond": {
    slug: "cormorant-garamond",
    subsets: [...LATIN_CYRILLIC, "cyrillic-ext"],
    faces: [...normal(400, 500, 600), ...italic(400, 500)],
  },
  "Barlow Condensed": { slug: "barlow-condensed", subsets: LATIN, faces: normal(400, 500, 600, 700) },
  "JetBrains Mono": {
    slug: "jetbrains-mono",
    subsets: [...LATIN_CYRILLIC, "greek"],
    faces: normal(400, 700),
  },
  "Great Vibes": { slug: "great-vibes", subsets: LATIN_CYRILLIC, faces: normal(400) },
  "Pinyon Script": { slug: "pinyon-script", subsets: LATIN, faces: normal(400) },
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

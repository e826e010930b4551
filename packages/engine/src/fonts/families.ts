/**
 * The built-in families with their packages, weights and styles. The font layer's content derives from this list
 * (`layers/fonts/manifest.json`), so a face that is not listed costs nothing.
 */
import type { BuiltInFamily } from "../document/attributes/font-families.js";
import { slicesOf } from "./unicode-slices.js";

export type FontStyle = "normal" | "italic";

/** One weight and style of a family. */
export interface Face {
  readonly weight: number;
  readonly style: FontStyle;
}

interface FamilySpec {
  /** The name of the package under `@fontsource`. The names of its files start with it too. */
  readonly slug: string;
  /**
   * The Unicode subsets, one file each, in the order in which they are searched for a character. `"slices"` stands for
   * the files of a CJK family, about 100. The package's own index says which file has a character.
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

/** The family for characters that another family lacks. It has the most scripts. */
export const FALLBACK_FAMILY: BuiltInFamily = "Inter";

/** Arrows, mathematics, check marks, stars and dingbats. Only single characters come from them. */
export const SYMBOL_FILES: readonly string[] = [
  "@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff",
  "@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff",
  "@fontsource/noto-sans-symbols/files/noto-sans-symbols-symbols-400-normal.woff",
];

/**
 * Returns the face nearest to the wanted one: by style first, then by weight. Of two faces at equal distance, it
 * returns the heavier one.
 */
export function nearestFace(family: BuiltInFamily, wanted: Face): Face {
  const { faces } = FAMILIES[family];
  const inStyle = faces.filter(({ style }) => style === wanted.style);
  const candidates = inStyle.length > 0 ? inStyle : faces;
  const distance = ({ weight }: Face) => Math.abs(weight - wanted.weight);
  return candidates.reduce((best, face) => (distance(face) <= distance(best) ? face : best));
}

/** Returns the path of a face's file inside `node_modules`, for one subset or slice. */
export function fileOfSubset(family: BuiltInFamily, face: Face, subset: string): string {
  const { slug } = FAMILIES[family];
  return `@fontsource/${slug}/files/${slug}-${subset}-${face.weight}-${face.style}.woff`;
}

/** Returns the files of a face inside `node_modules`, one per subset. */
export function filesOfFace(family: BuiltInFamily, face: Face): string[] {
  const { slug, subsets } = FAMILIES[family];
  const names = subsets === "slices" ? slicesOf(slug).names : subsets;
  return names.map((subset) => fileOfSubset(family, face, subset));
}

/** Returns every font file of the built-in families. */
export function allFontFiles(): string[] {
  const families = Object.keys(FAMILIES) as BuiltInFamily[];
  const ofFamilies = families.flatMap((family) => FAMILIES[family].faces.flatMap((face) => filesOfFace(family, face)));
  return [...ofFamilies, ...SYMBOL_FILES];
}

/** Returns the packages' own indexes of their slices. They must be deployed with the slices. */
export function allSliceIndexes(): string[] {
  return Object.values(FAMILIES).flatMap(({ slug, subsets }) =>
    subsets === "slices" ? [`@fontsource/${slug}/unicode.json`] : [],
  );
}

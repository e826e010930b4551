/** The families that are used for a character that the text's own family lacks. */
import type { BuiltInFamily } from "@image-render/fonts";

/** The family for characters that another family lacks. It has the most scripts. */
const FALLBACK_FAMILY: BuiltInFamily = "Inter";

/** Families to try before the symbol files, and families to try after them. */
export interface FallbackFamilies {
  readonly first: readonly BuiltInFamily[];
  readonly last: readonly BuiltInFamily[];
}

const OF_SCRIPT: Readonly<Record<string, BuiltInFamily>> = {
  Arab: "Noto Sans Arabic",
  Hebr: "Noto Sans Hebrew",
  Deva: "Noto Sans Devanagari",
  Thai: "Noto Sans Thai",
  Beng: "Noto Sans Bengali",
  Taml: "Noto Sans Tamil",
  Telu: "Noto Sans Telugu",
  Knda: "Noto Sans Kannada",
  Mlym: "Noto Sans Malayalam",
  Gujr: "Noto Sans Gujarati",
  Guru: "Noto Sans Gurmukhi",
  Sinh: "Noto Sans Sinhala",
  Khmr: "Noto Sans Khmer",
  Laoo: "Noto Sans Lao",
  Mymr: "Noto Sans Myanmar",
  Geor: "Noto Sans Georgian",
  Armn: "Noto Sans Armenian",
  Ethi: "Noto Sans Ethiopic",
  Hira: "Noto Sans JP",
  Kana: "Noto Sans JP",
  Hang: "Noto Sans KR",
};

/** The family with superscripts, subscripts and fractions, which the files of the other families lack. */
const SIGNS_FAMILY: BuiltInFamily = "Roboto";

const CHINESE: readonly BuiltInFamily[] = ["Noto Sans SC", "Noto Sans JP", "Noto Sans KR"];
const JAPANESE: readonly BuiltInFamily[] = ["Noto Sans JP", "Noto Sans SC", "Noto Sans KR"];
const KOREAN: readonly BuiltInFamily[] = ["Noto Sans KR", "Noto Sans JP", "Noto Sans SC"];

/** The families that cover a single script. Some have punctuation that belongs to no script, for example a danda. */
const SMALL: readonly BuiltInFamily[] = Object.values(OF_SCRIPT).filter((family) => !CHINESE.includes(family));

/** Returns the fallback order for a script in a language. Each language draws the same Han character differently. */
export function fallbackFamilies(script: string, language: string | undefined): FallbackFamilies {
  const cjk = cjkOrder(language);
  const own = OF_SCRIPT[script];
  if (script === "Hani") return { first: [...cjk, FALLBACK_FAMILY], last: [] };
  if (own !== undefined) return { first: [own, FALLBACK_FAMILY], last: cjk };
  return { first: [FALLBACK_FAMILY], last: [SIGNS_FAMILY, ...cjk, ...SMALL] };
}

function cjkOrder(language: string | undefined): readonly BuiltInFamily[] {
  switch (language?.toLowerCase().split("-")[0]) {
    case "ja":
      return JAPANESE;
    case "ko":
      return KOREAN;
    default:
      return CHINESE;
  }
}

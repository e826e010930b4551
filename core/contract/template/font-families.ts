/** The names of the built-in font families. `core/rendering/fonts` has their files. */
export const BUILT_IN_FAMILIES = [
  "Inter",
  "Roboto",
  "Playfair Display",
  "Cormorant Garamond",
  "Barlow Condensed",
  "JetBrains Mono",
  "Great Vibes",
  "Pinyon Script",
  "Noto Sans Arabic",
  "Noto Sans Hebrew",
  "Noto Sans Devanagari",
  "Noto Sans Thai",
  "Noto Sans SC",
  "Noto Sans JP",
  "Noto Sans KR",
] as const;

export type BuiltInFamily = (typeof BUILT_IN_FAMILIES)[number];

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The font family of all texts, in every engine. */
export const FAMILY = "Inter";

/** Its two weights, as WOFF files. */
export const FONTS = ([400, 700] as const).map((weight) => ({
  name: FAMILY,
  weight,
  style: "normal" as const,
  data: readFileSync(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
}));

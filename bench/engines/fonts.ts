import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The family that every engine sets its texts in. */
export const FAMILY = "Inter";

/** Its two weights, as files of WOFF. */
export const FONTS = ([400, 700] as const).map((weight) => ({
  name: FAMILY,
  weight,
  style: "normal" as const,
  data: readFileSync(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
}));

/** The output formats as the tools describe them. */
import type { OutputFormat } from "@image-render/client";
import { OUTPUT_FORMATS } from "@image-render/client/formats";

export const FORMAT_NAMES = Object.keys(OUTPUT_FORMATS) as OutputFormat[];

/** The formats that can be transparent, as in "png, webp and avif". */
export const TRANSPARENT_FORMATS = listed(FORMAT_NAMES.filter((name) => OUTPUT_FORMATS[name].isTransparent));

/** The formats whose quality a request can set, as in "jpg, webp and avif". */
export const QUALITY_FORMATS = listed(FORMAT_NAMES.filter((name) => OUTPUT_FORMATS[name].hasQuality));

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

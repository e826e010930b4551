import { FORMATS, IMAGE_FORMATS, type ImageFormat } from "./registry.js";

/** The other names of formats that requests can use, each with its format. */
export const FORMAT_ALIASES: ReadonlyMap<string, ImageFormat> = new Map(
  IMAGE_FORMATS.flatMap((format) => FORMATS[format].aliases.map((alias) => [alias, format] as const)),
);

/** Returns the format with this name or alias. */
export function formatNamed(text: string): ImageFormat | undefined {
  return IMAGE_FORMATS.find((format) => format === text) ?? FORMAT_ALIASES.get(text);
}

/** The formats whose pictures can have transparent pixels. */
export const TRANSPARENT_FORMATS = IMAGE_FORMATS.filter((format) => FORMATS[format].isTransparent);

/** The formats whose pictures have no transparent pixels. */
export const OPAQUE_FORMATS = IMAGE_FORMATS.filter((format) => !FORMATS[format].isTransparent);

/** The formats whose pictures have a quality. */
export const LOSSY_FORMATS = IMAGE_FORMATS.filter((format) => FORMATS[format].defaultQuality !== undefined);

/** The content types of pictures. */
export const CONTENT_TYPES = IMAGE_FORMATS.map((format) => FORMATS[format].contentType);

/** Lists names for a sentence: `png, jpg or webp`. */
export function listNames(names: readonly string[] = IMAGE_FORMATS, conjunction = "or"): string {
  const [last = "", ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(", ")} ${conjunction} ${last}`;
}

/** The files that the service accepts, and its names for their types. */
import type { CreateUpload } from "@image-render/client";

type ContentType = CreateUpload["contentType"];

/** Browsers give fonts no type, or one of several, so the extension decides. */
const TYPES: Readonly<Record<string, ContentType>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  otf: "font/otf",
  woff: "font/woff",
  woff2: "font/woff2",
};

/** The attribute `accept` of an input for all of these files. */
export const ACCEPTED = acceptOf(Object.keys(TYPES));
/** The attribute `accept` of an input for images. */
export const IMAGES = acceptOf(Object.keys(TYPES).filter((extension) => TYPES[extension]?.startsWith("image/")));

function acceptOf(extensions: readonly string[]): string {
  return extensions.map((extension) => `.${extension}`).join(",");
}

/** Returns the type of a file by its name, or undefined if the service does not take it. */
export function contentTypeOf(name: string): ContentType | undefined {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

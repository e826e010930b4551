/** An image in base64. It matches only base64 characters, so no other part of the HTML can pass as an image. */
const EMBEDDED_IMAGE = /data:image\/[a-z.+-]{1,20};base64,[a-z0-9+/=]*/gi;

/** Counts the characters of HTML that take time to read: all except those of images in data URIs. */
export function htmlLength(html: string): number {
  let length = html.length;
  if (html.includes(";base64,")) for (const [image] of html.matchAll(EMBEDDED_IMAGE)) length -= image.length;
  return length;
}

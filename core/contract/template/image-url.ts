/** What an image layer may point at: the literal check. The guarded fetcher decides which addresses are really called. */

/** Decoded bytes that a data URI may carry. */
export const MAX_DATA_URI_BYTES = 1_048_576;

/** The longest text of an image URL: a full data URI in base64 and its head. */
export const MAX_IMAGE_URL_LENGTH = Math.ceil(MAX_DATA_URI_BYTES / 3) * 4 + 64;

const MAX_REMOTE_URL_LENGTH = 2048;
const UPLOAD_PATH = /^\/api\/(?:v1\/uploads\/[\w-]{1,64}\/file|uploads\/files\/[\w-]{1,64})$/;
const DATA_URI_HEAD = /^data:image\/(?:png|jpe?g|webp|gif|avif|svg\+xml)(?:;charset=[\w-]{1,20})?;base64,/i;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The sentence that says what is wrong with an image URL, or undefined. */
export function imageUrlFault(text: string): string | undefined {
  if (/^data:/i.test(text)) return dataUriFault(text);
  if (UPLOAD_PATH.test(text)) return undefined;
  if (text.length > MAX_REMOTE_URL_LENGTH) return `It must have at most ${MAX_REMOTE_URL_LENGTH} characters.`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Plain http is of use to a local stack alone, and the fetcher refuses it there too unless loopback is admitted.
  const isAllowed = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK_HOSTS.has(url.hostname));
  if (!isAllowed) return "It must be an https:// address, a data:image/… URI in base64, or the path of an upload.";
  return undefined;
}

function dataUriFault(text: string): string | undefined {
  const head = DATA_URI_HEAD.exec(text)?.[0];
  if (head === undefined) return "A data URI must be a PNG, JPEG, WebP, AVIF, GIF or SVG image in base64.";
  const bytes = Math.floor(((text.length - head.length) * 3) / 4);
  if (bytes > MAX_DATA_URI_BYTES + 2) return "A data URI may hold 1 MB at most; upload the image or give its address.";
  return undefined;
}

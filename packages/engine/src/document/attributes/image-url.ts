/** Checks the text of image URLs. The guarded fetcher decides which addresses are requested. */

/** The maximum size of the decoded content of a data URI. */
export const MAX_DATA_URI_BYTES = 1_048_576;

/** The maximum length of an image URL: that of the largest base64 data URI, including its head. */
export const MAX_IMAGE_URL_LENGTH = Math.ceil(MAX_DATA_URI_BYTES / 3) * 4 + 64;

const MAX_REMOTE_URL_LENGTH = 2048;
const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
/** The current form of an upload's path, and the older form. */
const UPLOAD_PATH = new RegExp(`^/api/(?:v1/uploads/(${UUID})/file|uploads/files/(${UUID}))$`);
const DATA_URI_HEAD = /^data:image\/(?:png|jpe?g|webp|gif|avif|svg\+xml)(?:;charset=[\w-]{1,20})?;base64,/i;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the ID of an upload in lower case, from its path. Returns undefined if the text is not the path of an upload.
 */
export function uploadIdOf(url: string): string | undefined {
  const [, id, olderId] = UPLOAD_PATH.exec(url) ?? [];
  return (id ?? olderId)?.toLowerCase();
}

/** Returns a sentence that says what is wrong with an image URL, or undefined if nothing is. */
export function imageUrlIssue(text: string): string | undefined {
  if (/^data:/i.test(text)) return dataUriIssue(text);
  if (uploadIdOf(text) !== undefined) return undefined;
  if (text.length > MAX_REMOTE_URL_LENGTH) return `It must have at most ${MAX_REMOTE_URL_LENGTH} characters.`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Plain http is only useful on one machine. The fetcher refuses it there too, unless loopback targets are allowed.
  const isAllowed = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK_HOSTS.has(url.hostname));
  if (isAllowed) return undefined;
  return (
    "It must be an https:// address, a data:image/… URI in base64, or the path of an upload, " +
    "/api/v1/uploads/{id}/file."
  );
}

function dataUriIssue(text: string): string | undefined {
  const head = DATA_URI_HEAD.exec(text)?.[0];
  if (head === undefined) return "A data URI must be a PNG, JPEG, WebP, AVIF, GIF or SVG image in base64.";
  const bytes = Math.floor(((text.length - head.length) * 3) / 4);
  if (bytes > MAX_DATA_URI_BYTES + 2) return "A data URI can have at most 1 MB. Upload the image, or use its address.";
  return undefined;
}

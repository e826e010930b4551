/** Larger pictures of versions, which are drawn at once and not stored. */
import { irs } from "../../../service/irs.js";
import { previewScale } from "./preview-scale.js";
import { documentToCopy } from "./template-routes.js";

/** The service draws at most four pictures of a workspace at the same time, for all of its people. */
const MAX_RUNNING = 2;
/** The number of pictures that are kept, so that they need not be drawn again. */
const MAX_KEPT = 24;

const kept = new Map<string, string>();
const waiting: (() => void)[] = [];
let running = 0;

/**
 * Draws a version of a template. The address is valid until {@link MAX_KEPT} others were drawn.
 * @param maxSidePx the longest side of the picture. It is never enlarged
 * @returns the address of the picture
 */
export async function drawVersion(id: string, version: number, maxSidePx: number): Promise<string> {
  const key = `${id} ${version} ${maxSidePx}`;
  const found = kept.get(key);
  if (found !== undefined) {
    kept.delete(key);
    kept.set(key, found);
    return found;
  }
  const url = await inTurn(async () => {
    const document = documentToCopy(await irs.templates.get(id, { version }));
    // The height can depend on the contents.
    const height = document.height === "hug" ? document.width : document.height;
    const scale = previewScale(document.width, height, maxSidePx);
    // The preview of a document shows the defaults of required variables. The preview of a stored version needs values.
    const picture = await irs.templates.previewDocument({ document, scale, format: "webp" });
    return URL.createObjectURL(new Blob([picture]));
  });
  kept.set(key, url);
  const [oldest] = kept;
  if (kept.size > MAX_KEPT && oldest !== undefined) {
    kept.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1]);
  }
  return url;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

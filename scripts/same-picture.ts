import sharp from "sharp";

/**
 * A larger difference of a color channel (0 to 255) means that the pictures show something else. A change of the
 * quality of the WebP encoder does not count: it changed the gallery's pictures by up to 32.
 */
const MAX_DIFFERENCE = 64;
/** The share of larger differences that different machines may cause at edges. */
const MAX_SHARE = 0.0001;

/** Returns whether two encoded pictures look the same. */
export async function isSamePicture(left: Uint8Array, right: Uint8Array): Promise<boolean> {
  if (Buffer.compare(left, right) === 0) return true;
  const [a, b] = [await decode(left), await decode(right)];
  if (a === undefined || b === undefined || a.width !== b.width || a.height !== b.height) return false;
  let differences = 0;
  for (let index = 0; index < a.data.length; index++) {
    if (Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0)) > MAX_DIFFERENCE) differences += 1;
  }
  return differences <= a.data.length * MAX_SHARE;
}

/** The pixels as RGBA. Undefined if the bytes are not a picture. */
async function decode(bytes: Uint8Array) {
  try {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

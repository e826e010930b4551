/** Compares a picture with the expected one, as a person would see them. */
import pixelmatch from "pixelmatch";
import sharp from "sharp";

/**
 * The share of pixels that can differ perceptibly. It is four times that of the tests, which run the same libraries on the
 * same processor: on arm64, codecs and curves round edges differently. A wrong font or layer changes far more.
 */
export const TOLERATED_SHARE = 0.002;
/** The distance of two colors that counts as a difference: 0 to 1, in the perceptual space of pixelmatch. */
const THRESHOLD = 0.1;

/** Resolves to what is different, or to `undefined` if the pictures look the same. */
export async function differenceOf(expected: Uint8Array, actual: Uint8Array): Promise<string | undefined> {
  const [want, got] = await Promise.all([decode(expected), decode(actual)]);
  if (want.width !== got.width || want.height !== got.height) {
    return `it has ${got.width} × ${got.height} px in place of ${want.width} × ${want.height} px`;
  }
  const { width, height } = want;
  const differing = pixelmatch(want.data, got.data, undefined, width, height, { threshold: THRESHOLD });
  const share = differing / (width * height);
  return share <= TOLERATED_SHARE ? undefined : `${(share * 100).toFixed(2)} % of its pixels differ`;
}

async function decode(picture: Uint8Array) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

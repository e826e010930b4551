/** Compares pictures of screens with the expected ones. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import sharp from "sharp";

const EXPECTED_FOLDER = join(import.meta.dirname, "pictures");
/** Failing tests write the actual picture and the differences here. The folder is not committed. */
const ACTUAL_FOLDER = ".local/studio-pictures";

/** The share of pixels that can differ: another processor rounds the edges of letters differently. */
const TOLERATED_SHARE = 0.0002;

interface Raw {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Compares a screenshot with the expected picture, or renews it if the environment variable `UPDATE_PICTURES` is 1. A
 * picture that has not changed perceptibly is not written again.
 * @returns what is wrong, or undefined
 */
export async function problemOfScreen(name: string, screenshot: Uint8Array): Promise<string | undefined> {
  const file = join(EXPECTED_FOLDER, `${name}.webp`);
  const difference = existsSync(file) ? await differenceOf(readFileSync(file), screenshot) : { text: "is missing" };
  if (difference === undefined) return undefined;
  const webp = await sharp(screenshot).webp({ lossless: true, effort: 6 }).toBuffer();
  if (process.env["UPDATE_PICTURES"] === "1") {
    writeFileSync(file, webp);
    return undefined;
  }
  mkdirSync(ACTUAL_FOLDER, { recursive: true });
  writeFileSync(join(ACTUAL_FOLDER, `${name}.actual.webp`), webp);
  if (difference.picture !== undefined) writeFileSync(join(ACTUAL_FOLDER, `${name}.diff.png`), difference.picture);
  return `The expected picture ${name}.webp ${difference.text}; see ${ACTUAL_FOLDER}. Renew it with "npm run studio:pictures", and look at it.`;
}

async function differenceOf(
  expected: Uint8Array,
  actual: Uint8Array,
): Promise<{ readonly text: string; readonly picture?: Buffer } | undefined> {
  const [want, got] = await Promise.all([decode(expected), decode(actual)]);
  const { width, height } = want;
  if (width !== got.width || height !== got.height) {
    return { text: `is ${width} × ${height} px, but the screen is ${got.width} × ${got.height} px` };
  }
  const diff = Buffer.alloc(width * height * 4);
  const differing = pixelmatch(want.data, got.data, diff, width, height, { threshold: 0.1 });
  if (differing <= width * height * TOLERATED_SHARE) return undefined;
  const picture = await sharp(diff, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { text: `differs in ${differing} pixels`, picture };
}

async function decode(picture: Uint8Array): Promise<Raw> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

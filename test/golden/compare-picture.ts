import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import sharp from "sharp";

/** Failing tests write the actual picture and the differences here. The folder is not committed. */
const ACTUAL_FOLDER = join(import.meta.dirname, "actual");

/**
 * The share of pixels that can differ perceptibly: other codec versions round edges differently. A wrong layer changes
 * far more pixels.
 */
const TOLERATED_SHARE = 0.0005;

interface Raw {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Compares a PNG perceptually with the committed golden. A missing golden is a failure. Only `npm run goldens` creates and
 * renews goldens, so that someone looks at them before the commit.
 */
export async function expectGolden(name: string, actual: Uint8Array, goldenPath: string): Promise<void> {
  if (process.env["UPDATE_GOLDENS"] === "1") {
    writeFileSync(goldenPath, actual);
    return;
  }
  if (!existsSync(goldenPath)) {
    throw new Error(`There is no golden for ${name}. Create it with "npm run goldens", look at it, and commit it.`);
  }
  const [want, got] = await Promise.all([decode(readFileSync(goldenPath)), decode(actual)]);
  if (want.width !== got.width || want.height !== got.height) {
    write(name, "actual", actual);
    throw new Error(`${name} is ${got.width}×${got.height} px, but its golden is ${want.width}×${want.height} px.`);
  }
  const { width, height } = want;
  const diff = Buffer.alloc(width * height * 4);
  const differing = pixelmatch(want.data, got.data, diff, width, height, { threshold: 0.1 });
  if (differing <= width * height * TOLERATED_SHARE) return;
  write(name, "actual", actual);
  write(
    name,
    "diff",
    await sharp(diff, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  );
  throw new Error(
    `${name} differs from its golden in ${differing} pixels; see test/golden/actual. ` +
      `If the change is intended, run "npm run goldens", look at the result, and commit it.`,
  );
}

async function decode(png: Uint8Array): Promise<Raw> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function write(name: string, what: string, png: Uint8Array): void {
  mkdirSync(ACTUAL_FOLDER, { recursive: true });
  writeFileSync(join(ACTUAL_FOLDER, `${name}.${what}.png`), png);
}

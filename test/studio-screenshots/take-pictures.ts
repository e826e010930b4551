/** Takes the pictures of the screens. */
import { writeFileSync } from "node:fs";
import type { Browser, BrowserContext } from "playwright-core";
import sharp from "sharp";
import type { Screen, Seeded } from "./screens.js";

/** A page of the documentation shows a picture 780 px wide. It must be twice as wide. */
const WIDTH_PX = 1040;
const HEIGHT_PX = 660;
const PIXELS_PER_PX = 1.5;
/** The limit for a picture of the documentation. */
const MAX_BYTES = 60_000;
const QUALITIES = [90, 84, 78, 72, 66, 60, 54, 48, 40, 32];
const APPEARANCES = [
  { colorScheme: "light", ending: "webp" },
  { colorScheme: "dark", ending: "dark.webp" },
] as const;

/** The subjects of the pictures, and the folder that they are written to. */
export interface Pictures {
  readonly baseUrl: string;
  /** A link that signs in to the studio. */
  readonly link: string;
  readonly seeded: Seeded;
  readonly folder: string;
}

/** Takes a picture of each screen in both appearances. Writes one line for each picture. */
export async function takePictures(browser: Browser, screens: readonly Screen[], pictures: Pictures): Promise<void> {
  const context = await browser.newContext({
    baseURL: pictures.baseUrl,
    viewport: { width: WIDTH_PX, height: HEIGHT_PX },
    deviceScaleFactor: PIXELS_PER_PX,
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  await page.goto(pictures.link);
  await page
    .getByRole("main")
    .getByRole("heading", { level: 1, name: /Templates/ })
    .waitFor();
  await page.close();
  for (const screen of screens) await takePicturesOf(context, screen, pictures);
  await context.close();
}

async function takePicturesOf(context: BrowserContext, screen: Screen, { seeded, folder }: Pictures): Promise<void> {
  const page = await context.newPage();
  for (const { colorScheme, ending } of APPEARANCES) {
    await page.emulateMedia({ colorScheme });
    await page.goto(screen.path(seeded));
    await screen.prepare(page);
    // Pictures and fonts that arrive later would be missing.
    await page.waitForLoadState("networkidle");
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    const webp = await compress(await page.screenshot({ caret: "hide" }));
    const file = `${folder}/studio-${screen.name}.${ending}`;
    writeFileSync(file, webp);
    process.stdout.write(`${file}  ${(webp.length / 1000).toFixed(1)} kB\n`);
  }
  await page.close();
}

/** Encodes with the highest quality that is small enough. @throws Error if none is */
async function compress(png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length <= MAX_BYTES) return webp;
  }
  throw new Error(`A picture has more than ${MAX_BYTES / 1000} kB at the lowest quality. Show less on it.`);
}

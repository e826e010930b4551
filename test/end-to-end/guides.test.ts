/**
 * The three ways to a picture of your own, from nothing but what the README, the guides and the home page say, and a guide.
 * Each of them has five minutes: the time limit of a test. The service has just started.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { askForPicture, connectAs } from "./assistant.js";
import { pictureIn, runGuide, withAddress } from "./guides.js";
import { codeOf, commandFor, makeCheckout, pageText, runCommands } from "./page-commands.js";
import { useService } from "./use-service.js";

const { service } = useService();
let checkout = "";

beforeAll(() => {
  checkout = makeCheckout(service.stateDir);
});

/** Another letter in the name of the author makes a difference of 25 levels, the compression one of 5. */
const MAX_DIFFERENCE = 16;
const CARD = { format: "png", width: 1200, height: 630 };
/** The texts that the README and the guide put into the picture. */
const TEXTS = { title: "My first picture", author: "Ada Lovelace" };
const pixels = async (picture: string | Uint8Array) => await sharp(picture).removeAlpha().raw().toBuffer();

/** Expects a picture that looks like the one in the guide, which is compressed with losses. */
async function expectPictureOfGuide(picture: string | Uint8Array): Promise<void> {
  // Blocks of ten pixels: a letter more or less changes one of them by far more than the compression does.
  const blocks = async (source: string | Uint8Array) => {
    const raw = { width: CARD.width, height: CARD.height, channels: 3 } as const;
    return await sharp(await pixels(source), { raw })
      .resize(120, 63)
      .raw()
      .toBuffer();
  };
  const [own, shown] = await Promise.all([blocks(picture), blocks("docs/images/my-first-picture.webp")]);
  const differences = own.map((value, index) => Math.abs(value - (shown[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThan(MAX_DIFFERENCE);
}

describe("a program", () => {
  const [program] = codeOf(readFileSync("README.md", "utf8")).flatMap((blocks) =>
    blocks.filter(({ language }) => language === "ts"),
  );

  test("of ten lines of TypeScript in the README makes the picture that the guide shows", async () => {
    expect(program?.code.trim().split("\n").length).toBeLessThanOrEqual(10);
    if (program !== undefined) await runCommands(checkout, [commandFor(program)]);
    expect(await pictureIn(checkout, "picture.png")).toEqual(CARD);
    await expectPictureOfGuide(join(checkout, "picture.png"));
  });

  test.each(["cURL", "TypeScript", "Python"])("by the guide in %s makes the same picture", async (tab) => {
    rmSync(join(checkout, "first.png"), { force: true });
    expect(await runGuide(checkout, "first-picture", tab)).toContain("title: text\n");
    const [own, first] = await Promise.all(["first.png", "picture.png"].map((file) => pixels(join(checkout, file))));
    expect(own?.equals(first ?? Buffer.alloc(0))).toBe(true);
  });
});

describe("an assistant", () => {
  const configurations = (text: string) =>
    codeOf(text).flatMap(([block]) =>
      block?.language === "json" && block.code.includes("mcpServers") ? block.code : [],
    );

  test("with the configuration of the README and the guide makes the picture that the guide shows", async () => {
    const [configuration = ""] = configurations(readFileSync("README.md", "utf8"));
    expect(configurations(pageText("guides/first-picture"))).toEqual([configuration]);
    const client = await connectAs(configuration, checkout);
    await expectPictureOfGuide(await askForPicture(client, "graph", TEXTS));
    await client.close();
  });

  test("with an address and a key in the configuration of docs/mcp.md makes the same picture", async () => {
    const [configuration = ""] = configurations(pageText("mcp"));
    expect(configuration).toContain("https://images.example.com/mcp");
    const own = withAddress(checkout, configuration).replace("irs_…", service.connection.apiKey);
    const client = await connectAs(own, checkout);
    await expectPictureOfGuide(await askForPicture(client, "graph", TEXTS));
    await client.close();
  });
});

describe("a reader who starts at the home page", () => {
  test("copies two commands, changes the title, and sees the picture in the browser", async () => {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
      const page = await context.newPage();
      await page.goto(service.connection.baseUrl);
      const copied = async (button: string) => {
        await page.evaluate("navigator.clipboard.writeText('')");
        await page.locator(button).click();
        await page.waitForFunction("navigator.clipboard.readText().then((text) => text !== '')");
        return String(await page.evaluate("navigator.clipboard.readText()"));
      };
      const [key, request] = [await copied("[data-copy=key]"), await copied("[data-copy=request]")];
      expect(request).toContain(`"${service.connection.baseUrl}/api/v1/render?wait=60"`);
      expect(request).toContain('"My first picture"');
      const output = await runCommands(checkout, [key, request.replace("My first picture", "My second picture")]);
      const { assetUrl, status } = JSON.parse(output) as { assetUrl: string; status: string };
      expect(status).toBe("done");
      await page.goto(assetUrl);
      const size = await page.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]");
      expect(size).toEqual([CARD.width, CARD.height]);
    } finally {
      await browser.close();
    }
  });
});

test("the guide to tickets creates one job, however often it runs", async () => {
  const jobs = [];
  for (let run = 0; run < 2; run++) {
    await runGuide(checkout, "tickets-by-webhook", "cURL");
    jobs.push((JSON.parse(readFileSync(join(checkout, "ticket-job.json"), "utf8")) as { id: string }).id);
  }
  expect(jobs[0]).toMatch(/^[\da-f-]{36}$/);
  expect(jobs[1]).toBe(jobs[0]);
});

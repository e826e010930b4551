/**
 * Creates the Open Graph card of the README from an empty page, with only the pointer and the keyboard, like a designer
 * who has never seen the editor. The API then renders what they have seen, byte for byte. If the environment variable
 * `STEPS_FOLDER` is set, each step saves a screenshot there.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { dragMouse, exactPicture, fieldOf, layerRow, middleOf, placeOf, saveTemplate } from "./editor-kit.js";
import { useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const WIDTH = 1200;
let steps = 0;
async function step(page: Page, name: string): Promise<void> {
  const folder = process.env["STEPS_FOLDER"];
  steps++;
  if (folder === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${String(steps).padStart(2, "0")}-${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** The drawings of the card as files, as a designer has them. */
function drawing(id: string): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer } {
  const card = JSON.parse(readFileSync("examples/open-graph-card/template.json", "utf8")) as {
    readonly layers: readonly { readonly id: string; readonly image_url?: string }[];
  };
  const address = card.layers.find((layer) => layer.id === id)?.image_url ?? "";
  const buffer = Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
  return { name: `${id}.svg`, mimeType: "image/svg+xml", buffer };
}

async function setNumbers(page: Page, values: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await fieldOf(page, name).fill(String(value));
    await page.keyboard.press("Enter");
  }
}

/** Renames the selected layer where its name is shown. */
async function rename(page: Page, before: string, name: string): Promise<void> {
  await layerRow(page, before).getByText(before, { exact: true }).dblclick();
  await fieldOf(page, `Name of ${before}`).fill(name);
  await page.keyboard.press("Enter");
  await layerRow(page, name).waitFor();
}

/** Adds a text by its key, writes it on the canvas, and sets what designers set. */
async function addText(
  page: Page,
  name: string,
  text: string,
  numbers: Readonly<Record<string, number>>,
): Promise<void> {
  await page.locator(".canvas").focus();
  await page.keyboard.press("t");
  await fieldOf(page, "Text of text").waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press("Escape");
  await rename(page, "text", name);
  await setNumbers(page, numbers);
}

/** Adds an image by its key, and chooses its file. */
async function addImage(page: Page, id: string, numbers: Readonly<Record<string, number>>): Promise<void> {
  await page.locator(".canvas").focus();
  await page.keyboard.press("i");
  await layerRow(page, "image").waitFor();
  await page.getByLabel("Upload: Image", { exact: true }).setInputFiles(drawing(id));
  await page.locator('.image-field img[src^="/api/"]').first().waitFor();
  await rename(page, "image", id);
  await setNumbers(page, numbers);
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Selects nothing, so that the panel shows the document. */
async function showDocument(page: Page): Promise<void> {
  await page.locator(".canvas").focus();
  await page.keyboard.press("Escape");
  await section(page, "Variables").waitFor();
}

test("the card of the README is created from an empty page, and the API renders exactly what the editor has shown", async () => {
  let id = "";
  let shown: Buffer | undefined;
  await on("/studio/templates/new", async (page) => {
    await page.getByRole("button", { name: /^Open Graph 1200/ }).click();
    await exactPicture(page);
    id = /templates\/([^/]+)\/edit/.exec(page.url())?.[1] ?? "";
    await step(page, "empty");
    await nameTemplate(page);
    await paintBackground(page);
    await addPictures(page);
    await addTexts(page);
    await bindTitleAndAccent(page);
    await seeThatLongTitlesFit(page);
    await page.getByRole("button", { name: /^Zoom \d/ }).click();
    await page.getByRole("menuitem", { name: "True pixels" }).click();
    await exactPicture(page);
    page.on("response", (response) => {
      if (!response.url().endsWith("/templates/preview")) return;
      void response
        .json()
        .then((body: { readonly image: { readonly contentType: string; readonly base64: string } }) => {
          if (body.image.contentType === "image/png") shown = Buffer.from(body.image.base64, "base64");
        });
    });
    await layerRow(page, "title").click();
    await page.locator(".canvas").focus();
    await page.keyboard.press("ArrowDown");
    await exactPicture(page);
    await step(page, "finished");
    await saveTemplate(page);
  });
  const { name, document } = await irs().templates.get(id);
  expect(name).toBe("My first card");
  expect(document.variables).toMatchObject([
    { name: "accent", type: "color", default: "#c7d2fe" },
    { name: "title", type: "string", default: "Designs in, pictures out" },
  ]);
  const job = await irs().renders.createAndWait({ template: id, format: "png" });
  const rendered = Buffer.from(await irs().renders.download(job.id));
  expect(await sharp(rendered).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(shown?.equals(rendered)).toBe(true);
});

async function nameTemplate(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).getByRole("button").click();
  await fieldOf(page, "Name of the template").fill("My first card");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "My first card" }).waitFor();
}

async function paintBackground(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Kind" }).selectOption("gradient");
  await fieldOf(page, "Color 1").fill("#0a0f1f");
  await fieldOf(page, "Color 2").fill("#17174a");
  await setNumbers(page, { Angle: 120 });
  await exactPicture(page);
  await step(page, "background");
}

async function addPictures(page: Page): Promise<void> {
  await addImage(page, "art", { Left: 500, Top: 0, Width: 700, Height: 630 });
  await addImage(page, "logo", { Left: 72, Top: 64, Width: 44, Height: 44 });
  await addImage(page, "avatar", { Width: 160, Height: 160 });
  await exactPicture(page);
  // The avatar becomes round by its handle, small by a corner, and goes to its place by a drag that snaps to the logo.
  const handle = page.getByRole("img", { name: "Round the corners" });
  const [x, y] = await middleOf(handle);
  await dragMouse(page, [x, y], [x + 80, y + 80]);
  expect(await fieldOf(page, "Corner radius").inputValue()).toBe("80");
  await setNumbers(page, { Width: 56, Height: 56, "Corner radius": 28, "Border width": 2 });
  await setNumbers(page, { Left: 300, Top: 516 });
  await exactPicture(page);
  await dragMouse(page, await placeOf(page, 328, 544, WIDTH), await placeOf(page, 102, 544, WIDTH));
  expect(await fieldOf(page, "Left").inputValue()).toBe("72");
  await exactPicture(page);
  await step(page, "pictures");
}

async function addTexts(page: Page): Promise<void> {
  await addText(page, "title", "Designs in, pictures out", {
    Left: 72,
    Top: 126,
    Width: 700,
    Height: 254,
    "Font size": 76,
    "Font weight": 800,
  });
  await page.getByRole("combobox", { name: "Vertical alignment" }).selectOption("bottom");
  await exactPicture(page);
  await step(page, "title");
  const subtitle = "One request to your own stack, and a finished picture comes back. This one did.";
  await addText(page, "subtitle", subtitle, {
    Left: 72,
    Top: 402,
    Width: 640,
    Height: 78,
    "Font size": 26,
    "Font weight": 400,
  });
  await fieldOf(page, "Color").first().fill("#c3cbec");
  await addText(page, "site", "northlight", {
    Left: 132,
    Top: 64,
    Width: 420,
    Height: 44,
    "Font size": 26,
    "Font weight": 700,
  });
  await page.getByRole("combobox", { name: "Vertical alignment" }).selectOption("middle");
  await addText(page, "author", "Your Name Here", {
    Left: 146,
    Top: 516,
    Width: 440,
    Height: 30,
    "Font size": 22,
    "Font weight": 600,
  });
  await addText(page, "date", "A minute ago  ·  1 request", {
    Left: 146,
    Top: 545,
    Width: 440,
    Height: 27,
    "Font size": 19,
    "Font weight": 400,
  });
  await fieldOf(page, "Color").first().fill("#98a3cf");
  await addText(page, "category", "First picture", {
    Left: 828,
    Top: 64,
    Width: 300,
    Height: 44,
    "Font size": 18,
    "Font weight": 600,
  });
  await page.getByRole("combobox", { name: "Alignment", exact: true }).selectOption("right");
  await page.getByRole("combobox", { name: "Vertical alignment" }).selectOption("middle");
  await fieldOf(page, "Color").first().fill("#c7d2fe");
  await exactPicture(page);
  await step(page, "texts");
}

/** Turns the title and the accent color into variables with a click, and binds the avatar's border to the color. */
async function bindTitleAndAccent(page: Page): Promise<void> {
  await section(page, "Text").getByRole("button", { name: "Bind to data: Color" }).click();
  await page.getByRole("group", { name: "Variables for Color" }).getByRole("button", { name: "New variable" }).click();
  await layerRow(page, "title").click();
  await page.getByRole("button", { name: "Make it a variable: Text" }).click();
  expect(await fieldOf(page, "Text").inputValue()).toBe("{{ title }}");
  await showDocument(page);
  const names = section(page, "Variables").getByRole("textbox", { name: "Name" });
  expect(await names.first().inputValue()).toBe("category_color");
  await names.first().fill("accent");
  await layerRow(page, "category").click();
  expect(await fieldOf(page, "Color").first().inputValue()).toBe("{{ accent }}");
  await layerRow(page, "avatar").click();
  await page.getByRole("button", { name: "Bind to data: Border color" }).click();
  await step(page, "bind");
  await page
    .getByRole("group", { name: "Variables for Border color" })
    .getByRole("button", { name: /^accent/ })
    .click();
  await exactPicture(page);
  await step(page, "bound");
}

/** Tries the title with a long text, which the canvas marks if it does not fit. */
async function seeThatLongTitlesFit(page: Page): Promise<void> {
  await showDocument(page);
  await page.getByRole("combobox", { name: "Show with" }).selectOption("long");
  const notice = page.getByRole("status").filter({ hasText: "Shown with: Long (German)" });
  await notice.getByText(/“title” is smaller/).waitFor();
  await step(page, "long");
  await notice.getByRole("button", { name: "Show the template's own values" }).click();
  await exactPicture(page);
}

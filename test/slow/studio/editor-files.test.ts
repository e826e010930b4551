/** SVG exports and photos that are dropped on the editor, pasted, or chosen as files. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { CANVA } from "../../cli/import-svg/designs.js";
import { exactPicture, layerRow, placeOf, saveTemplate } from "./editor-kit.js";
import { faultsAtAllWidths, useStudio } from "./use-studio.js";

const { irs, on } = useStudio();

const FOLDER = "examples/features/figma-card";
const FIGMA = readFileSync(`${FOLDER}/design.svg`, "utf8");
/** The template that `irs import svg` has created from the same file. */
const EXPECTED = JSON.parse(readFileSync(`${FOLDER}/template.json`, "utf8")) as {
  readonly width: number;
  readonly height: number;
  readonly background: unknown;
  readonly layers: readonly Layer[];
};

interface Layer {
  readonly name: string;
  readonly image_url?: string;
  readonly [attribute: string]: unknown;
}

async function emptyTemplate(name: string, size: { readonly width: number; readonly height: number } = EXPECTED) {
  const { width, height } = size;
  const { id } = await irs().templates.create({ name, document: { width, height, layers: [] } });
  return id;
}

/** Drops a file on the canvas. */
async function dropFile(page: Page, name: string, type: string, content: Buffer, at = { x: 300, y: 300 }) {
  const [box, base64] = [await page.locator(".canvas").boundingBox(), content.toString("base64")];
  const data = await page.evaluateHandle(
    ({ name, type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    },
    { name, type, base64 },
  );
  const place = { clientX: (box?.x ?? 0) + at.x, clientY: (box?.y ?? 0) + at.y };
  await page.dispatchEvent(".canvas", "dragover", { dataTransfer: data, ...place });
  await page.locator(".editor-middle.dropping").waitFor();
  await page.dispatchEvent(".canvas", "drop", { dataTransfer: data, ...place });
  await page.locator(".editor-middle.dropping").waitFor({ state: "detached" });
}

const withoutAddress = (layers: readonly Layer[]): unknown => layers.map((layer) => ({ ...layer, image_url: "" }));

async function layersOf(id: string): Promise<readonly Layer[]> {
  return (await irs().templates.get(id)).document.layers as unknown as readonly Layer[];
}

describe("an SVG export that is dropped on the canvas", () => {
  test("becomes the named layers that the command line creates, with uploaded images, and one undo removes all", async () => {
    const id = await emptyTemplate("Dropped");
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exactPicture(page);
      await dropFile(page, "card.svg", "image/svg+xml", Buffer.from(FIGMA));
      for (const { name } of EXPECTED.layers) await layerRow(page, name).waitFor();
      await exactPicture(page);
      await page.getByRole("button", { name: "Undo: Import card.svg" }).click();
      await page.getByText("There is no layer yet.").waitFor();
      await page.getByRole("button", { name: "Redo: Import card.svg" }).click();
      await saveTemplate(page);
      const layers = await layersOf(id);
      expect(withoutAddress(layers)).toEqual(withoutAddress(EXPECTED.layers));
      const images = layers.filter(({ image_url }) => image_url !== undefined);
      expect(images.length).toBeGreaterThan(0);
      for (const { image_url } of images) expect(image_url).toMatch(/^\/api\/v1\/uploads\//);
      expect((await irs().templates.get(id)).document.background).toEqual(EXPECTED.background);
    });
  });

  test("is around the pointer on a larger page, and its texts are edited like all others", async () => {
    const id = await emptyTemplate("Placed", { width: 800, height: 400 });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">
      <rect id="Panel" width="200" height="100" fill="#dbeafe" rx="8"/>
      <text id="Price" x="20" y="60" font-family="Inter" font-size="30">12 €</text></svg>`;
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exactPicture(page);
      const [x, y] = await placeOf(page, 500, 200, 800);
      const canvas = await page.locator(".canvas").boundingBox();
      const at = { x: x - (canvas?.x ?? 0), y: y - (canvas?.y ?? 0) };
      await dropFile(page, "price.svg", "image/svg+xml", Buffer.from(svg), at);
      await layerRow(page, "Price").waitFor();
      await layerRow(page, "Price").click();
      await page.getByRole("textbox", { name: "Text", exact: true }).fill("15 €");
      await saveTemplate(page);
      const [panel, price] = await layersOf(id);
      expect(Math.abs(Number(panel?.["x"]) - 400)).toBeLessThanOrEqual(2);
      expect(Math.abs(Number(panel?.["y"]) - 150)).toBeLessThanOrEqual(2);
      expect(price).toMatchObject({ name: "Price", text: "15 €" });
    });
  });

  test("says what is not kept, such as texts that are outlines", async () => {
    const id = await emptyTemplate("Outlined");
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exactPicture(page);
      await dropFile(page, "poster.svg", "image/svg+xml", Buffer.from(CANVA));
      const dialog = page.getByRole("dialog", { name: "Not everything in poster.svg is kept" });
      await dialog.getByText(/exported as outlines.*clear "Outline text"/).waitFor();
      expect(await faultsAtAllWidths(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    });
  });

  test("that is broken is named with its line, and changes nothing", async () => {
    const id = await emptyTemplate("Broken");
    await on(`/studio/templates/${id}/edit`, async (page) => {
      await exactPicture(page);
      const svg = '<svg xmlns="http://www.w3.org/2000/svg">\n<rect></svg>';
      await dropFile(page, "broken.svg", "image/svg+xml", Buffer.from(svg));
      await page.getByText(/The SVG cannot be read\. Line 2:/).waitFor();
      await page.getByText("There is no layer yet.").waitFor();
      await page.getByRole("button", { name: "Nothing to undo" }).waitFor();
    });
  });
});

test("a photo that is dropped becomes an upload and a layer around the pointer", async () => {
  const id = await emptyTemplate("Photo", { width: 800, height: 400 });
  const create = { width: 120, height: 80, channels: 3, background: "#336699" } as const;
  const photo = await sharp({ create }).jpeg().toBuffer();
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await dropFile(page, "sea.jpg", "image/jpeg", photo);
    await layerRow(page, "image").waitFor();
    await exactPicture(page);
    await saveTemplate(page);
    const [layer] = await layersOf(id);
    expect(layer).toMatchObject({ type: "image", width: 120, height: 80 });
    expect(layer?.image_url).toMatch(/^\/api\/v1\/uploads\//);
  });
});

test("an SVG that is chosen in the menu for layers is imported, and one that is pasted as a text, too", async () => {
  const id = await emptyTemplate("Chosen", { width: 400, height: 200 });
  const svgOf = (name: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect id="${name}" width="80" height="40" fill="#fde68a"/></svg>`;
  await on(`/studio/templates/${id}/edit`, async (page) => {
    await exactPicture(page);
    await page.getByRole("button", { name: "Add a layer" }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: "SVG or image from a file…" }).click();
    await (await chooser).setFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svgOf("Chosen")) });
    await layerRow(page, "Chosen").waitFor();
    await page.locator(".canvas").focus();
    await page.evaluate((svg) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", svg);
      dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, svgOf("Pasted"));
    await layerRow(page, "Pasted").waitFor();
    await page.getByRole("button", { name: "Undo: Import the pasted SVG" }).waitFor();
  });
});

test("an SVG export begins a template, with its layers and its picture", async () => {
  await on("/studio/templates/new", async (page) => {
    const file = { name: "figma.svg", mimeType: "image/svg+xml", buffer: Buffer.from(FIGMA) };
    await page.getByLabel("Choose a file").setInputFiles(file);
    await page.getByRole("img", { name: "The picture of the document" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("figma");
    await page.getByRole("button", { name: "Create the template" }).click();
    await page.getByRole("heading", { level: 1, name: "figma" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect(withoutAddress(await layersOf(id))).toEqual(withoutAddress(EXPECTED.layers));
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { fontPath } from "@image-render/fonts";
import sharp from "sharp";
import { unpackWoff } from "../../../packages/engine/src/fonts/woff.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** A layer of the template. */
export type TemplateLayer = Readonly<Record<string, unknown>> & { readonly children?: readonly TemplateLayer[] };

/** The layers of a template in paint order, including those inside of groups. */
export function allLayers(layers: readonly TemplateLayer[]): TemplateLayer[] {
  return layers.flatMap((layer) => [layer, ...allLayers(layer.children ?? [])]);
}

const FACES = [
  "inter/files/inter-latin-400",
  "inter/files/inter-latin-600",
  "inter/files/inter-latin-700",
  "playfair-display/files/playfair-display-latin-700",
];

let unpacked: readonly string[] | undefined;

/** The picture of an SVG by resvg, which knows nothing of the importer, with the same fonts. */
export function drawSvg(svg: string): Buffer {
  const folder = unpacked === undefined ? temporaryFolder("irs-fonts-") : "";
  unpacked ??= FACES.map((face, index) => {
    const file = join(folder, `${index}.ttf`);
    writeFileSync(file, unpackWoff(readFileSync(fontPath(`@fontsource/${face}-normal.woff`))));
    return file;
  });
  const options = { font: { loadSystemFonts: false, fontFiles: [...unpacked], defaultFontFamily: "Inter" } };
  return Buffer.from(new Resvg(svg, options).render().asPng());
}

/** How much two pictures differ over white: the share of pixels that differ by more than 32 of 255 levels. */
export async function farPixels(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [left, right] = await Promise.all(
    [one, other].map((png) => sharp(png).flatten({ background: "#ffffff" }).raw().toBuffer()),
  );
  if (left === undefined || right === undefined || left.length !== right.length) return 1;
  let far = 0;
  for (let at = 0; at < left.length; at += 3) {
    const differs = [0, 1, 2].some((channel) => Math.abs((left[at + channel] ?? 0) - (right[at + channel] ?? 0)) > 32);
    if (differs) far += 1;
  }
  return far / (left.length / 3);
}

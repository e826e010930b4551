/** Draws the texts of SVGs with the text engine of the rasterizer, which the service never uses. It is the oracle. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileOfSubset, fontPath } from "@image-render/fonts";
import { Resvg } from "@resvg/resvg-js";
import { unpackWoff } from "../../src/fonts/woff.js";

const FACES = [
  ["Inter", 400, "normal"],
  ["Inter", 700, "normal"],
  ["Playfair Display", 400, "normal"],
  ["Playfair Display", 400, "italic"],
] as const;

/** An engine for SVGs with Latin texts in Inter and Playfair Display. */
export interface OtherEngine {
  /** Returns the pixels of an SVG, RGBA. Its texts are drawn by the other engine. */
  draw: (svg: string) => Buffer;
  close: () => void;
}

/** Creates the engine. It needs font files in a folder. */
export function createOtherEngine(): OtherEngine {
  const folder = mkdtempSync(join(tmpdir(), "svg-text-"));
  const fontFiles = FACES.map(([family, weight, style], index) => {
    const file = join(folder, `${index}.ttf`);
    writeFileSync(file, unpackWoff(readFileSync(fontPath(fileOfSubset(family, { weight, style }, "latin")))));
    return file;
  });
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: "Inter" };
  return {
    draw: (svg) => Buffer.from(new Resvg(svg, { font, background: "#fff" }).render().pixels),
    close: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

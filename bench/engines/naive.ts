import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import sharp, { type Sharp } from "sharp";
import type { Design, Engine, Format } from "../design.js";
import { FONTS } from "./fonts.js";
import { treeOf } from "./tree.js";

const ENCODERS: Readonly<Record<Exclude<Format, "png">, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.removeAlpha().jpeg({ quality: 88, chromaSubsampling: "4:4:4" }),
  webp: (image) => image.webp({ quality: 86 }),
};

/** Draws the whole picture with satori and resvg in each render. resvg encodes PNG, sharp encodes the rest. */
export function naive(): Engine {
  return {
    name: "naive",
    render: async (design, format) => {
      const image = await draw(design);
      if (format === "png") return image.asPng();
      const { width, height, pixels } = image;
      return await ENCODERS[format](sharp(pixels, { raw: { width, height, channels: 4 } })).toBuffer();
    },
    close: () => Promise.resolve(),
  };
}

async function draw(design: Design) {
  const svg = await satori(treeOf(design, 1), {
    width: design.width,
    height: design.height,
    fonts: [...FONTS],
  });
  const fitTo = { mode: "zoom", value: design.scale } as const;
  return new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render();
}

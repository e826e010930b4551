import { ImageResponse } from "@vercel/og";
import sharp from "sharp";
import type { Engine } from "../design.js";
import { FONTS } from "./fonts.js";
import { treeOf } from "./tree.js";

/** @vercel/og, which encodes only PNG. For other formats, sharp decodes its PNG and encodes the picture again. */
export function vercelOg(): Engine {
  return {
    name: "vercel-og",
    render: async (design, format) => {
      const { scale, width, height } = design;
      const response = new ImageResponse(treeOf(design, scale), {
        width: width * scale,
        height: height * scale,
        fonts: [...FONTS],
      });
      const png = new Uint8Array(await response.arrayBuffer());
      if (format === "png") return png;
      const image = sharp(png);
      return await (
        format === "jpeg" ? image.jpeg({ quality: 88, chromaSubsampling: "4:4:4" }) : image.webp({ quality: 86 })
      ).toBuffer();
    },
    close: () => Promise.resolve(),
  };
}

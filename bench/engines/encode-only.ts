import sharp from "sharp";
import { encode } from "../../core/rendering/output/encode.js";
import type { Frame } from "../../core/rendering/frame/tile.js";
import type { Engine } from "../design.js";

/** The encoder alone, on pixels of the same picture: what no engine that ends in sharp can be faster than. */
export function encodeOnly(pictureOf: Engine["render"]): Engine {
  const frames = new Map<string, Promise<Frame>>();
  return {
    name: "encode-only",
    render: async (design, format) => {
      const key = `${design.scale} ${design.parts.length}`;
      const frame = frames.get(key) ?? decode(pictureOf(design, "png"));
      frames.set(key, frame);
      return await encode(await frame, format === "jpeg" ? "jpg" : format);
    },
    close: () => Promise.resolve(),
  };
}

async function decode(png: Promise<Uint8Array>): Promise<Frame> {
  const { data, info } = await sharp(await png)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data, isOpaque: true };
}

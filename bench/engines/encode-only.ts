import sharp from "sharp";
import { encode } from "../../core/rendering/output/encode.js";
import type { Frame } from "../../core/rendering/frame/tile.js";
import type { Engine, Format, ImagePart } from "../design.js";

/** Only sharp's encoder, on the pixels of the same picture. No engine that encodes all of a picture with sharp can be faster. */
export function encodeOnly(pictureOf: Engine["render"]): Engine {
  const frames = new Map<string, Promise<Frame>>();
  return {
    name: "encode-only",
    render: async (design, format) => {
      const fresh = design.parts.find((part) => part.kind === "image" && part.isFresh);
      if (fresh?.kind === "image") return await decodeAndEncode(fresh, format);
      const key = `${design.scale} ${design.parts.length}`;
      const frame = frames.get(key) ?? decode(pictureOf(design, "png"));
      frames.set(key, frame);
      return await (format === "png"
        ? encodePng(await frame)
        : encode(await frame, format === "jpeg" ? "jpg" : format));
    },
    close: () => Promise.resolve(),
  };
}

/** Only sharp, from the file of a photo to the picture. No texts are drawn. */
async function decodeAndEncode({ source, width, height }: ImagePart, format: Format): Promise<Uint8Array> {
  const file = Buffer.from(source.slice(source.indexOf(",") + 1), "base64");
  const image = sharp(file).resize({ width, height, fit: "cover" });
  if (format === "jpeg") {
    return await image.jpeg({ quality: 88, chromaSubsampling: "4:4:4", optimiseCoding: false }).toBuffer();
  }
  return await (
    format === "png" ? image.png({ compressionLevel: 3 }) : image.webp({ quality: 86, effort: 1 })
  ).toBuffer();
}

/** Level 6 takes 20 % longer and saves 3 % of the bytes. Level 1 takes half the time and needs 40 % more bytes. */
async function encodePng({ width, height, pixels }: Frame): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  return await image.removeAlpha().png({ compressionLevel: 3 }).toBuffer();
}

async function decode(png: Promise<Uint8Array>): Promise<Frame> {
  const { data, info } = await sharp(await png)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data, isOpaque: true };
}

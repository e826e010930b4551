/** JPEG decoders that share no code with libjpeg-turbo: one in JavaScript, and one in Rust. */
import { Resvg } from "@resvg/resvg-js";
import jpegJs from "jpeg-js";
import sharp from "sharp";
import type { Decoded } from "../../../engine/test/output/decoded.js";

/**
 * The decoders besides sharp's, with their largest difference from it. The differences are the same for files that
 * sharp encoded.
 */
export const OTHER_DECODERS: readonly {
  readonly name: string;
  readonly mostDifference: number;
  readonly decode: (jpeg: Uint8Array) => Promise<Decoded> | Decoded;
}[] = [
  {
    name: "jpeg-js",
    mostDifference: 4,
    decode: (jpeg) => {
      const { width, height, data } = jpegJs.decode(jpeg, { useTArray: true, tolerantDecoding: false });
      return { width, height, rgba: data };
    },
  },
  {
    name: "resvg",
    mostDifference: 3,
    decode: async (jpeg) => {
      const { width, height } = await sharp(jpeg).metadata();
      const uri = `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`;
      const image = `<image width="${width}" height="${height}" href="${uri}" image-rendering="optimizeSpeed"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
      const picture = new Resvg(svg).render();
      return { width: picture.width, height: picture.height, rgba: picture.pixels };
    },
  },
];

/** Independent decoders of JPEG: libjpeg-turbo, one in JavaScript, and one in Rust. */
import { Resvg } from "@resvg/resvg-js";
import jpegJs from "jpeg-js";
import sharp from "sharp";

export interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel. */
  readonly rgba: Uint8Array;
}

/** The reference, which rounds as the standard asks for. */
export async function decodeWithSharp(jpeg: Uint8Array): Promise<Decoded> {
  const image = sharp(jpeg, { failOn: "warning" }).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

/** Other decoders, with how much they differ from the reference. They differ as much for files that sharp made. */
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

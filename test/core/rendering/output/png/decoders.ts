/** Independent decoders of PNG. Each returns RGBA, not multiplied by alpha. */
import { spawnSync } from "node:child_process";
import { decode as decodeWithFastPng } from "fast-png";
import { PNG } from "pngjs";
import sharp from "sharp";

export interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel. */
  readonly rgba: Uint8Array;
}

export const DECODERS: Readonly<Record<string, (png: Uint8Array) => Promise<Decoded> | Decoded>> = {
  sharp: async (png) => {
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgba: data };
  },
  pngjs: (png) => {
    const { width, height, data } = PNG.sync.read(Buffer.from(png));
    return { width, height, rgba: data };
  },
  "fast-png": (png) => {
    const { width, height, data, channels } = decodeWithFastPng(png, { checkCrc: true });
    return { width, height, rgba: channels === 4 ? Uint8Array.from(data) : withAlpha(Uint8Array.from(data)) };
  },
};

function withAlpha(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let at = 0; at < rgb.length; at++) rgba[Math.floor(at / 3) * 4 + (at % 3)] = rgb[at] ?? 0;
  return rgba;
}

/** What pngcheck says of a file that is not valid. Undefined if it is valid, or if pngcheck is not installed. */
export function pngcheckIssue(png: Uint8Array): string | undefined {
  const { error, status, stdout } = spawnSync("pngcheck", ["-q"], { input: png, encoding: "utf8" });
  return error !== undefined || status === 0 ? undefined : stdout;
}

/** Independent decoders of PNG. Each returns straight RGBA: the colors are not premultiplied by alpha. */
import { spawnSync } from "node:child_process";
import { decode as decodeWithFastPng } from "fast-png";
import { PNG } from "pngjs";
import { type Decoded, decodeWithSharp } from "../../../engine/test/output/decoded.js";

export const DECODERS: Readonly<Record<string, (png: Uint8Array) => Promise<Decoded> | Decoded>> = {
  sharp: decodeWithSharp,
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

/** Returns pngcheck's output for an invalid file. Undefined if the file is valid, or if pngcheck is not installed. */
export function pngcheckIssue(png: Uint8Array): string | undefined {
  const { error, status, stdout } = spawnSync("pngcheck", ["-q"], { input: png, encoding: "utf8" });
  return error !== undefined || status === 0 ? undefined : stdout;
}

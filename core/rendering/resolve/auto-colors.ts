/** Automatic colours: decided by what lies beneath, for whoever can tell how bright that is. */
import { autoColorCandidates } from "../../contract/template/auto-color.js";
import { parseColor } from "../../contract/template/color.js";
import { type Box } from "../paint/fragment.js";
import { type ResolvedLayer } from "./resolved-layer.js";

/**
 * The mean relative luminance (0–1) of what the layers beneath, and the document's ground beneath them, show in a box.
 * Their own automatic colours have been decided.
 */
export type SampleBeneath = (box: Box, beneath: readonly ResolvedLayer[]) => Promise<number>;

/** The layers with each automatic colour replaced by the more readable of its two. Others are the very same objects. */
export async function resolveAutoColors(
  layers: readonly ResolvedLayer[],
  sampleBeneath: SampleBeneath,
): Promise<readonly ResolvedLayer[]> {
  if (!layers.some(hasAutoColor)) return layers;
  return await resolveAll(layers, (beneath) => beneath, sampleBeneath);
}

/** Resolves siblings one after the other; `around` puts those that are done into all that lies beneath the next. */
async function resolveAll(
  layers: readonly ResolvedLayer[],
  around: (siblings: readonly ResolvedLayer[]) => readonly ResolvedLayer[],
  sampleBeneath: SampleBeneath,
): Promise<ResolvedLayer[]> {
  const done: ResolvedLayer[] = [];
  for (const layer of layers) {
    if (!hasAutoColor(layer)) {
      done.push(layer);
    } else if (layer.type === "group") {
      const beneath = [...done];
      const within = (siblings: readonly ResolvedLayer[]) => around([...beneath, { ...layer, children: siblings }]);
      done.push({ ...layer, children: await resolveAll(layer.children, within, sampleBeneath) });
    } else {
      const candidates = "color" in layer ? autoColorCandidates(layer.color) : undefined;
      if (candidates === undefined) continue;
      const { x, y, width, height } = layer;
      const luminance = await sampleBeneath({ x, y, width, height }, around([...done]));
      done.push({ ...layer, color: readableColor(candidates, luminance) } as ResolvedLayer);
    }
  }
  return done;
}

/** Whether a layer, or one inside of it, waits for what lies beneath to decide on its colour. */
export function hasAutoColor(layer: ResolvedLayer): boolean {
  if (layer.type === "group") return layer.children.some(hasAutoColor);
  return "color" in layer && autoColorCandidates(layer.color) !== undefined;
}

/** Of some colours the one with the most contrast (WCAG 2.2) to a ground of a mean luminance; the first if they are even. */
export function readableColor(candidates: readonly [string, ...string[]], luminance: number): string {
  const contrastOf = (color: string) => {
    const own = luminanceOf(color);
    return (Math.max(own, luminance) + 0.05) / (Math.min(own, luminance) + 0.05);
  };
  return candidates.reduce((best, color) => (contrastOf(color) > contrastOf(best) ? color : best));
}

function luminanceOf(text: string): number {
  const { red, green, blue } = parseColor(text) ?? { red: 0, green: 0, blue: 0 };
  return relativeLuminance(red, green, blue);
}

/** The relative luminance of an sRGB colour, channels 0–255 (WCAG 2.2). */
export function relativeLuminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The mean luminance of premultiplied RGBA pixels, over white where they are see-through; a white ground if there are none. */
export function meanLuminance(pixels: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const white = 255 - (pixels[index + 3] ?? 0);
    sum += relativeLuminance(
      (pixels[index] ?? 0) + white,
      (pixels[index + 1] ?? 0) + white,
      (pixels[index + 2] ?? 0) + white,
    );
  }
  return pixels.length < 4 ? 1 : sum / (pixels.length / 4);
}

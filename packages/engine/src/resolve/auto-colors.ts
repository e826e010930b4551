/** Resolves automatic colors, which depend on the pixels beneath a layer. */
import { autoColorCandidates } from "../document/attributes/auto-color.js";
import { parseColor } from "../document/attributes/color.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import type { Box } from "../paint/fragment.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";

/**
 * Returns the mean relative luminance (0–1) that the given layers and the background of the document have in a box. The
 * automatic colors of these layers are already decided.
 */
export type SampleBeneath = (box: Box, beneath: readonly ResolvedLayer[]) => Promise<number>;

/** Replaces each automatic color with the more readable of its two colors. Other layers stay the same objects. */
export async function resolveAutoColors(
  layers: readonly ResolvedLayer[],
  registry: LayerRendererRegistry,
  sampleBeneath: SampleBeneath,
): Promise<readonly ResolvedLayer[]> {
  if (!layers.some((layer) => hasAutoColor(layer, registry))) return layers;
  return await resolveAll(layers, (beneath) => beneath, { registry, sampleBeneath });
}

interface Tools {
  readonly registry: LayerRendererRegistry;
  readonly sampleBeneath: SampleBeneath;
}

/** Resolves siblings one after the other. `around` adds everything beneath all siblings. */
async function resolveAll(
  layers: readonly ResolvedLayer[],
  around: (siblings: readonly ResolvedLayer[]) => readonly ResolvedLayer[],
  tools: Tools,
): Promise<ResolvedLayer[]> {
  const done: ResolvedLayer[] = [];
  for (const layer of layers) {
    if (!hasAutoColor(layer, tools.registry)) {
      done.push(layer);
      continue;
    }
    const beneath = [...done];
    const colored = await withColor(layer, () => around(beneath), tools);
    if (layer.children === undefined) {
      done.push(colored);
      continue;
    }
    const within = (siblings: readonly ResolvedLayer[]) => around([...beneath, { ...colored, children: siblings }]);
    done.push({ ...colored, children: await resolveAll(layer.children, within, tools) });
  }
  return done;
}

/** Returns the layer with its own automatic color decided. */
async function withColor(
  layer: ResolvedLayer,
  beneath: () => readonly ResolvedLayer[],
  { registry, sampleBeneath }: Tools,
): Promise<ResolvedLayer> {
  const auto = autoColorOf(layer, registry);
  if (auto === undefined) return layer;
  const { x, y, width, height } = layer;
  const luminance = await sampleBeneath({ x, y, width, height }, beneath());
  return { ...layer, [auto.attribute]: readableColor(auto.candidates, luminance) };
}

function hasAutoColor(layer: ResolvedLayer, registry: LayerRendererRegistry): boolean {
  if (autoColorOf(layer, registry) !== undefined) return true;
  return layer.children?.some((child) => hasAutoColor(child, registry)) ?? false;
}

function autoColorOf(layer: ResolvedLayer, registry: LayerRendererRegistry) {
  const attribute = registry.get(layer.type).autoColor;
  if (attribute === undefined) return undefined;
  const candidates = autoColorCandidates(layer[attribute]);
  return candidates === undefined ? undefined : { attribute, candidates };
}

/**
 * Returns the color with the most contrast (WCAG 2.2) to a background with a mean luminance, or the first one if
 * several have the most.
 */
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

/** Returns the relative luminance of an sRGB color with channels 0–255 (WCAG 2.2). */
export function relativeLuminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The linear value of each channel value. A sample can have millions of pixels. */
const LINEAR = Float64Array.from({ length: 256 }, (_, channel) => linear(channel));

/** Returns the mean luminance of premultiplied RGBA pixels over white. Without pixels, it is that of white. */
export function meanLuminance(pixels: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const white = 255 - (pixels[index + 3] ?? 0);
    sum +=
      0.2126 * (LINEAR[(pixels[index] ?? 0) + white] ?? 1) +
      0.7152 * (LINEAR[(pixels[index + 1] ?? 0) + white] ?? 1) +
      0.0722 * (LINEAR[(pixels[index + 2] ?? 0) + white] ?? 1);
  }
  return pixels.length < 4 ? 1 : sum / (pixels.length / 4);
}

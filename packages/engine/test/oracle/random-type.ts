/** Random named styles and OpenType features of texts, and rows of texts on one baseline. */
import type { TemplateSource } from "../../src/document/document.js";
import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import { type RandomSource, randomSource } from "./random-source.js";

type LayerSource = TemplateSource["layers"][number];

const WEIGHTS = [100, 300, 400, 700, 900] as const;
const FEATURES = ["", "tnum", "tnum -kern", "-liga, frac", "smcp", "zero=1 ss01"] as const;

/**
 * Gives some texts styles and features. The choices come from a source of their own, so that the other attributes stay the
 * same.
 */
export function withType(layer: LayerSource): LayerSource {
  const random = randomSource(Math.round(((layer.x ?? 0) * 17 + (layer.y ?? 0)) * 1000));
  if (layer.type !== "text" || random.chance(0.7)) return layer;
  const styled = { ...layer, font_features: random.pick(FEATURES) };
  if (random.chance(0.3)) return styled;
  const text = (layer.text ?? "")
    .split(" ")
    .map((word) => (random.chance(0.4) ? `[${word}]{${random.pick(["big", "own", "none"])}}` : word))
    .join(" ");
  return { ...styled, rich: true, text, text_styles: [randomStyle(random, "big"), randomStyle(random, "own")] };
}

function randomStyle(random: RandomSource, name: string) {
  return {
    name,
    ...(random.chance(0.7) && { font_size: random.whole(4, 90) }),
    ...(random.chance(0.5) && { font_weight: random.pick(WEIGHTS) }),
    ...(random.chance(0.3) && { font_style: random.pick(["normal", "italic"] as const) }),
    ...(random.chance(0.4) && { font_family: random.pick(BUILT_IN_FAMILIES) }),
    ...(random.chance(0.5) && { color: random.pick(["#e11d48", "rgba(20, 80, 200, 0.5)"]) }),
  };
}

/** Returns a row of texts of different sizes on one baseline, or nothing for most documents. */
export function baselineRow({ width, height }: { readonly width: number; readonly height: number }): LayerSource[] {
  const random = randomSource(width * 1000 + height);
  if (random.chance(0.8)) return [];
  const price = (index: number) => ({
    id: `price${index}`,
    type: "text" as const,
    width: "hug" as const,
    height: "hug" as const,
    text: random.pick(["19", ".90 €", "statt\n29", "1 299"]),
    font_size: random.whole(8, 70),
    font_family: random.pick(BUILT_IN_FAMILIES),
    color: "#1b1f2a",
  });
  const children = Array.from({ length: random.whole(1, 4) }, (_, index) => price(index));
  const place = { x: random.whole(-10, 60), y: random.whole(-10, 100), width, height: random.whole(20, 120) };
  const group = {
    id: "prices",
    type: "group",
    layout: "row",
    align_items: "baseline",
    gap: random.whole(0, 12),
  } as const;
  return [{ ...group, ...place, children }];
}

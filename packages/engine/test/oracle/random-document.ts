import type { TemplateSource } from "../../src/document/document.js";
import type { DocumentSize } from "../../src/document/document-size.js";
import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import { smallHtml } from "../fuzz/edge-html.js";
import { boundGround, boundVariables, withExpressions } from "./bound-document.js";
import { type RandomSource, randomSource } from "./random-source.js";
import { baselineRow, withType } from "./random-type.js";

type LayerSource = TemplateSource["layers"][number];

interface Edge {
  readonly border_width: number;
  readonly border_color: string;
  readonly border_radius: number;
}

const ALIGN = ["left", "center", "right"] as const;
const DECORATION = ["none", "none", "underline"] as const;
const TEXT_FIT = ["cut", "shrink"] as const;
const FIT = ["cover", "contain", "fill", "none"] as const;

const WORDS = "Ship small things often; measure, then decide. Wörter, Größe 42 % & more".split(" ");
const SIDE = { from: 60, to: 320 };

/** A document with up to ten layers that overlap, extend beyond the edges, rotate, fade, and have shadows. */
export function randomDocument(random: RandomSource, images: readonly string[]): TemplateSource & DocumentSize {
  const [width, height] = [random.whole(SIDE.from, SIDE.to), random.whole(SIDE.from, SIDE.to)];
  const layers = Array.from({ length: random.whole(1, 10) }, (_, index) =>
    withType(withEffects(randomLayer(random, `l${index}`, { width, height }, images), images)),
  );
  layers.push(...baselineRow({ width, height }));
  // Both editions, without a choice of their own, so that all other choices stay the same.
  const edition = width % 2 === 0 ? 1 : 2;
  const background = random.chance(0.3) ? gradient(random) : color(random);
  const made = { edition, width, height, background, layers } as const;
  return edition === 1 ? made : boundDocument(made, randomSource(width * 1000 + height), images);
}

/** Returns a document whose attributes are expressions, in part. Their choices come from a source of their own. */
function boundDocument<Source extends TemplateSource>(
  document: Source,
  random: RandomSource,
  images: readonly string[],
): Source {
  // A much smaller HTML layer can be refused, because its content does not shrink.
  const isBound = ({ type }: LayerSource) => type !== "html" && random.chance(0.5);
  const layers = document.layers.map((layer) => (isBound(layer) ? withExpressions(random, layer) : layer));
  const background = random.chance(0.3) ? boundGround(random, document.background) : document.background;
  // The types describe values only.
  return { ...document, variables: [...boundVariables(images)], background, layers };
}

/** Random changes of a request: colors, places, texts, and hidden layers. */
export function randomOverrides(random: RandomSource, { layers }: TemplateSource): Record<string, object> {
  const named = layers.filter(({ name }) => name !== undefined && random.chance(0.6));
  return Object.fromEntries(
    named.map((layer) => {
      const changes = [
        { hide: random.chance(0.2) },
        { x: coordinate(random, -20, 200), y: coordinate(random, -20, 200) },
        { opacity: random.chance(0.5) ? 1 : random.between(0, 1) },
        { rotation: random.chance(0.5) ? 0 : random.whole(-180, 180) },
        layer.type === "text" ? { text: text(random), color: color(random) } : {},
        isShape(layer) ? { background_color: color(random) } : {},
      ];
      return [layer.name ?? "", random.pick(changes)];
    }),
  );
}

function isShape({ type }: LayerSource): boolean {
  return type === "rectangle" || type === "ellipse" || type === "polygon";
}

function randomLayer(
  random: RandomSource,
  id: string,
  document: { width: number; height: number },
  images: readonly string[],
): LayerSource {
  const place = {
    id,
    ...(random.chance(0.6) ? { name: id } : {}),
    x: coordinate(random, -30, document.width),
    y: coordinate(random, -30, document.height),
    width: coordinate(random, 4, document.width),
    height: coordinate(random, 4, document.height),
    opacity: random.chance(0.6) ? 1 : random.between(0.05, 1),
    rotation: random.chance(0.7) ? 0 : random.whole(-180, 180),
    hide: random.chance(0.08),
  };
  const edge = {
    border_width: random.chance(0.6) ? 0 : coordinate(random, 0, 12),
    border_color: color(random),
    border_radius: random.chance(0.5) ? 0 : coordinate(random, 0, 60),
  };
  // HTML takes ten times as long as the other types. Its choices come from their own source, so that documents without
  // HTML stay the same.
  const own = randomSource(Math.round((place.width + place.height) * 1000));
  if (own.chance(0.02)) {
    // At a rounded corner, a translucent pixel of a file is rounded once more than in the reference: by up to 3 levels.
    return { ...place, ...edge, border_radius: 0, type: "html", html: smallHtml(own, images) };
  }
  switch (random.pick(["text", "image", "rectangle", "rectangle", "ellipse", "polygon", "line"] as const)) {
    case "text":
      return { ...place, ...shadow(random), ...textAttributes(random), type: "text", text: text(random) };
    case "image":
      return { ...place, ...edge, ...shadow(random), ...imageAttributes(random, images), type: "image" };
    case "rectangle":
      return { ...place, ...edge, ...shadow(random), ...fill(random), type: "rectangle" };
    case "ellipse":
      return { ...place, ...shadow(random), ...fill(random), border_width: edge.border_width, type: "ellipse" };
    case "polygon":
      return { ...place, ...shadow(random), ...fill(random), ...polygonAttributes(random, edge), type: "polygon" };
    case "line":
      return {
        ...place,
        type: "line",
        height: coordinate(random, 1, 9),
        color: color(random),
        line_style: random.pick(["solid", "dashed", "dotted"]),
      };
  }
}

/**
 * Adds corners, border styles, shadows that follow alpha, and masks to some layers. The choices come from a source of
 * their own, so that the other attributes stay the same.
 */
function withEffects(layer: LayerSource, images: readonly string[]): LayerSource {
  const random = randomSource(Math.round(((layer.x ?? 0) * 31 + (layer.y ?? 0)) * 1000));
  if (layer.type === "line" || layer.type === "html" || random.chance(0.8)) return layer;
  const shadows = Array.from({ length: random.whole(0, 2) }, () => ({
    color: color(random),
    x: random.whole(-15, 15),
    y: Number(random.between(-15, 15).toFixed(1)),
    blur: random.chance(0.3) ? 0 : random.whole(0, 20),
    spread: random.chance(0.6) ? 0 : Number(random.between(-4, 6).toFixed(1)),
    inset: random.chance(0.3),
  }));
  const border_style = random.pick(["solid", "dashed", "dotted"] as const);
  const changed = { ...layer, border_style, ...(random.chance(0.6) && { shadows }) };
  if (layer.type === "rectangle") {
    return Object.assign(changed, { type: layer.type, border_top_left_radius: random.whole(0, 60) });
  }
  if (layer.type !== "image" || random.chance(0.5)) return changed;
  const mask = random.pick([
    { type: "ellipse" },
    { type: "rectangle", border_bottom_left_radius: random.whole(1, 40) },
    { type: "polygon", sides: random.whole(3, 9), corner_radius: random.whole(0, 20) },
  ] as const);
  const image = random.chance(0.3) ? { mask_image_url: random.pick(images) } : {};
  return { ...changed, ...image, ...(random.chance(0.8) && { mask }) };
}

/** Half of all coordinates are whole numbers, as in real templates. */
function coordinate(random: RandomSource, from: number, to: number): number {
  const value = random.between(from, to);
  return random.chance(0.5) ? Math.max(1, Math.round(value)) : Number(value.toFixed(random.whole(1, 3)));
}

function color(random: RandomSource): string {
  const channel = () => random.whole(0, 255);
  const alpha = random.chance(0.7) ? 1 : Number(random.between(0, 1).toFixed(2));
  return `rgba(${channel()}, ${channel()}, ${channel()}, ${alpha})`;
}

function gradient(random: RandomSource) {
  const positions = [0, random.between(0.2, 0.8), 1].slice(0, random.whole(2, 3));
  return {
    type: "linear-gradient",
    angle: random.whole(-360, 360),
    stops: positions.map((position) => ({ color: color(random), position })),
  } as const;
}

function fill(random: RandomSource) {
  return {
    background_color: random.chance(0.8) ? color(random) : "transparent",
    ...(random.chance(0.3) ? { background_gradient: gradient(random) } : {}),
  };
}

function polygonAttributes(random: RandomSource, edge: Edge) {
  return {
    sides: random.whole(3, 12),
    ...(random.chance(0.5) ? { inner_radius: random.between(0, 1) } : {}),
    corner_radius: edge.border_radius,
    border_width: edge.border_width,
    border_color: edge.border_color,
  };
}

function shadow(random: RandomSource) {
  if (random.chance(0.7)) return {};
  return {
    shadow_color: color(random),
    shadow_x: random.whole(-15, 15),
    shadow_y: random.whole(-15, 15),
    shadow_blur: random.chance(0.3) ? 0 : random.whole(0, 30),
  };
}

function text(random: RandomSource): string {
  return Array.from({ length: random.whole(1, 8) }, () => random.pick(WORDS)).join(" ");
}

function textAttributes(random: RandomSource) {
  return {
    color: color(random),
    font_family: random.pick(BUILT_IN_FAMILIES),
    font_weight: random.pick([400, 700]),
    font_size: random.whole(8, 60),
    align: random.pick(ALIGN),
    text_decoration: random.pick(DECORATION),
    text_fit: random.pick(TEXT_FIT),
    background_color: random.chance(0.8) ? "transparent" : color(random),
  };
}

function imageAttributes(random: RandomSource, images: readonly string[]) {
  return {
    image_url: random.chance(0.9) ? random.pick(images) : "",
    fit: random.pick(FIT),
    background_color: random.chance(0.7) ? "transparent" : color(random),
  } as const;
}

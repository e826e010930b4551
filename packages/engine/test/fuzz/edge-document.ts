/** Random documents and requests, weighted to the edges of what the contract allows. */
import { LAYERS } from "../../src/document/layers/registry.js";
import type { RegisteredLayer } from "../../src/document/layer-types/layer-registry.js";
import { boundGround, boundVariables, randomVariables, withExpressions } from "../oracle/bound-document.js";
import type { RandomSource } from "../oracle/random-source.js";
import { randomHtml } from "./edge-html.js";
import { randomSvg } from "./edge-svg.js";
import { edgeMask, edgeShadows } from "./edge-effects.js";
import { edgeFeatures, edgeStyles } from "./edge-type.js";
import { edgeColor, edgeGradient, edgeNumber, edgeValue } from "./edge-values.js";
import type { FuzzCase } from "./fuzz-case.js";

const MAX_PIXELS = 25_000_000;
const FORMATS = ["png", "png", "jpg", "webp", "avif", "pdf"] as const;

interface Canvas {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a document and a request that follow from random choices. `images` are the addresses that images can have. If
 * `type` is set, all layers have this type.
 */
export function edgeCase(random: RandomSource, images: readonly string[], type?: string): FuzzCase {
  const canvas = edgeCanvas(random);
  const counter = { next: 0, type };
  const count = random.pick([1, 1, 2, 3, 5, 8, 8, random.pick([20, 40, 100, 200])]);
  const repeated = count > 8 && random.chance(0.7) ? edgeLayer(random, canvas, images, counter, 0) : undefined;
  const layers = Array.from({ length: count }, (_, index) =>
    repeated === undefined
      ? edgeLayer(random, canvas, images, counter, 2)
      : { ...repeated, id: `r${index}`, name: `r${index}`, x: Number(repeated["x"]) + (index % 7) / 8 },
  );
  const edition = random.chance(0.3) ? 1 : 2;
  const background = random.pick([
    edgeColor(random),
    edgeColor(random),
    edgeGradient(random),
    { type: "image", image_url: random.pick(images) },
  ]);
  const variables = [{ name: "x", type: "string", default: "value" }];
  const source = { ...canvas, edition, background, variables, layers };
  const request = edgeRequest(random, canvas, layers, images);
  return edition === 2 && random.chance(0.5) ? boundCase(random, source, request, images) : { source, request };
}

interface EdgeSource {
  readonly background: unknown;
  readonly variables: readonly unknown[];
  readonly layers: readonly LayerSource[];
}

/** Returns a case with expressions in many attributes, and with repeats in its groups. */
function boundCase(
  random: RandomSource,
  source: EdgeSource,
  request: FuzzCase["request"],
  images: readonly string[],
): FuzzCase {
  const layers = source.layers.map((layer) => withExpressions(random, withRepeat(random, layer), 0.4));
  const background = boundGround(random, source.background);
  const variables = [...source.variables, ...boundVariables(images)];
  return {
    source: { ...source, background, variables, layers },
    request: { ...request, variables: { ...randomVariables(random, images), ...(random.chance(0.1) && { n: -1 }) } },
  };
}

/** Lets some groups repeat a list, whose index and amounts place the copies. */
function withRepeat(random: RandomSource, layer: LayerSource): LayerSource {
  if (layer["type"] !== "group" || random.chance(0.5)) return layer;
  const children = (layer["children"] as readonly LayerSource[]).map((child): LayerSource => ({
    ...withRepeat(random, child),
    x: "{{ index * 20 - count }}",
    height: "{{ item.amount / max(bars.amount) * 60 }}",
    ...("background_color" in child && { background_color: "{{ item.tone }}" }),
    ...(child["type"] === "image" && { image_url: "{{ item.face }}" }),
  }));
  const isRepeated = children.every((child) => child["type"] !== "group");
  return isRepeated ? { ...layer, repeat: "bars", children } : layer;
}

function edgeCanvas(random: RandomSource): Canvas {
  const side = () => random.whole(20, 600);
  const [width, height] = random.pick<readonly [number, number]>([
    [side(), side()],
    [side(), side()],
    [side(), side()],
    [300, 250],
    [1200, 630],
    [1200, 630],
    random.pick<readonly [number, number]>([
      [1, 1],
      [random.whole(1, 12), 8192],
      [8192, random.whole(3, 12)],
      [random.whole(2, 60), random.whole(2, 60)],
      [2500, 2500],
      [5000, 5000],
    ]),
  ]);
  return { width, height };
}

type LayerSource = Readonly<Record<string, unknown>>;

function edgeLayer(
  random: RandomSource,
  canvas: Canvas,
  images: readonly string[],
  counter: { next: number; readonly type?: string | undefined },
  depth: number,
): LayerSource {
  const types = LAYERS.all.filter(({ definition }) => depth > 0 || !definition.hasChildren);
  const wanted = types.filter(({ definition }) => definition.type === counter.type);
  const usual = [...types, ...types.filter(({ definition }) => definition.type === "text")];
  const registered = random.pick(wanted.length > 0 ? wanted : usual);
  const id = `l${counter.next++}`;
  const { definition } = registered;
  const layer: Record<string, unknown> = {
    type: definition.type,
    id,
    ...(random.chance(0.7) && { name: id }),
    ...edgeAttributes(random, registered, canvas, images, 0.3),
  };
  if (random.chance(0.15) && "background_gradient" in definition.attributes)
    layer["background_gradient"] = edgeGradient(random);
  if (random.chance(0.1) && "text_gradient" in definition.attributes) layer["text_gradient"] = edgeGradient(random);
  if (random.chance(0.3) && "text_styles" in definition.attributes) {
    layer["text_styles"] = edgeStyles(random);
    layer["rich"] = true;
  }
  if (random.chance(0.15) && "shadows" in definition.attributes) layer["shadows"] = edgeShadows(random);
  if (random.chance(0.2) && "mask" in definition.attributes) layer["mask"] = edgeMask(random);
  if (definition.hasChildren) {
    const inside = Array.from({ length: random.whole(0, 4) }, () =>
      edgeLayer(random, canvas, images, counter, depth - 1),
    );
    layer["children"] = inside;
  }
  return layer;
}

/** Attributes as a request can set them, each with a probability. A layer always has a size, and mostly a place. */
function edgeAttributes(
  random: RandomSource,
  { definition }: RegisteredLayer,
  { width, height }: Canvas,
  images: readonly string[],
  probability: number,
): Record<string, unknown> {
  const chosen = Object.entries(definition.attributes).flatMap(([name, { override }]) => {
    const isContent = name === definition.content || name === "color" || name === "background_color";
    if (override === undefined || !random.chance(isContent ? 0.9 : probability)) return [];
    const value = contentOf(random, name, images) ?? edgeValue(random, override, images);
    return [[name, name === "data" ? String(value).slice(0, 2000) : value] as const];
  });
  const fitting = (whole: number) =>
    random.chance(0.1) ? whole : Math.max(0.001, edgeNumber(random, { from: 0.001, to: 2 * whole, step: 0 }));
  // The rasterizer rounds a path differently where the edge of the picture cuts it.
  const start = (whole: number) => (random.chance(0.1) ? 0 : Math.round(random.between(-0.3, 1) * whole));
  const place = {
    ...(random.chance(0.8) && { x: start(width) }),
    ...(random.chance(0.8) && { y: start(height) }),
    ...(random.chance(0.7) && { width: fitting(width), height: fitting(height) }),
  };
  const size = { width: fitting(width), height: fitting(height) };
  return { ...size, ...Object.fromEntries(chosen), ...place };
}

/** Returns content that has its own language: SVG, HTML or a list of features. */
function contentOf(random: RandomSource, attribute: string, images: readonly string[]): string | undefined {
  if (attribute === "svg") return randomSvg(random);
  if (attribute === "font_features") return edgeFeatures(random);
  return attribute === "html" ? randomHtml(random, images) : undefined;
}

function edgeRequest(
  random: RandomSource,
  canvas: Canvas,
  layers: readonly LayerSource[],
  images: readonly string[],
): FuzzCase["request"] {
  const overrides = layers.flatMap((layer) => {
    if (typeof layer["name"] !== "string" || !random.chance(0.3)) return [];
    const attributes = edgeAttributes(random, LAYERS.get(String(layer["type"])), canvas, images, 0.1);
    return [[layer["name"], attributes] as const];
  });
  const scale = random.pick([1, 1, 1, 1, 0.05, 0.5, 1.5, 2, 3, 4]);
  const fits = canvas.width * canvas.height * scale ** 2 <= MAX_PIXELS;
  const format = random.pick(FORMATS);
  return {
    layers: Object.fromEntries(overrides),
    scale: fits ? scale : 1,
    format,
    transparent: format !== "jpg" && random.chance(0.15),
  };
}

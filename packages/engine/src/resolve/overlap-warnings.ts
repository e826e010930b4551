/**
 * Finds texts that overlap each other by accident, usually because one of them is longer than the design allows for.
 */
import { parseColor } from "../document/attributes/color.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import type { Letters } from "../items/define-layer-renderer.js";
import type { FontLibrary } from "../fonts/font-library.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import { type Box, intersection, overlaps } from "../paint/fragment.js";
import { labelOf, type RenderWarning } from "../shared/warnings.js";

/**
 * The largest numbers of texts and of pairs that are compared in one group of layers, so that no document takes too
 * long.
 */
const MAX_TEXTS = 40;
const MAX_PAIRS = 400;
/** The largest number of warnings about one group of layers. */
const MAX_WARNINGS = 5;
/** A text with less opacity is an ornament or a watermark. */
const LEAST_OPACITY = 0.5;
/** A text with letters more than this many times as large as those of another is its background. */
const MAX_SIZE_RATIO = 4;
/** Lines overlap if they share this much of the smaller letters, as shares of their size. */
const SHARED = { width: 0.5, height: 0.25 };

/**
 * Returns the warnings about layers that are painted on top of each other. Rotated and translucent texts, a text over a
 * copy of itself, and texts with another layer between them overlap on purpose.
 */
export async function overlapWarnings(
  layers: readonly ResolvedLayer[],
  registry: LayerRendererRegistry,
  fonts: FontLibrary,
): Promise<readonly RenderWarning[]> {
  const warnings: RenderWarning[] = [];
  for (const { opacity, rotation, children } of layers) {
    if (children === undefined || opacity < LEAST_OPACITY || rotation % 360 !== 0) continue;
    warnings.push(...(await overlapWarnings(children, registry, fonts)));
  }
  const texts = layers.flatMap((layer, index): Text[] => {
    const find = registry.get(layer.type).letters;
    const isPlain = layer.rotation % 360 === 0 && layer.opacity >= LEAST_OPACITY;
    return find === undefined || !isPlain ? [] : [{ layer, index, letters: once(() => find(layer, fonts)) }];
  });
  // A layer between two texts hides the lower one.
  const isCovered = (place: Box, one: Text, other: Text) =>
    layers
      .slice(one.index + 1, other.index)
      .some((layer) => (registry.get(layer.type).coversBox ?? true) && overlaps(layer, place));
  const own: RenderWarning[] = [];
  for (const [one, other] of pairsOf(texts)) {
    if (own.length >= MAX_WARNINGS) break;
    const place = await sharedPlace(one, other);
    if (place !== undefined && !isCovered(place, one, other)) own.push(warn(one, other));
  }
  return [...warnings, ...own];
}

/** A text with its place in the paint order. */
interface Text {
  readonly layer: ResolvedLayer;
  readonly index: number;
  readonly letters: () => Promise<Letters | undefined>;
}

/** Returns a function that calls `find` only once, and keeps its result. */
function once<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => (found ??= find());
}

/** Returns the first pairs of texts whose boxes overlap. Many pictures have none, so no text is laid out for them. */
function pairsOf(texts: readonly Text[]): (readonly [Text, Text])[] {
  const pairs: (readonly [Text, Text])[] = [];
  const compared = new Set<Text>();
  for (const [index, one] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (pairs.length >= MAX_PAIRS || compared.size >= MAX_TEXTS) return pairs;
      if (!overlaps(one.layer, other.layer)) continue;
      pairs.push([one, other]);
      compared.add(one).add(other);
    }
  }
  return pairs;
}

/** Returns a place where letters of both texts are, or undefined if there is none or if it is intended. */
async function sharedPlace(one: Text, other: Text): Promise<Box | undefined> {
  const [mine, its] = [await one.letters(), await other.letters()];
  if (mine === undefined || its === undefined || !isOpaque(mine.color) || !isOpaque(its.color)) return undefined;
  if (plain(mine.text) === plain(its.text)) return undefined;
  const [smaller, larger] = [Math.min(mine.fontSize, its.fontSize), Math.max(mine.fontSize, its.fontSize)];
  if (larger > MAX_SIZE_RATIO * smaller) return undefined;
  for (const line of mine.lines) {
    for (const each of its.lines) {
      const shared = intersection(line, each);
      if (shared.width > SHARED.width * smaller && shared.height > SHARED.height * smaller) return shared;
    }
  }
  return undefined;
}

function isOpaque(color: string): boolean {
  return (parseColor(color)?.alpha ?? 1) >= LEAST_OPACITY;
}

/** Returns a text without spaces, marks and upper case, to compare it with copies that draw its shadow or outline. */
function plain(text: string): string {
  return text.replace(/[\s*[\]]/g, "").toLowerCase();
}

function warn({ layer: lower }: Text, { layer: upper }: Text): RenderWarning {
  const [one, other] = [labelOf(lower), labelOf(upper)];
  const message =
    `The texts of the layers "${one}" and "${other}" overlap. Put them into a group with a layout, give them more ` +
    'space, or shorten them with max_lines or text_fit "shrink".';
  return { code: "TEXTS_OVERLAP", layer: other, message, retryable: false };
}

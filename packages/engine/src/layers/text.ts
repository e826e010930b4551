import { cornerRadii } from "../document/attributes/corner-radii.js";
import { type TextLayer, textLayer } from "../document/layers/text.js";
import { viewOf } from "../frame/device-grid.js";
import type { ItemResources, LayerItemTools, Painted, Traced } from "../items/item.js";
import type { VectorPiece } from "../items/vector-piece.js";
import { contentKey } from "../shared/layer-key.js";
import { vectorItem } from "../compile/vector-item.js";
import { defineLayerRenderer, type Ink, inItsBox, type Letters, type Sized } from "../items/define-layer-renderer.js";
import type { Part } from "../text/part.js";
import type { Size, Sizing, SizingTools } from "../layout/laid-out.js";
import type { FontLibrary } from "../fonts/font-library.js";
import { type Box, centerOf, contains, inflate, unite } from "../paint/fragment.js";
import { roundedRectangle } from "../paint/outline.js";
import { type PaintedBox, paintBox } from "../paint/paint-box.js";
import { sightOf } from "../paint/sight.js";
import { rotate } from "../paint/rotate.js";
import { describeText } from "../text/describe-text.js";
import { layOutText } from "../text/lay-out-text.js";
import { textEngineOf } from "../layout/measure-layer.js";
import { paintText as paintLetters, type PaintedText } from "../text/paint-text.js";
import { textRoom } from "../text/text-room.js";
import { collectShapes } from "../text/text-shapes.js";
import { textWarnings } from "../text/text-warnings.js";
import { vectorText } from "../text/vector-text.js";

/** A text layer with its language (BCP 47). */
type ResolvedText = Sized<TextLayer> & { readonly language: string };

export const textRenderer = defineLayerRenderer<typeof textLayer, ResolvedText>(textLayer, {
  size: sizeText,
  shrinksInRow: true,
  baseline: baselineOfLayer,
  autoColor: "color",
  resolve: (layer, laid, { language }): ResolvedText[] => inItsBox(layer, laid).map((text) => ({ ...text, language })),
  check: async (layer, fonts) => textWarnings(layer, layOutText(await textEngineOf(fonts), layer, textRoom(layer))),
  ink: inkOfText,
  letters: lettersOfText,
  describeText: async (layer, fonts) => describeText(await textEngineOf(fonts), layer),
  coversBox: false,
  item: async (layer, tools) => ({
    ...(await textItem(layer, tools)),
    trace: () => traceText(layer, tools),
  }),
});

const textItem = vectorItem(paintText, fontKey);

/**
 * Measures a text layer. A side that hugs the text is rounded up to whole pixels, so that the text fits and neighbors
 * have sharp edges.
 */
function sizeText(layer: TextLayer, sides: Partial<Size>, room: Partial<Size>, { measureText }: SizingTools): Sizing {
  const { width, height } = sides;
  if (width !== undefined && height !== undefined) return { width, height, children: [] };
  const inset = 2 * (layer.padding + layer.border_width);
  const maxWidth = width ?? room.width;
  const measured = measureText(layer, maxWidth === undefined ? undefined : Math.max(1, maxWidth - inset));
  return {
    width: width ?? Math.min(Math.ceil(measured.width) + inset, maxWidth ?? Number.POSITIVE_INFINITY),
    height: height ?? Math.ceil(measured.height) + inset,
    children: [],
  };
}

/** Returns the distance from the top of the layer's box to the baseline of its first line. */
function baselineOfLayer(layer: TextLayer, { width, height }: Size, { baselineOfText }: SizingTools) {
  const room = textRoom({ ...layer, x: 0, y: 0, width, height });
  const baseline = baselineOfText(layer, room);
  return baseline === undefined ? undefined : room.y + baseline;
}

/** Documents can have different fonts under the same name. */
function fontKey(layer: ResolvedText, { fonts }: ItemResources): string {
  const styles = layer.rich ? (layer.text_styles ?? []) : [];
  const families = [layer.font_family, ...styles.flatMap(({ font_family }) => font_family ?? [])];
  const identities = families.map((family) => fonts.identityOf(family));
  return identities.every((identity, index) => identity === families[index])
    ? ""
    : ` ${contentKey(identities.join("|"))}`;
}

/** The length of a text that an edge can cut off unnoticed, in font sizes. */
const EDGE_TOLERANCE = 0.05;
/**
 * The distance that letters can extend out of their box, in font sizes. The letters of a single line in a low box do
 * so.
 */
const REACH = 2;

/** Returns the area of a text's letters. The shadow and the highlight can extend beyond an edge. */
async function inkOfText(layer: ResolvedText, fonts: FontLibrary, view: Box): Promise<Ink | undefined> {
  const room = textRoom(layer);
  const canGrow = layer.text_fit === "grow" || layer.text_fit === "both";
  const reach = REACH * Math.max(layer.font_size, canGrow ? layer.max_font_size : 0);
  const tolerance = EDGE_TOLERANCE * layer.font_size;
  // Most texts are far from the edges. For them, no outlines are needed.
  if (layer.rotation === 0 && contains(view, inflate(room, reach))) return { box: room, tolerance };
  const engine = await textEngineOf(fonts);
  const { bounds } = collectShapes(engine.parts, layOutText(engine, layer, room), layer, room);
  return bounds.width === 0 ? undefined : { box: bounds, tolerance };
}

/** The letters of a text without ascenders above its capitals and without descenders, in font sizes. */
const CAPITALS = 0.7;
/** Longer texts and further lines are not compared. */
const MAX_COMPARED = { characters: 1_000, lines: 100 };

/** Returns the lines of a text as boxes around their capital letters. */
async function lettersOfText(layer: ResolvedText, fonts: FontLibrary): Promise<Letters | undefined> {
  if (layer.text.trim() === "" || layer.text.length > MAX_COMPARED.characters) return undefined;
  const room = textRoom(layer);
  const { lines, fontSize } = layOutText(await textEngineOf(fonts), layer, room);
  const boxes = lines.slice(0, MAX_COMPARED.lines).map((line) => ({
    x: room.x + line.x,
    y: room.y + line.baseline - CAPITALS * line.fontSize,
    width: line.width,
    height: CAPITALS * line.fontSize,
  }));
  const { text, color } = layer;
  return { text, color, fontSize, lines: boxes };
}

/** Lays out a text, and paints its box and everything but the box. */
async function layOutAndPaint(layer: ResolvedText, view: Box, { resources }: LayerItemTools) {
  const engine = await textEngineOf(resources.fonts);
  const room = textRoom(layer);
  const spend = resources.work.of(layer);
  const layout = layOutText(engine, layer, room, spend);
  // The letters of a text have the shadow. The box has none.
  const box = paintBox({ ...layer, shadow_color: "transparent" }, roundedRectangle(cornerRadii(layer)), view);
  const letters = paintLetters(engine, layout, layer, room, {
    sight: sightOf(layer, view),
    spend,
  });
  return { layout, room, box, letters };
}

/** Returns a text with its letters as glyphs of their fonts. */
async function traceText(layer: ResolvedText, tools: LayerItemTools): Promise<Traced> {
  const { layout, room, box, letters } = await layOutAndPaint(layer, viewOf(tools.grid), tools);
  const { beneath, above, fillOf } = letters.aroundLetters;
  const bounds = unite([box.bounds, letters.bounds]);
  const pieces: VectorPiece[] = [
    { svg: box.beneath + box.above + beneath, bounds },
    vectorText(layout, room, fillOf),
    { svg: above, bounds },
  ];
  const middle = centerOf(layer);
  const rotation = layer.rotation % 360 === 0 ? undefined : { degrees: layer.rotation, ...middle };
  return { piece: { pieces, opacity: layer.opacity, rotation }, warnings: textWarnings(layer, layout) };
}

async function paintText(layer: ResolvedText, view: Box, tools: LayerItemTools): Promise<Painted> {
  const { layout, box, letters } = await layOutAndPaint(layer, view, tools);
  const bounds = unite([box.bounds, letters.bounds]);
  const write = () => rotate(box.beneath + box.above + letters.svg, bounds, layer);
  const parts = layer.rotation % 360 === 0 && contains(view, bounds) ? partsOf(box, letters) : undefined;
  return {
    fragment:
      parts === undefined
        ? write()
        : {
            bounds,
            opacity: layer.opacity,
            get svg() {
              return write().svg;
            },
          },
    parts,
    warnings: textWarnings(layer, layout),
  };
}

function partsOf({ beneath, above, bounds }: PaintedBox, { parts }: PaintedText): readonly Part[] | undefined {
  const svg = beneath + above;
  return parts === undefined || svg === "" ? parts : [{ svg, bounds }, ...parts];
}

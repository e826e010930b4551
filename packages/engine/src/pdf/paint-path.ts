import type { XmlElement } from "../document/svg/xml-tree.js";
import { type Box, intersection } from "../paint/fragment.js";
import { type Canvas, paintForm, paintGroup, within } from "./canvas.js";
import { boundsOf, IDENTITY, invert, type Matrix, readMatrix } from "./matrix.js";
import { type PdfPath, readPath } from "./path-operators.js";
import type { Sheet } from "./sheet.js";
import { type Paint, readPaint, selectPaint } from "./svg-paint.js";
import type { SvgTools } from "./svg-tools.js";
import { numberOf } from "./svg-tree.js";
import { matrixText, num, nums } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** Paints elements. Patterns consist of elements. */
type PaintElements = (canvas: Canvas, elements: readonly XmlElement[]) => Promise<void>;

/** A paint of a path, with the property that uses it. */
interface Stage {
  readonly property: "fill" | "stroke";
  readonly paint: NonNullable<ReturnType<typeof readPaint>>;
}

/** Paints a path: its fill, and then its stroke. */
export async function paintPath(
  { sheet, tree }: SvgTools,
  canvas: Canvas,
  element: XmlElement,
  paintElements: PaintElements,
): Promise<void> {
  const path = readPath(element.attributes.get("d") ?? "");
  const stages = (["fill", "stroke"] as const).flatMap((property): Stage[] => {
    const paint = readPaint(element, property, tree);
    return paint === undefined ? [] : [{ property, paint }];
  });
  if (element.attributes.get("paint-order") === "stroke") stages.reverse();
  for (const { property, paint } of stages) {
    if ("pattern" in paint) {
      if (property === "stroke") throw new Unsupported("A stroke has a pattern.");
      await paintPattern(sheet, canvas, element, path, paint, paintElements);
    } else await paintStage(sheet, canvas, element, path, { property, paint });
  }
}

async function paintStage(
  sheet: Sheet,
  canvas: Canvas,
  element: XmlElement,
  { operators, bounds }: PdfPath,
  { property, paint }: { readonly property: "fill" | "stroke"; readonly paint: Paint },
): Promise<void> {
  canvas.operators.push("q");
  await selectPaint(sheet, canvas, paint, property, bounds);
  if (property === "stroke") canvas.operators.push(strokeOperators(element));
  canvas.operators.push(`${operators} ${property === "stroke" ? "S" : fillOperator(element)} Q`);
}

function fillOperator({ attributes }: XmlElement): string {
  return attributes.get("fill-rule") === "evenodd" ? "f*" : "f";
}

const CAPS: Readonly<Record<string, number>> = { butt: 0, round: 1, square: 2 };
const JOINS: Readonly<Record<string, number>> = { miter: 0, "miter-clip": 0, arcs: 0, round: 1, bevel: 2 };

function strokeOperators(element: XmlElement): string {
  const { attributes } = element;
  const cap = CAPS[attributes.get("stroke-linecap") ?? "butt"] ?? 0;
  const join = JOINS[attributes.get("stroke-linejoin") ?? "miter"] ?? 0;
  const miter = numberOf(element, "stroke-miterlimit", 4);
  const dashes = (attributes.get("stroke-dasharray") ?? "").split(/[\s,]+/).filter((word) => word !== "");
  const dash = `[${nums(dashes.map(Number))}] ${num(numberOf(element, "stroke-dashoffset"))} d`;
  return `${num(numberOf(element, "stroke-width", 1), 4)} w ${cap} J ${join} j ${num(miter)} M${dashes.length === 0 ? "" : ` ${dash}`}`;
}

/** The largest number of tiles of a pattern that are painted one by one. */
const MAX_TILES = 2000;

/** Paints the tiles of a pattern, clipped to a path. Tiles of PDF's own patterns would show thin lines in between. */
async function paintPattern(
  sheet: Sheet,
  canvas: Canvas,
  element: XmlElement,
  path: PdfPath,
  { pattern, opacity }: { readonly pattern: XmlElement; readonly opacity: number },
  paintElements: PaintElements,
): Promise<void> {
  const { attributes, children } = pattern;
  const isUsual =
    (attributes.get("patternContentUnits") ?? "userSpaceOnUse") === "userSpaceOnUse" && !attributes.has("viewBox");
  if (!isUsual) throw new Unsupported("The content of the pattern depends on the size of its path.");
  const matrix = readMatrix(attributes.get("patternTransform"));
  const tile = tileOf(pattern, path.bounds);
  const places = placesOf(tile, matrix, seenPart(sheet, canvas, path.bounds));
  await within(canvas, IDENTITY, async (clipped) => {
    clipped.operators.push(`${path.operators} ${fillOperator(element) === "f*" ? "W*" : "W"} n`);
    const paintTiles = (target: Canvas) =>
      within(target, matrix, async (inner) => {
        const form = await paintForm(sheet, inner, "", async ({ operators, ...rest }) => {
          operators.push(`q ${nums([tile.x, tile.y, tile.width, tile.height], 6)} re W n`);
          await paintElements({ operators, ...rest }, children);
          operators.push("Q");
        });
        const name = form === undefined ? undefined : sheet.resources.add("XObject", form);
        for (const [x, y] of name === undefined ? [] : places) {
          inner.operators.push(`q ${matrixText([1, 0, 0, 1, x, y])} cm ${name} Do Q`);
        }
      });
    if (opacity < 1) await paintGroup(sheet, clipped, { opacity }, paintTiles);
    else await paintTiles(clipped);
  });
}

function tileOf(pattern: XmlElement, bounds: Box): Box {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => numberOf(pattern, name)) as [
    number,
    number,
    number,
    number,
  ];
  if (pattern.attributes.get("patternUnits") === "userSpaceOnUse") return { x, y, width, height };
  return {
    x: bounds.x + x * bounds.width,
    y: bounds.y + y * bounds.height,
    width: width * bounds.width,
    height: height * bounds.height,
  };
}

/** Returns the part of a box that is on the page. */
function seenPart({ view }: Sheet, { toDocument }: Canvas, box: Box): Box {
  const fromDocument = invert(toDocument);
  return fromDocument === undefined ? box : intersection(box, boundsOf(fromDocument, view));
}

/** Returns the offset of a tile at each of its places. */
function placesOf({ x, y, width, height }: Box, matrix: Matrix, area: Box): (readonly [number, number])[] {
  const inverse = invert(matrix);
  if (inverse === undefined || !(width > 0) || !(height > 0)) return [];
  const { x: left, y: top, width: across, height: down } = boundsOf(inverse, area);
  const [firstColumn, firstRow] = [Math.floor((left - x) / width + EDGE), Math.floor((top - y) / height + EDGE)];
  const columns = Math.ceil((left + across - x) / width - EDGE) - firstColumn;
  const rows = Math.ceil((top + down - y) / height - EDGE) - firstRow;
  if (!(columns * rows <= MAX_TILES)) throw new Unsupported("The pattern has too many tiles.");
  return Array.from({ length: Math.max(0, columns) * Math.max(0, rows) }, (_, index) => [
    (firstColumn + (index % columns)) * width,
    (firstRow + Math.floor(index / columns)) * height,
  ]);
}

/** The rounding error at the edge of an area, in tiles. */
const EDGE = 1e-4;

/** Paints the elements of a drawing as PDF. Elements that PDF cannot express become images. */
import type { XmlElement } from "../document/svg/xml-tree.js";
import { type Canvas, maskState, paintGroup, within } from "./canvas.js";
import { clipOperators, clipTo, HIDE_ALL } from "./clip.js";
import { addImage } from "./encoded-image.js";
import { imageMatrix, invert, multiply, readMatrix } from "./matrix.js";
import { paintSvgImage } from "./paint-svg-image.js";
import { paintPath } from "./paint-path.js";
import { rasterPartOf } from "./raster-part.js";
import { numberOf, referenceOf } from "./svg-tree.js";
import type { SvgTools } from "./svg-tools.js";
import { matrixText, nums } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** Microseconds for reading and writing an element. */
const US_PER_ELEMENT = 5;

/** Paints all elements of a drawing. */
export async function paintTree(tools: SvgTools, canvas: Canvas): Promise<void> {
  await paintAll(tools, canvas, tools.tree.children);
}

async function paintAll(tools: SvgTools, canvas: Canvas, elements: readonly XmlElement[]): Promise<void> {
  for (const element of elements) await paintOrDraw(tools, canvas, element);
}

/** Paints an element in vectors, or else as an image. */
async function paintOrDraw(tools: SvgTools, canvas: Canvas, element: XmlElement): Promise<void> {
  tools.spend(US_PER_ELEMENT);
  const start = canvas.operators.length;
  try {
    await paintElement(tools, canvas, element);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    canvas.operators.length = start;
    await drawElement(tools, canvas, element);
  }
}

async function paintElement(tools: SvgTools, canvas: Canvas, element: XmlElement): Promise<void> {
  if (element.attributes.get("visibility") === "hidden") return;
  switch (element.name) {
    case "g":
      await paintGroupElement(tools, canvas, element);
      return;
    case "path":
      await paintPath(tools, canvas, element, (inner, children) => paintAll(tools, inner, children));
      return;
    case "image":
      await paintSvgImage(tools, canvas, element, paintTree);
      return;
    default:
      throw new Unsupported(`The element ${element.name} is not known.`);
  }
}

async function paintGroupElement(tools: SvgTools, canvas: Canvas, element: XmlElement): Promise<void> {
  const { attributes, children } = element;
  if (attributes.has("filter")) throw new Unsupported("Filters have no vectors.");
  const { sheet, tree } = tools;
  const style = attributes.get("style") ?? "";
  const mode = /mix-blend-mode:([a-z-]+)/.exec(style)?.[1];
  const opacity = numberOf(element, "opacity", 1);
  await within(canvas, readMatrix(attributes.get("transform")), async (inner) => {
    const clip = tree.definitions.get(referenceOf(attributes.get("clip-path")) ?? "");
    const mask = tree.definitions.get(referenceOf(attributes.get("mask")) ?? "");
    const states = [
      clip && (await clipTo(sheet, inner, tree, clip)),
      mask && (await applyMask(tools, inner, mask)),
    ].filter((state) => state !== undefined);
    // A second mask would replace the first one.
    if (states.length > 1) throw new Unsupported("A group has two masks.");
    inner.operators.push(...states.map((state) => `${state} gs`));
    const paint = (target: Canvas) => paintAll(tools, target, children);
    const isBlended = opacity < 1 || (mode !== undefined && mode !== "normal") || states.length > 0;
    // Isolation matters only to blend modes inside of the group.
    const isIsolated = style.includes("isolation:isolate") && children.some(hasBlendMode);
    if (isBlended || isIsolated) await paintGroup(sheet, inner, { opacity, mode }, paint);
    else await paint(inner);
  });
}

function hasBlendMode({ attributes, children }: XmlElement): boolean {
  const mode = /mix-blend-mode:([a-z-]+)/.exec(attributes.get("style") ?? "")?.[1] ?? "normal";
  return mode !== "normal" || children.some(hasBlendMode);
}

/** Clips to a mask, or returns the state that multiplies a group by it. */
async function applyMask(tools: SvgTools, canvas: Canvas, mask: XmlElement): Promise<string | undefined> {
  const { attributes, children } = mask;
  const isUsual =
    attributes.get("maskUnits") === "userSpaceOnUse" &&
    (attributes.get("maskContentUnits") ?? "userSpaceOnUse") === "userSpaceOnUse" &&
    (attributes.get("mask-type") ?? "luminance") === "luminance" &&
    !attributes.has("mask");
  if (!isUsual) throw new Unsupported("The mask depends on the size of its group.");
  const box = ["x", "y", "width", "height"].map((name) => numberOf(mask, name));
  canvas.operators.push(`${nums(box)} re W n`);
  const [only] = children;
  if (children.length === 1 && only !== undefined && isWhite(only)) {
    canvas.operators.push(clipOperators(only, "fill-rule"));
    return undefined;
  }
  const state = await maskState(tools.sheet, canvas, (inner) => paintAll(tools, inner, children));
  if (state === undefined) canvas.operators.push(HIDE_ALL);
  return state;
}

/** Returns whether an element is a path filled with opaque white, so that a mask of it is a clip. */
function isWhite({ name, attributes }: XmlElement): boolean {
  return (
    name === "path" &&
    attributes.get("fill") === "#ffffff" &&
    !attributes.has("fill-opacity") &&
    (attributes.get("stroke") ?? "none") === "none" &&
    attributes.get("visibility") !== "hidden"
  );
}

/** Draws an element as an image, in the resolution of print. */
async function drawElement({ sheet, tree, spend }: SvgTools, canvas: Canvas, element: XmlElement): Promise<void> {
  const part = rasterPartOf(element, tree, canvas.toDocument);
  const raster = await sheet.rasters.draw(part, spend);
  if (raster === undefined) return;
  const { place, image } = raster;
  const fromDocument = invert(canvas.toDocument);
  if (fromDocument === undefined) return;
  canvas.operators.push(
    `q ${matrixText(multiply(fromDocument, imageMatrix(place)))} cm ${addImage(sheet, image)} Do Q`,
  );
}

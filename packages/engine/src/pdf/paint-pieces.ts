/** Paints the traced items of a picture on a page. */
import { placeImage } from "../images/place-image.js";
import type { VectorImage } from "../images/vector-image.js";
import type { VectorGroup, VectorPiece } from "../items/vector-piece.js";
import type { Box, Fragment } from "../paint/fragment.js";
import { type Canvas, paintGroup, within } from "./canvas.js";
import { clipOperators } from "./clip.js";
import { addImage, encodeImage, US_PER_ENCODED_PIXEL } from "./encoded-image.js";
import { jpegImage } from "./encode-file.js";
import { IDENTITY, imageMatrix, type Matrix, rotation } from "./matrix.js";
import { type LetterTools, paintLetters } from "./paint-letters.js";
import { paintTree } from "./paint-svg.js";
import { readFragmentTree, readSvgTree } from "./svg-tree.js";
import { matrixText, nums } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** The tools for painting the pieces of a layer. */
export type PieceTools = Omit<LetterTools, "paintSvg">;

/** Paints a piece. @throws Unsupported if it must be drawn as an image. */
export async function paintPiece(tools: PieceTools, canvas: Canvas, piece: VectorPiece): Promise<void> {
  if ("svg" in piece) await paintFragment(tools, canvas, piece);
  else if ("runs" in piece) {
    const paintSvg = (target: Canvas, svg: string) => paintSvgText(tools, target, svg);
    await paintLetters({ ...tools, paintSvg }, canvas, piece);
  } else if ("content" in piece) await paintImage(tools, canvas, piece);
  else await paintPieces(tools, canvas, piece);
}

async function paintPieces(tools: PieceTools, canvas: Canvas, group: VectorGroup): Promise<void> {
  const { pieces, clip, opacity = 1, rotation: turn } = group;
  await within(canvas, IDENTITY, async (clipped) => {
    if (clip !== undefined) clipped.operators.push(clipOf(tools, clip));
    const matrix = turn === undefined ? IDENTITY : rotation(turn.degrees, turn.x, turn.y);
    const paintAll = (target: Canvas) =>
      within(target, matrix, async (inner) => {
        for (const piece of pieces) await paintPiece(tools, inner, piece);
      });
    if (opacity < 1) await paintGroup(tools.sheet, clipped, { opacity }, paintAll);
    else await paintAll(clipped);
  });
}

/** Returns the operators that clip to a filled shape. */
function clipOf({ sheet }: PieceTools, { svg }: Fragment): string {
  const [element] = readFragmentTree(svg, sheet.view).children;
  const path = element?.name === "g" ? element.children[0] : element;
  if (path?.name !== "path") throw new Unsupported("The clip is not a path.");
  const transform = element?.name === "g" ? element.attributes.get("transform") : undefined;
  const attributes =
    transform === undefined ? path.attributes : new Map([...path.attributes, ["transform", transform]]);
  return clipOperators({ ...path, attributes }, "fill-rule");
}

async function paintFragment(tools: PieceTools, canvas: Canvas, { svg, opacity = 1 }: Fragment): Promise<void> {
  if (opacity < 1) {
    await paintGroup(tools.sheet, canvas, { opacity }, (inner) => paintSvgText(tools, inner, svg));
  } else await paintSvgText(tools, canvas, svg);
}

async function paintSvgText({ sheet, spend }: PieceTools, canvas: Canvas, svg: string): Promise<void> {
  if (svg === "") return;
  const tree = readFragmentTree(svg, sheet.view);
  await paintTree({ sheet, tree, spend, depth: 0 }, canvas);
}

async function paintImage(tools: PieceTools, canvas: Canvas, image: VectorImage): Promise<void> {
  const { content, box, fitting, rectangle } = image;
  const { sheet, spend } = tools;
  if ("svg" in content) {
    const tree = readSvgTree(content.svg);
    await within(canvas, IDENTITY, async (clipped) => {
      const { whole, visible } = placesOf(tree, box, fitting);
      clipped.operators.push(`${nums(valuesOf(visible))} re W n`);
      const matrix: Matrix = [whole.width / tree.width, 0, 0, whole.height / tree.height, whole.x, whole.y];
      await within(clipped, matrix, (inner) => paintTree({ sheet, tree, spend, depth: 0 }, inner));
    });
    return;
  }
  if ("pixels" in content) spend(content.width * content.height * US_PER_ENCODED_PIXEL);
  const encoded = "jpeg" in content ? jpegImage(content.jpeg, content) : encodeImage(content);
  const placed = rectangle && { ...rectangle, x: box.x + rectangle.left, y: box.y + rectangle.top };
  const { whole, visible } =
    placed === undefined ? placesOf(content, box, fitting) : { whole: placed, visible: placed };
  const clip = whole === visible ? "" : `${nums(valuesOf(visible))} re W n `;
  canvas.operators.push(`q ${clip}${matrixText(imageMatrix(whole))} cm ${addImage(sheet, encoded)} Do Q`);
}

/** Returns the places of a whole image, and of its visible part. */
function placesOf(
  size: { readonly width: number; readonly height: number },
  box: Box,
  fitting: VectorImage["fitting"],
): { readonly whole: Box; readonly visible: Box } {
  const { crop, rectangle } = placeImage({ width: size.width, height: size.height }, box, fitting);
  const [across, down] = [rectangle.width / crop.width, rectangle.height / crop.height];
  const [x, y] = [box.x + rectangle.left, box.y + rectangle.top];
  return {
    whole: {
      x: x - crop.left * across,
      y: y - crop.top * down,
      width: size.width * across,
      height: size.height * down,
    },
    visible: { x, y, width: rectangle.width, height: rectangle.height },
  };
}

function valuesOf({ x, y, width, height }: Box): number[] {
  return [x, y, width, height];
}

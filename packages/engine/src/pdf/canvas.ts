/** A content stream that is being written, with the transform of its coordinates. */
import type { Box } from "../paint/fragment.js";
import { boundsOf, IDENTITY, invert, type Matrix, multiply } from "./matrix.js";
import type { PdfFile } from "./pdf-file.js";
import type { PdfResources } from "./pdf-resources.js";
import { matrixText, num, nums, ref } from "./syntax.js";

/** The file that a page is written to. */
export interface PdfOutput {
  readonly file: PdfFile;
  readonly resources: PdfResources;
  /** The area of the page, in document pixels. */
  readonly view: Box;
}

/** A content stream. */
export interface Canvas {
  readonly operators: string[];
  /** The transform from the current coordinates to document pixels. */
  readonly toDocument: Matrix;
  /** The transform from document pixels to the coordinates that the stream starts with. */
  readonly fromDocument: Matrix;
}

/** Returns the canvas of a page. Its content begins with the transform from document pixels to points. */
export function pageCanvas(toPoints: Matrix): Canvas {
  return { operators: [`${matrixText(toPoints)} cm`], toDocument: IDENTITY, fromDocument: toPoints };
}

/** Returns the transform from the current coordinates to those that the stream starts with. */
export function toStream({ toDocument, fromDocument }: Canvas): Matrix {
  return multiply(fromDocument, toDocument);
}

/** Paints with its own graphics state, and with a transform of its coordinates. */
export async function within(canvas: Canvas, matrix: Matrix, paint: (inner: Canvas) => Promise<void>): Promise<void> {
  const { operators } = canvas;
  const mark = operators.push("q");
  if (matrix.some((value, index) => value !== IDENTITY[index])) operators.push(`${matrixText(matrix)} cm`);
  const start = operators.length;
  await paint({ ...canvas, toDocument: multiply(canvas.toDocument, matrix) });
  if (operators.length === start) operators.length = mark - 1;
  else operators.push("Q");
}

/** Paints a form, which is a stream of its own, and returns its object. Returns undefined if it draws nothing. */
export async function paintForm(
  { file, resources, view }: PdfOutput,
  { toDocument }: Canvas,
  group: string,
  paint: (inner: Canvas) => Promise<void>,
): Promise<number | undefined> {
  const fromDocument = invert(toDocument);
  if (fromDocument === undefined) return undefined;
  const operators: string[] = [];
  await paint({ operators, toDocument, fromDocument });
  if (operators.length === 0) return undefined;
  const { x, y, width, height } = boundsOf(fromDocument, view);
  const box = `/BBox[${nums([x, y, x + width, y + height])}]`;
  const dictionary = `/Type/XObject/Subtype/Form${box}/Resources ${ref(resources.object)}${group}`;
  return file.addCompressed(dictionary, operators.join("\n"));
}

/** The attributes of an isolated group, which is blended as a whole. */
const ISOLATED = "/Group<</S/Transparency/CS/DeviceRGB/I true>>";

/** How a group is blended with what is beneath it. */
export interface Blending {
  readonly opacity: number;
  /** A blend mode of CSS. @default normal */
  readonly mode?: string | undefined;
}

/** Paints an isolated group, and blends it as a whole. */
export async function paintGroup(
  output: PdfOutput,
  canvas: Canvas,
  { opacity, mode = "normal" }: Blending,
  paint: (inner: Canvas) => Promise<void>,
): Promise<void> {
  const { resources } = output;
  const form = await paintForm(output, canvas, ISOLATED, paint);
  if (form === undefined) return;
  const blend = mode === "normal" ? "" : `/BM/${pdfMode(mode)}`;
  const state = resources.state(`/ca ${num(opacity)}/CA ${num(opacity)}${blend}`);
  canvas.operators.push(`q ${state} gs ${resources.add("XObject", form)} Do Q`);
}

/** Returns the name of a blend mode in PDF: `color-dodge` is `ColorDodge`. */
function pdfMode(mode: string): string {
  return mode
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Returns the name of the state that multiplies by the brightness of a drawing. Outside of it, nothing is drawn. */
export async function maskState(
  output: PdfOutput,
  canvas: Canvas,
  paint: (inner: Canvas) => Promise<void>,
): Promise<string | undefined> {
  const group = "/Group<</S/Transparency/CS/DeviceRGB>>";
  const form = await paintForm(output, canvas, group, paint);
  if (form === undefined) return undefined;
  return output.resources.state(`/SMask<</S/Luminosity/BC[0 0 0]/G ${ref(form)}>>`);
}

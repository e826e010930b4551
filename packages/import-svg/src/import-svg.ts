/** Turns the SVG export of a design tool into a template with named layers. */
import { parseColor } from "@image-render/engine/colors";
import type { XmlElement } from "@image-render/engine/svg";
import { Converter } from "./convert.js";
import { drawingsToLayers } from "./drawings.js";
import type { EditImage } from "./image-edit.js";
import { ImageFiles } from "./image-files.js";
import type { Layer, LayerPiece } from "./layer.js";
import { contains } from "./matrix.js";
import type { MeasureText } from "./measure-text.js";
import { Names } from "./names.js";
import type { Note } from "./notes.js";
import { findOutlinedText, OUTLINED_TEXT } from "./outlined-text.js";
import { lengthOf, numbersOf, viewBoxTransform } from "./read-values.js";
import { openSource, type Source } from "./source.js";
import { ROOT_STYLE, styleOf } from "./style.js";

/** How an SVG is imported. */
export interface ImportOptions {
  /** The name of the template. */
  readonly name: string;
  /** The folder for the images of the SVG, relative to the template. */
  readonly imageFolder: string;
  /** Returns the path of a file that the SVG links to, relative to the template. */
  readonly linked: (path: string) => string;
}

/** A template that was created from an SVG. */
export interface ImportedTemplate {
  readonly document: Readonly<Record<string, unknown>>;
  /** The content of the image files by their path relative to the template. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The parts that the template does not show in the same way. */
  readonly notes: readonly Note[];
  /** The name of the rectangle that became the background, if one did. */
  readonly ground: string | undefined;
  /** The number of layers of each type, with those inside of groups. */
  readonly counts: ReadonlyMap<string, number>;
}

const MAX_LAYERS = 200;
const MAX_SIDE_PX = 8192;

/** A template before its images are cropped and mirrored. */
export type ConvertedSvg = Omit<ImportedTemplate, "files"> & { readonly images: ImageFiles };

/** Imports an SVG. `measure` returns at once. @throws SvgError if it cannot be read */
export async function importMeasuredSvg(
  text: string,
  options: ImportOptions & { readonly measure: MeasureText; readonly editImage: EditImage },
): Promise<ImportedTemplate> {
  return await withFiles(convertSvg(text, options, options.measure), options.editImage);
}

/** Crops and mirrors the images of a template. */
export async function withFiles(
  { images, ...converted }: ConvertedSvg,
  editImage: EditImage,
): Promise<ImportedTemplate> {
  return { ...converted, files: await images.files(editImage) };
}

/** Converts an SVG. @throws SvgError if it cannot be read */
export function convertSvg(text: string, options: ImportOptions, measure: MeasureText): ConvertedSvg {
  const source = openSource(text, measure);
  const size = sizeOf(source.root);
  let { layers, files } = convert(source, size, options, false);
  if (countLayers(layers) > MAX_LAYERS) {
    source.notes.add(
      `A template has at most ${MAX_LAYERS} layers, so plain shapes are parts of drawings.`,
      source.root,
    );
    ({ layers, files } = convert(source, size, options, true));
  }
  const outlined = findOutlinedText(source);
  if (outlined !== undefined) source.notes.add(OUTLINED_TEXT, outlined);
  const { background, rest, ground } = groundOf(layers, size);
  const counts = new Map<string, number>();
  const variables = variablesOf(layers.map(({ layer }) => layer));
  const document = {
    name: options.name,
    ...size,
    background,
    ...(variables.length > 0 && { variables }),
    layers: named(
      rest.map(({ layer }) => layer),
      new Names(),
      counts,
    ),
  };
  return { document, images: files, notes: source.notes.all, ground, counts };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function convert(source: Source, size: Size, { imageFolder, linked }: ImportOptions, mergesShapes: boolean) {
  const files = new ImageFiles(imageFolder, linked);
  const conversion = { source, files, size, mergesShapes };
  const { root } = source;
  const viewBox = numbersOf(root.attributes.get("viewBox"));
  const viewport = viewBox.length === 4 ? { width: viewBox[2] ?? 0, height: viewBox[3] ?? 0 } : size;
  const matrix = viewBoxTransform(root.attributes, size);
  const style = styleOf(root, source.styles, ROOT_STYLE);
  const context = { matrix, style, viewport, room: size, label: undefined, groupLabel: undefined, depth: 0, uses: [] };
  const pieces = new Converter(conversion).convertChildren(root, context);
  return { layers: drawingsToLayers(pieces, { x: 0, y: 0, ...size }, files, source), files };
}

/** Returns the size of the document in whole pixels: that of the SVG, or of its view box. */
function sizeOf({ attributes }: XmlElement): Size {
  const [, , boxWidth = 0, boxHeight = 0] = numbersOf(attributes.get("viewBox"));
  const [width, height] = [lengthOf(attributes.get("width")), lengthOf(attributes.get("height"))];
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : 2;
  const wide = width ?? (height === undefined ? boxWidth || 300 : height * ratio);
  const high = height ?? (width === undefined ? boxHeight || 150 : width / ratio);
  const shrink = Math.min(1, MAX_SIDE_PX / Math.max(wide, high));
  return { width: Math.max(1, Math.round(wide * shrink)), height: Math.max(1, Math.round(high * shrink)) };
}

/** Takes a rectangle that covers the whole document as its background. */
function groundOf(layers: readonly LayerPiece[], size: Size) {
  const none = { background: "transparent", rest: layers, ground: undefined };
  const [first, ...others] = layers;
  const { layer } = first ?? {};
  const plain = ["type", "label", "x", "y", "width", "height", "background_color", "background_gradient"];
  const isPlain = layer?.type === "rectangle" && Object.keys(layer).every((key) => plain.includes(key));
  if (first === undefined || !isPlain || !contains(first.bounds, { x: 0, y: 0, ...size })) return none;
  const { label: ground } = first.layer;
  const gradient = contains({ x: 0, y: 0, ...size }, first.bounds) ? layer["background_gradient"] : undefined;
  const color = layer["background_color"];
  if (gradient !== undefined) return { background: gradient, rest: others, ground };
  const isOpaque = typeof color === "string" && parseColor(color)?.alpha === 1;
  return isOpaque ? { background: color, rest: others, ground } : none;
}

/** Gives every layer its ID and name, and counts the layers of each type. */
function named(layers: readonly Layer[], names: Names, counts: Map<string, number>): Record<string, unknown>[] {
  return layers.map(({ label, type, children, ...attributes }) => {
    counts.set(type, (counts.get(type) ?? 0) + 1);
    return { ...names.take(label), type, ...attributes, ...(children && { children: named(children, names, counts) }) };
  });
}

function countLayers(layers: readonly LayerPiece[]): number {
  const count = ({ children = [] }: Layer): number => children.reduce((sum, child) => sum + count(child), 1);
  return layers.reduce((sum, { layer }) => sum + count(layer), 0);
}

/** Returns a variable for each placeholder that the designer has typed, such as `{{name}}`. */
function variablesOf(layers: readonly Layer[]): { name: string; type: string; default: string }[] {
  const names = new Set<string>();
  const visit = ({ children = [], ...layer }: Layer) => {
    const text = typeof layer["text"] === "string" ? layer["text"] : "";
    for (const [, name = ""] of text.matchAll(/\{\{\s*([a-z_]\w{0,40})\s*\}\}/gi)) names.add(name);
    children.forEach(visit);
  };
  layers.forEach(visit);
  return [...names].map((name) => ({ name, type: "string", default: name }));
}

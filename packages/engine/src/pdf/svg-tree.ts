/** Reads the drawings of the engine as the rasterizer understands them: only groups, paths and images are left. */
import { parseXml } from "../document/svg/parse-xml.js";
import type { XmlElement } from "../document/svg/xml-tree.js";
import { SvgError } from "../document/svg/svg-error.js";
import { loadResvg } from "../shared/native.js";
import { escapeAttribute } from "../paint/svg.js";
import { fitInto } from "./fit-into.js";
import { matrixText } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** A drawing with its size. Styles, shapes, references and units are resolved. */
export interface SvgTree {
  readonly width: number;
  readonly height: number;
  readonly children: readonly XmlElement[];
  /** Gradients, clip paths, masks, filters and patterns by ID. */
  readonly definitions: ReadonlyMap<string, XmlElement>;
}

const OPTIONS = { font: { loadSystemFonts: false } };

/** Reads an SVG file. @throws Unsupported if the rasterizer cannot read it, or if it has too many elements. */
export function readSvgTree(file: string | Buffer): SvgTree {
  try {
    const { Resvg } = loadResvg();
    const { root } = parseXml(new Resvg(file, OPTIONS).toString());
    const definitions = root.children.filter(({ name }) => name === "defs").flatMap(({ children }) => children);
    return {
      width: numberOf(root, "width"),
      height: numberOf(root, "height"),
      children: inViewBox(
        root,
        root.children.filter(({ name }) => name !== "defs"),
      ),
      definitions: new Map(definitions.map((element) => [element.attributes.get("id") ?? "", element])),
    };
  } catch (cause) {
    if (cause instanceof SvgError) throw new Unsupported(cause.message);
    throw new Unsupported("The rasterizer cannot read the drawing.", { cause });
  }
}

/** Moves and scales elements as the `viewBox` of their drawing says. The rasterizer leaves that to the reader. */
function inViewBox(root: XmlElement, children: readonly XmlElement[]): readonly XmlElement[] {
  const [x = 0, y = 0, width = 0, height = 0] = (root.attributes.get("viewBox") ?? "").split(" ").map(Number);
  const view = { x: 0, y: 0, width: numberOf(root, "width"), height: numberOf(root, "height") };
  if (!(width > 0 && height > 0)) return children;
  if (x === 0 && y === 0 && width === view.width && height === view.height) return children;
  const place = fitInto(view, { width, height }, root.attributes.get("preserveAspectRatio") ?? "xMidYMid meet");
  const [across, down] = [place.width / width, place.height / height];
  const matrix = matrixText([across, 0, 0, down, place.x - x * across, place.y - y * down]);
  return [{ ...root, name: "g", attributes: new Map([["transform", `matrix(${matrix})`]]), children }];
}

/** Reads SVG in document coordinates. `size` is that of the document. */
export function readFragmentTree(svg: string, { width, height }: { width: number; height: number }): SvgTree {
  return readSvgTree(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" ` +
      `height="${height}">${svg}</svg>`,
  );
}

/** Returns a number of an element, or another one if it is absent. */
export function numberOf({ attributes }: XmlElement, name: string, otherwise = 0): number {
  const text = attributes.get(name);
  return text === undefined ? otherwise : Number(text);
}

/** Returns the ID that a value such as `url(#id)` refers to. */
export function referenceOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : /^url\(#(.*)\)$/.exec(value)?.[1];
}

/** Writes an element as the rasterizer wrote it. */
export function writeElement({ name, attributes, children }: XmlElement): string {
  const written = [...attributes].map(
    ([key, value]) => ` ${key === "href" ? "xlink:href" : key}="${escapeAttribute(value)}"`,
  );
  return `<${name}${written.join("")}>${children.map(writeElement).join("")}</${name}>`;
}

/** Walks through an SVG and turns its elements into layers, in paint order. */
import type { XmlElement } from "@image-render/engine/svg";
import type { Context, Conversion } from "./context.js";
import { withEffects } from "./effects.js";
import { imageLayer, imageOfShape } from "./image-layer.js";
import type { Drawing, Piece } from "./layer.js";
import { contains, inflate, multiply, transformBox, translation } from "./matrix.js";
import { labelOf } from "./names.js";
import { shapeNode } from "./drawings.js";
import { outlineOf, SHAPES } from "./outlines.js";
import { paintOf } from "./paint.js";
import { lengthOf, referenceOf, transformOf, viewBoxTransform } from "./read-values.js";
import { type Shape, shapeLayer, strokeOf } from "./shape-layer.js";
import { type Style, styleOf } from "./style.js";
import { TextLayers } from "./text-layers.js";

/** Elements that draw nothing at their own place. */
const DEFINITIONS = new Set(
  (
    "defs clipPath mask pattern symbol linearGradient radialGradient filter marker title desc metadata style script " +
    "namedview stop animate animateTransform animateMotion set view"
  ).split(" "),
);
/** The maximum number of elements, with those that `<use>` repeats. */
const MAX_CONVERTED = 50_000;

const FLOWED_TEXT =
  "Only Inkscape draws a text in <flowRoot>, so it is left out. In Inkscape, select it and choose Text > Convert to Text.";

/** Converts the elements of one SVG. */
export class Converter {
  readonly #conversion: Conversion;
  readonly #texts: TextLayers;
  #left = MAX_CONVERTED;

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
    this.#texts = new TextLayers(conversion.source);
  }

  /** Converts everything inside of an element. */
  convertChildren(element: XmlElement, context: Context): Piece[] {
    const drawn = element.children.filter(({ name, isSvg }) => isSvg && !DEFINITIONS.has(name));
    const inside = drawn.length === 1 ? context : { ...context, label: undefined };
    return drawn.flatMap((child) => this.#convert(child, inside));
  }

  #convert(element: XmlElement, context: Context): Piece[] {
    const { source } = this.#conversion;
    this.#left -= 1;
    if (this.#left < 0) {
      source.notes.add(`The SVG repeats its elements so often that only the first ${MAX_CONVERTED} are kept.`, element);
      return [];
    }
    const style = styleOf(element, source.styles, context.style);
    if (style.get("display") === "none") return [];
    const own = labelOf(element);
    const matrix = multiply(context.matrix, transformOf(style.get("transform")));
    const label = own ?? context.label;
    const inner = { ...context, matrix, style, label, groupLabel: own ?? context.groupLabel };
    return withEffects(element, inner, this.#conversion, (placed) => this.#content(element, placed));
  }

  #content(element: XmlElement, context: Context): Piece[] {
    const { source, files } = this.#conversion;
    const { name } = element;
    const { style, viewport } = context;
    if (name === "switch") return this.#switch(element, context);
    if (name === "g" || name === "a") return this.convertChildren(element, context);
    if (name === "svg") return this.#viewport(element, context, style, true);
    if (name === "use") return this.#use(element, context);
    if (style.get("visibility") === "hidden" || style.get("visibility") === "collapse") return [];
    if (name === "text") return this.#texts.convert(element, context);
    if (name === "image") {
      const layer = imageLayer(element, context, viewport, files, source);
      return layer === undefined ? [] : [layer];
    }
    if (SHAPES.has(name)) return this.#shape(element, context);
    if (name === "flowRoot") {
      source.notes.add(FLOWED_TEXT, element);
      return [];
    }
    const what =
      name === "foreignObject" ? "HTML inside of the SVG, such as a background blur," : `The element <${name}>`;
    source.notes.add(`${what} is left out.`, element);
    return [];
  }

  /** Converts the first alternative that needs no extension. Illustrator's own data is such an extension. */
  #switch(element: XmlElement, context: Context): Piece[] {
    const shown = element.children.find(({ isSvg, attributes }) => isSvg && !attributes.has("requiredExtensions"));
    return shown === undefined ? [] : this.convertChildren({ ...element, children: [shown] }, context);
  }

  /** Converts an `<svg>` or `<symbol>`, which has a viewport of its own. */
  #viewport(element: XmlElement, context: Context, size: Style, isPlaced: boolean): Piece[] {
    const of = (key: string, whole: number) => lengthOf(size.get(key), { whole });
    const viewport = {
      width: of("width", context.viewport.width) ?? context.viewport.width,
      height: of("height", context.viewport.height) ?? context.viewport.height,
    };
    const offset = isPlaced
      ? translation(of("x", context.viewport.width) ?? 0, of("y", context.viewport.height) ?? 0)
      : translation(0, 0);
    const matrix = multiply(multiply(context.matrix, offset), viewBoxTransform(element.attributes, viewport));
    return this.convertChildren(element, { ...context, matrix, viewport });
  }

  #use(element: XmlElement, context: Context): Piece[] {
    const id = referenceOf(element.attributes.get("href"));
    const target = id === undefined ? undefined : this.#conversion.source.byId.get(id);
    if (id === undefined || target === undefined || context.uses.includes(id)) return [];
    const of = (key: string) => lengthOf(context.style.get(key)) ?? 0;
    const matrix = multiply(context.matrix, translation(of("x"), of("y")));
    const inside = { ...context, matrix, uses: [...context.uses, id] };
    if (target.name !== "symbol" && target.name !== "svg") return this.#convert(target, inside);
    const style = styleOf(target, this.#conversion.source.styles, context.style);
    const size = new Map([...target.attributes, ...sizeOf(context.style)]);
    return this.#viewport(target, { ...inside, style }, size, false);
  }

  #shape(element: XmlElement, context: Context): Piece[] {
    const { source, files, size, mergesShapes } = this.#conversion;
    const { style, matrix } = context;
    const outline = outlineOf(element.name, style, context.viewport);
    const shape: Shape = { outline, matrix, style, label: context.label };
    const fill = paintOf(style, "fill", source);
    const stroke = strokeOf(style, source);
    const { width, height } = outline.box;
    const isFlat = width <= 0 || height <= 0;
    if ((isFlat || fill.kind === "none") && (stroke.width === 0 || (width <= 0 && height <= 0))) return [];
    if (fill.kind === "pattern" && stroke.width === 0) {
      const image = imageOfShape(shape, fill.element, fill.opacity, files, source);
      if (image !== undefined) return [image];
    }
    const layer = shapeLayer(shape, source);
    const isGround = layer !== undefined && contains(layer.bounds, { x: 0, y: 0, ...size });
    if (layer !== undefined && (!mergesShapes || isGround)) return [layer];
    return [this.#drawing(element, context, outline.box, stroke.width)];
  }

  #drawing(element: XmlElement, context: Context, box: Drawing["bounds"], strokeWidth: number): Drawing {
    const { style, matrix, label, groupLabel } = context;
    const limit = Math.max(1, lengthOf(style.get("stroke-miterlimit")) ?? 4);
    const isMitered = (style.get("stroke-linejoin") ?? "miter") === "miter" && element.name !== "rect";
    return {
      kind: "drawing",
      nodes: [shapeNode(element, style, matrix)],
      bounds: transformBox(matrix, inflate(box, (strokeWidth / 2) * (isMitered ? limit : 1.5))),
      label: label ?? groupLabel,
      needsFile:
        ["fill", "stroke"].some((name) => this.#hasImage(style.get(name))) ||
        [...style.keys()].some((name) => name.startsWith("marker")),
    };
  }

  /** Returns whether a paint is a pattern with an image, which an `svg` layer does not draw. */
  #hasImage(paint: string | undefined): boolean {
    const element = this.#conversion.source.byId.get(referenceOf(paint) ?? "");
    return element?.name === "pattern" && element.children.some(({ name }) => name === "image" || name === "use");
  }
}

function sizeOf(style: Style): [string, string][] {
  return ["width", "height"].flatMap((key): [string, string][] => {
    const value = style.get(key);
    return value === undefined ? [] : [[key, value]];
  });
}

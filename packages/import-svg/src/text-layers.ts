/** Turns `<text>` elements into text layers. */
import type { XmlElement } from "@image-render/engine/svg";
import { chooseFont } from "./fonts.js";
import { gradientOf } from "./gradients.js";
import { type LayerPiece, placeOf, round } from "./layer.js";
import { frameOf, invert, type Matrix, multiply, placeBox, scaleOf } from "./matrix.js";
import { clean } from "./names.js";
import { colorText, paintOf } from "./paint.js";
import { lengthOf } from "./read-values.js";
import { piece, strokeOf } from "./shape-layer.js";
import type { Source } from "./source.js";
import { fontSizeOf, type Style } from "./style.js";
import { anchorX, type Block, blocksOf, fontKey, type Line } from "./text-blocks.js";
import { baseSpan, contentOf } from "./text-content.js";
import { type Chunk, chunksOf, type Span } from "./text-lines.js";

export interface TextPlace {
  readonly style: Style;
  readonly matrix: Matrix;
  readonly label: string | undefined;
  /** The size of the document or the group around the text. */
  readonly room: { readonly width: number; readonly height: number };
}

/** Converts the texts of one SVG. */
export class TextLayers {
  readonly #source: Source;
  readonly #widths = new Map<string, number>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** Returns the layers of a `<text>`: one, unless its lines have different fonts or places. */
  convert(element: XmlElement, place: TextPlace): LayerPiece[] {
    const chunks = chunksOf(element, place.style, this.#source, (span) => this.#widthOf(span));
    const blocks = blocksOf(this.#lines(chunks));
    const [a, b, c, d] = place.matrix;
    if (Math.abs(Math.hypot(a, b) / Math.hypot(c, d) - 1) > 0.02) {
      this.#source.notes.add(
        "A text is stretched or skewed. Its layer has the size of its letters, but not their distortion.",
        element,
      );
    }
    if (/^(?:tb|vertical)/.test(place.style.get("writing-mode") ?? "")) {
      this.#source.notes.add("A text runs from top to bottom. Its layer runs from left to right.", element);
    }
    return blocks.map((block) => this.#layer(block, place, element));
  }

  /** Joins chunks that continue a line, such as words that Illustrator places one by one. */
  #lines(chunks: readonly Chunk[]): Line[] {
    const lines: Line[] = [];
    for (const chunk of chunks) {
      const width = chunk.spans.reduce((sum, span) => sum + this.#widthOf(span), 0);
      const last = lines.at(-1);
      const size = fontSizeOf(chunk.spans[0]?.style ?? new Map());
      const gap = last === undefined ? Infinity : chunk.x - last.x - last.width;
      const continues =
        last !== undefined &&
        last.anchor === "start" &&
        chunk.anchor === "start" &&
        Math.abs(last.y - chunk.y) < 0.1 * size &&
        gap > -0.6 * size &&
        gap < 0.8 * size &&
        fontKey(last.spans[0]) === fontKey(chunk.spans[0]);
      if (!continues) {
        lines.push({ ...chunk, width });
        continue;
      }
      const hasSpace = last.spans.at(-1)?.text.endsWith(" ") === true || chunk.spans[0]?.text.startsWith(" ") === true;
      const [first, ...rest] = chunk.spans;
      const spaced =
        first !== undefined && gap > 0.15 * size && !hasSpace ? { ...first, text: ` ${first.text}` } : first;
      const spans = [...last.spans, ...(spaced === undefined ? [] : [spaced]), ...rest];
      lines[lines.length - 1] = { ...last, spans, width: chunk.x + width - last.x };
    }
    return lines.flatMap((line) => this.#splitBySize(line));
  }

  /** Splits a line where its size or family changes, because a layer has one of each. */
  #splitBySize(line: Line): Line[] {
    const parts: Line[] = [];
    let x = line.x;
    for (const span of line.spans) {
      const width = this.#widthOf(span);
      const last = parts.at(-1);
      if (last !== undefined && (fontKey(last.spans[0]) === fontKey(span) || span.text.trim() === "")) {
        parts[parts.length - 1] = { ...last, spans: [...last.spans, span], width: last.width + width };
      } else parts.push({ ...line, x, spans: [span], width });
      x += width;
    }
    return line.anchor === "start" || parts.length === 1
      ? parts
      : [{ ...line, spans: parts.flatMap(({ spans }) => spans) }];
  }

  #layer({ lines, align }: Block, { style: around, matrix, label, room }: TextPlace, element: XmlElement): LayerPiece {
    const [first] = lines;
    const base = baseSpan(lines);
    const scale = scaleOf(matrix);
    const { attributes: font, size } = this.#font(base.style, element);
    const step =
      lines.length > 1 && first !== undefined ? ((lines.at(-1)?.y ?? 0) - first.y) / (lines.length - 1) : 1.2 * size;
    const { text, rich } = contentOf(lines, base, font);
    const attributes = {
      text,
      ...(rich && { rich }),
      ...font,
      font_size: round(Math.min(2000, Math.max(1, size * scale)), 2),
      line_height: round(Math.min(5, Math.max(0.5, step / size)), 4),
    };
    const measured = this.#source.measure(attributes);
    const width = Math.max(1, Math.ceil(Math.max(...measured.widths, 0)) + 1) / scale;
    const anchor = first === undefined ? 0 : anchorX(first, align);
    const isTurned = Math.abs(matrix[1]) > 1e-4 * scale || Math.abs(matrix[2]) > 1e-4 * scale;
    const top = (first?.y ?? 0) - measured.baseline / scale + shiftOf(base.style, size);
    const left = align === "left" ? anchor : align === "center" ? anchor - width / 2 : anchor - width;
    const box = { x: left, y: top, width, height: measured.height / scale };
    const uniform: Matrix = isTurned ? rigid(matrix, scale) : [scale, 0, 0, scale, matrix[4], matrix[5]];
    const placed = placeBox(uniform, box) ?? { ...box, rotation: 0, flipX: false, flipY: false };
    const place = placeOf(isTurned ? placed : { ...widened(placed, align, room), rotation: 0 });
    const result = piece({
      type: "text",
      label: label ?? clean(text) ?? "text",
      ...place,
      ...attributes,
      ...this.#paint(
        base.style,
        multiply(invert(frameOf({ ...place, rotation: place.rotation ?? 0 })), uniform),
        box,
        place,
        element,
      ),
      ...(align !== "left" && { align }),
      ...decorationOf(base.style, around),
    });
    // A text with one line is as wide as its content. One with several lines wraps like the design.
    const isHugging = align === "left" && lines.length === 1 && !isTurned;
    const hugging = isTurned ? [] : isHugging ? ["width", "height"] : ["height"];
    const layer = Object.fromEntries(Object.entries(result.layer).filter(([key]) => !hugging.includes(key)));
    return { kind: "layer", layer: layer as LayerPiece["layer"], bounds: result.bounds };
  }

  #font(style: Style, element: XmlElement) {
    const chosen = chooseFont(style);
    const { replaced, ...attributes } = chosen;
    if (replaced !== undefined) {
      const advice = `To keep it, add its file to "fonts" of the template and name it in font_family.`;
      this.#source.notes.add(
        `The font "${replaced}" is not built in. Its texts use ${chosen.font_family}. ${advice}`,
        element,
      );
    }
    const size = fontSizeOf(style);
    const spacing = lengthOf(style.get("letter-spacing"), { em: size, whole: size });
    const letter_spacing = spacing === undefined ? 0 : round(Math.min(5, Math.max(-0.5, spacing / size)), 4);
    return {
      size,
      attributes: {
        font_family: attributes.font_family,
        ...(attributes.font_weight !== 400 && { font_weight: attributes.font_weight }),
        ...(attributes.font_style !== "normal" && { font_style: attributes.font_style }),
        ...(letter_spacing !== 0 && { letter_spacing }),
      },
    };
  }

  #paint(
    style: Style,
    toLayer: Matrix,
    shape: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
    size: { readonly width: number; readonly height: number },
    element: XmlElement,
  ): Record<string, unknown> {
    const fill = paintOf(style, "fill", this.#source);
    const stroke = strokeOf(style, this.#source);
    const outline =
      stroke.paint.kind === "color"
        ? {
            stroke_color: colorText(stroke.paint.color),
            stroke_width: round(Math.min(200, (stroke.width / 2) * scaleOf(toLayer))),
          }
        : {};
    if (fill.kind === "color") return { color: colorText(fill.color), ...outline };
    if (fill.kind === "none") return { color: "transparent", ...outline };
    const gradient =
      fill.kind === "gradient" && gradientOf(fill.element, fill.opacity, { shape, toLayer, size }, this.#source);
    if (gradient) return { text_gradient: gradient, ...outline };
    this.#source.notes.add("A text has a pattern or a gradient that a layer cannot have. It is black.", element);
    return outline;
  }

  #widthOf({ text, style }: Span): number {
    const { attributes, size } = this.#font(style, { at: 0 } as XmlElement);
    const key = JSON.stringify([text, attributes, size]);
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    // Measured in a large size, because small sizes round each line to whole pixels.
    const large = 100;
    // The measure ignores white space at the end of a line.
    const of = (content: string) =>
      Math.max(0, ...this.#source.measure({ text: content, ...attributes, font_size: large }).widths) * (size / large);
    const width = /\s$/.test(text) ? of(`${text}|`) - of("|") : of(text);
    this.#widths.set(key, width);
    return width;
  }
}

/** Returns a transform without its scale, which the font size contains. */
function rigid([a, b, , , e, f]: Matrix, scale: number): Matrix {
  const length = Math.hypot(a, b);
  const [cos, sin] = [(a / length) * scale, (b / length) * scale];
  return [cos, sin, -sin, cos, e, f];
}

/** Gives a centered or right-aligned text the room up to the nearer edge, so that a longer text stays in its place. */
function widened(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  align: Block["align"],
  room: TextPlace["room"],
) {
  const right = box.x + box.width;
  if (align === "right" && box.x > 0 && right <= room.width) return { ...box, x: 0, width: right };
  const middle = box.x + box.width / 2;
  const reach = Math.min(middle, room.width - middle);
  if (align !== "center" || reach < box.width / 2) return box;
  return { ...box, x: middle - reach, width: 2 * reach };
}

/** Returns the distance from the given place to the baseline, for texts that are aligned to another line. */
function shiftOf(style: Style, size: number): number {
  switch (style.get("dominant-baseline") ?? style.get("alignment-baseline")) {
    case "middle":
    case "central":
      return 0.35 * size;
    case "hanging":
    case "text-before-edge":
      return 0.8 * size;
    default:
      return 0;
  }
}

function decorationOf(style: Style, around: Style): Record<string, unknown> {
  const text = `${style.get("text-decoration") ?? ""} ${around.get("text-decoration") ?? ""}`;
  const found = ["underline", "line-through", "overline"].find((name) => text.includes(name));
  return found === undefined ? {} : { text_decoration: found };
}

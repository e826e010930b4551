import { drawSvg } from "../draw-svg.js";
import { type FontFile } from "../fonts/font-library.js";
import { type Element } from "../tree/element.js";
import { textStyle, type TextSpec } from "./text-spec.js";

export interface TextMeasure {
  readonly fontSize: number;
  /** Of all lines, wrapped at the width. */
  readonly height: number;
  /** Of the widest part that has no place to break. */
  readonly widestWord: number;
}

/** A canvas wider than any text, one pixel high, and a place below it. */
const CANVAS = { width: 100_000, height: 1 };
const BELOW_CANVAS_PX = 100;

/**
 * Measures a text at several sizes with the very engine that draws it. One call lays all of them out, which costs
 * little more than one.
 */
export async function measureText(
  spec: TextSpec,
  fontSizes: readonly number[],
  width: number,
  fonts: Iterable<FontFile>,
): Promise<TextMeasure[]> {
  const blocks = fontSizes.flatMap((fontSize, index) => [
    block(spec, fontSize, `lines-${index}`, width),
    block(spec, fontSize, `word-${index}`, "min-content"),
  ]);
  const tree: Element = {
    type: "div",
    props: {
      // What lies outside the canvas is laid out but not drawn, and drawing is nine tenths of the cost.
      style: {
        display: "flex",
        flexDirection: "column",
        alignItems: "flex-start",
        position: "absolute",
        top: BELOW_CANVAS_PX,
      },
      children: blocks,
    },
  };
  const { nodes } = await drawSvg(tree, fonts, CANVAS);
  const sizes = new Map(nodes.map((node) => [node.key, node]));
  return fontSizes.map((fontSize, index) => ({
    fontSize,
    height: sizes.get(`lines-${index}`)?.height ?? 0,
    widestWord: sizes.get(`word-${index}`)?.width ?? 0,
  }));
}

function block(spec: TextSpec, fontSize: number, key: string, width: number | string): Element {
  return { type: "div", key, props: { style: { ...textStyle(spec, fontSize), width }, children: spec.text } };
}

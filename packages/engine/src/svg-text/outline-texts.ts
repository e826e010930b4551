/**
 * Replaces the texts of a sanitized SVG with the outlines of their letters. So our own fonts draw them, and everything
 * else of the SVG, such as gradients, clips and transforms, applies to them as to any shape.
 */
import { costOfSvg } from "../document/svg/cost-of-svg.js";
import type { SafeElement } from "../document/svg/safe-element.js";
import type { SafeSvg } from "../document/svg/safe-svg.js";
import { SvgError } from "../document/svg/svg-error.js";
import { MAX_SVG_CHARACTERS_OF_TEXT, textsOf } from "../document/svg/svg-texts.js";
import { TEXT_NODE } from "../document/svg/xml-tree.js";
import { type Box, unite } from "../paint/fragment.js";
import type { Meter } from "../shared/work.js";
import type { TextEngine } from "../text/engine.js";
import { BoxGradients } from "./box-gradients.js";
import { EmojiDrawings, idsIn } from "./emoji-drawings.js";
import { readLetters, type Viewport } from "./read-letters.js";
import { chunksOf } from "./text-chunks.js";
import { NO_FINDINGS, type TextFindings } from "./text-findings.js";
import { INITIAL_LOOK, lookOf, type TextLook } from "./text-look.js";
import { type OutlinedPiece, TextOutliner } from "./text-outliner.js";

/** An SVG without texts, and what its texts lacked. */
export interface OutlinedSvg {
  readonly svg: SafeSvg;
  readonly findings: TextFindings;
}

/** The language of the texts (BCP 47), and the meter of the work. */
export interface OutlineOptions {
  readonly language?: string | undefined;
  readonly spend: Meter;
}

/** Replaces the texts of an SVG with outlines. If these would cost too much, the texts are left out. */
export function outlineTexts(svg: SafeSvg, engine: TextEngine, options: OutlineOptions): OutlinedSvg {
  const { characters } = textsOf(svg);
  if (characters.length > MAX_SVG_CHARACTERS_OF_TEXT) {
    return withoutTexts(svg, `text (over ${MAX_SVG_CHARACTERS_OF_TEXT.toLocaleString("en")} characters)`);
  }
  const work = new TextReplacement(svg, engine, options);
  const children = work.replaced();
  try {
    const cost = costOfSvg({ name: "svg", attributes: svg.attributes, children }, svg.viewBox);
    return { svg: { ...svg, children, cost }, findings: work.findings() };
  } catch (error) {
    if (error instanceof SvgError) return withoutTexts(svg, "text (its letters would cost too much)");
    throw error;
  }
}

function withoutTexts(svg: SafeSvg, reason: string): OutlinedSvg {
  const left = (elements: readonly SafeElement[]): SafeElement[] =>
    elements.flatMap((element) =>
      element.name === "text" || element.name === TEXT_NODE ? [] : [{ ...element, children: left(element.children) }],
    );
  return { svg: { ...svg, children: left(svg.children) }, findings: { ...NO_FINDINGS, ignored: [reason] } };
}

/** The attributes of a text element that shapes do not have. */
const OF_LETTERS: ReadonlySet<string> = new Set(
  (
    "x y dx dy rotate textLength lengthAdjust xml:space text-anchor font-family font-size font-style font-weight " +
    "letter-spacing text-decoration direction unicode-bidi writing-mode dominant-baseline alignment-baseline " +
    "baseline-shift font-stretch font-variant word-spacing text-rendering"
  ).split(" "),
);

const NO_MARKERS = ["marker", "marker-start", "marker-mid", "marker-end"].map((name) => [name, "none"] as const);
/** The attributes of shapes that texts do not inherit. */
const RESET = [["fill-rule", "nonzero"], ["clip-rule", "nonzero"], ...NO_MARKERS] as const;

class TextReplacement {
  readonly #svg: SafeSvg;
  readonly #outliner: TextOutliner;
  readonly #gradients: BoxGradients;
  readonly #emoji: EmojiDrawings;
  readonly #ignored = new Set<string>();

  constructor(svg: SafeSvg, engine: TextEngine, { language, spend }: OutlineOptions) {
    this.#svg = svg;
    this.#outliner = new TextOutliner(engine, language, spend);
    this.#gradients = new BoxGradients(svg.children);
    this.#emoji = new EmojiDrawings(engine.parts.emoji, new Set(svg.children.flatMap(idsIn)));
  }

  replaced(): readonly SafeElement[] {
    const { attributes, children, viewBox } = this.#svg;
    const drawn = this.#replaceAll(children, lookOf(attributes, INITIAL_LOOK), viewBox, false);
    const definitions = [...this.#gradients.made, ...this.#emoji.definitions];
    return definitions.length === 0
      ? drawn
      : [{ name: "defs", attributes: new Map(), children: definitions }, ...drawn];
  }

  findings(): TextFindings {
    const { missing, replacedWeights, families } = this.#outliner;
    return {
      missing: [...missing],
      replacedWeights: [...replacedWeights.values()],
      replacedFamilies: families.replaced,
      ignored: [...this.#ignored],
    };
  }

  #replaceAll(
    elements: readonly SafeElement[],
    around: TextLook,
    viewport: Viewport,
    isInClip: boolean,
  ): readonly SafeElement[] {
    return elements.flatMap((element) => {
      const look = lookOf(element.attributes, around);
      if (element.name === "text") return this.#replace(element, look, viewport, isInClip);
      // Characters outside of a text element are not drawn.
      if (element.name === TEXT_NODE || element.name === "tspan") return [];
      if (element.children.length === 0) return [element];
      const inClip = isInClip || element.name === "clipPath";
      return [{ ...element, children: this.#replaceAll(element.children, look, viewport, inClip) }];
    });
  }

  #replace(text: SafeElement, look: TextLook, viewport: Viewport, isInClip: boolean): SafeElement[] {
    if (look.isVertical) this.#ignored.add("text (vertical)");
    if (hasAttribute(text, "textLength")) this.#ignored.add("textLength");
    const letters = look.isVertical ? [] : readLetters(text, look, viewport);
    const pieces = this.#outliner.outline(chunksOf(letters));
    const cells = unite(pieces.map((piece) => piece.cells));
    const own = new Map([
      ...(look.needsReset ? RESET : []),
      ...[...text.attributes].filter(([name]) => !OF_LETTERS.has(name)),
    ]);
    const parts = mergedPieces(pieces).flatMap((piece) => {
      const paints = this.#paintsOf(piece, cells);
      const data = [piece.beneath, piece.path, piece.above].filter((path) => path !== "");
      return data.map((path) => ({ name: "path", attributes: new Map([...paints, ["d", path]]), children: [] }));
    });
    const emoji = pieces.flatMap((piece) => piece.emoji.flatMap((each) => this.#emoji.place(each) ?? []));
    const [only] = parts;
    if (isInClip) return parts.map((part) => ({ ...part, attributes: new Map([...own, ...part.attributes]) }));
    if (only !== undefined && parts.length === 1 && emoji.length === 0) {
      return [{ ...only, attributes: joined(own, only.attributes) }];
    }
    return [{ name: "g", attributes: own, children: [...parts, ...emoji] }];
  }

  /** Returns the paints of a piece. Gradients that refer to the box of the text are replaced. */
  #paintsOf({ span }: OutlinedPiece, cells: Box): Map<string, string> {
    const paints = new Map(span.paint);
    for (const name of ["fill", "stroke"] as const) {
      const paint = span.look[name];
      const replaced = this.#gradients.paintFor(paint, cells);
      if (replaced !== paint) paints.set(name, replaced);
    }
    return paints;
  }
}

/** Returns the attributes of a text and of its only part as those of one element. */
function joined(own: ReadonlyMap<string, string>, part: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const all = new Map([...own, ...part]);
  const opacity = [own.get("opacity"), part.get("opacity")].flatMap((value) => (value === undefined ? [] : [value]));
  if (opacity.length > 1) all.set("opacity", String(opacity.reduce((product, value) => product * Number(value), 1)));
  return all;
}

/** Joins pieces of the same span that follow each other, so that their letters are one shape. */
function mergedPieces(pieces: readonly OutlinedPiece[]): OutlinedPiece[] {
  const merged: OutlinedPiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last?.span !== piece.span) merged.push(piece);
    else {
      merged[merged.length - 1] = {
        ...last,
        path: last.path + piece.path,
        beneath: last.beneath + piece.beneath,
        above: last.above + piece.above,
      };
    }
  }
  return merged;
}

function hasAttribute(element: SafeElement, name: string): boolean {
  return element.attributes.has(name) || element.children.some((child) => hasAttribute(child, name));
}

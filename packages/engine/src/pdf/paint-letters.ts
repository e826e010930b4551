/** Paints letters as text that readers can select and search. */
import type { Fill } from "../paint/fill.js";
import { num as svgNum } from "../paint/svg.js";
import type { EngineParts } from "../text/engine.js";
import type { LoadedFont } from "../text/font-cache.js";
import { glyphPath, placeGlyph } from "../text/placed-glyph.js";
import type { GlyphCluster, GlyphRun, VectorText } from "../text/vector-text.js";
import type { Meter } from "../shared/work.js";
import type { Canvas } from "./canvas.js";
import type { EmbeddedFont } from "./pdf-fonts.js";
import type { Sheet } from "./sheet.js";
import { type Paint, readPaint, selectPaint } from "./svg-paint.js";
import { readFragmentTree } from "./svg-tree.js";
import { hex4, num, nums, textString } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** The tools for painting the letters of a layer. */
export interface LetterTools {
  readonly sheet: Sheet;
  readonly parts: EngineParts;
  readonly spend: Meter;
  /** Paints SVG in document coordinates. */
  readonly paintSvg: (canvas: Canvas, svg: string) => Promise<void>;
  /** Notes that the file cannot contain a font. */
  readonly onOutlined: (font: LoadedFont) => void;
}

/** Microseconds for writing a glyph. */
const US_PER_GLYPH = 2;

/** Paints a text. Letters of fonts that the file must not contain become paths. */
export async function paintLetters(tools: LetterTools, canvas: Canvas, { runs }: VectorText): Promise<void> {
  const { parts, sheet, spend } = tools;
  for (const run of runs) {
    if (run.clusters.length === 0) continue;
    spend(run.clusters.length * US_PER_GLYPH);
    const loaded = parts.fontCache.load(parts.fonts.fileAt(run.font));
    const font = sheet.fonts.use(loaded);
    if (font === undefined) {
      tools.onOutlined(loaded);
      await tools.paintSvg(canvas, outlinesOf(tools, loaded, run));
    } else await paintRun(sheet, canvas, run, font);
  }
}

/** Returns the letters of a run as a path of SVG. */
function outlinesOf({ parts, spend }: LetterTools, font: LoadedFont, run: GlyphRun): string {
  const { fontSize, slant, embolden, fill } = run;
  const glyphs = run.clusters.flatMap((cluster) => cluster.glyphs);
  const path = glyphs
    .map(({ id, x, y }) => ({ outline: parts.outlines.outline(font, id, fontSize, slant, spend), x, y }))
    .filter(({ outline }) => outline.tail !== "")
    .map(({ outline, x, y }) => glyphPath(placeGlyph(outline, x, y)))
    .join("");
  if (path === "") return "";
  const stroke =
    embolden === 0
      ? ""
      : ` ${fill.attributes.replaceAll("fill", "stroke")} stroke-width="${svgNum(embolden)}" stroke-linejoin="round"`;
  return `${fill.definition}<path d="${path}" ${fill.attributes}${stroke}/>`;
}

async function paintRun(sheet: Sheet, canvas: Canvas, run: GlyphRun, font: EmbeddedFont): Promise<void> {
  const { operators } = canvas;
  const paint = paintOf(run.fill, sheet);
  if (paint === undefined) return;
  operators.push("q");
  await selectPaint(sheet, canvas, paint, "fill", sheet.view);
  if (run.embolden > 0) {
    await selectPaint(sheet, canvas, paint, "stroke", sheet.view);
    operators.push(`2 Tr ${num(run.embolden)} w 1 j`);
  }
  operators.push(`BT ${font.name} ${num(run.fontSize)} Tf`, ...new RunWriter(run, font).write(), "ET Q");
}

/** Reads a fill as the painter of paths does. */
function paintOf({ attributes, definition }: Fill, { view }: Sheet): Paint | undefined {
  const tree = readFragmentTree(`${definition}<path d="M0 0H9V9z" ${attributes}/>`, view);
  const [path] = tree.children;
  const paint = path && readPaint(path, "fill", tree);
  if (paint !== undefined && "pattern" in paint) throw new Unsupported("Letters have a pattern.");
  return paint;
}

/** The largest error of a place, in thousandths of the font size, that needs no correction. */
const TOLERANCE = 0.01;

/** Writes the glyphs of a run. The pen moves by the advances of the font, and by corrections in between. */
class RunWriter {
  readonly #run: GlyphRun;
  readonly #font: EmbeddedFont;
  readonly #lines: string[] = [];
  #array = "";
  #digits = "";
  #penX = Number.NaN;
  #penY = Number.NaN;

  constructor(run: GlyphRun, font: EmbeddedFont) {
    this.#run = run;
    this.#font = font;
  }

  write(): string[] {
    for (const cluster of this.#run.clusters) this.#addCluster(cluster);
    this.#endArray();
    return this.#lines;
  }

  #addCluster({ text, glyphs }: GlyphCluster): void {
    const [first, ...others] = glyphs;
    if (first === undefined) return;
    const isNamed = this.#font.show(first.id, text);
    if (isNamed && others.length === 0) {
      this.#addGlyph(first);
      return;
    }
    for (const { id } of others) this.#font.show(id, "");
    this.#endArray();
    this.#lines.push(`/Span<</ActualText${textString(text)}>>BDC`);
    for (const glyph of glyphs) this.#addGlyph(glyph);
    this.#endArray();
    this.#lines.push("EMC");
  }

  #addGlyph({ id, x, y }: GlyphCluster["glyphs"][number]): void {
    const { fontSize } = this.#run;
    const correction = ((this.#penX - x) * 1000) / fontSize;
    if (!(Math.abs(y - this.#penY) < 1e-3) || !Number.isFinite(correction)) this.#moveTo(x, y);
    else if (Math.abs(correction) > TOLERANCE) {
      this.#endDigits();
      const written = num(correction, 2);
      this.#array += written;
      this.#penX -= (Number(written) * fontSize) / 1000;
    }
    this.#digits += hex4(id);
    this.#penX += (this.#font.advanceOf(id) * fontSize) / 1000;
  }

  /** Moves the pen. Glyphs have an axis that points up. */
  #moveTo(x: number, y: number): void {
    this.#endArray();
    this.#lines.push(`${nums([1, 0, this.#run.slant, -1, x, y], 4)} Tm`);
    [this.#penX, this.#penY] = [x, y];
  }

  #endDigits(): void {
    if (this.#digits !== "") this.#array += `<${this.#digits}>`;
    this.#digits = "";
  }

  #endArray(): void {
    this.#endDigits();
    if (this.#array !== "") this.#lines.push(`[${this.#array}]TJ`);
    this.#array = "";
  }
}

/** Text in diagrams. The pages are built without fonts, so widths are estimates. */
import { escapeHtml } from "../escape-html.js";

export const LINE_HEIGHT_PX = 17;
/** The average width of a character in Inter at 13 px, with some reserve. */
const CHARACTER_PX = 6.9;

/** Returns the maximum width that a text needs. */
export function textWidth(lines: readonly string[]): number {
  return Math.ceil(Math.max(0, ...lines.map(({ length }) => length)) * CHARACTER_PX);
}

/** Breaks a text at spaces into lines of about this many characters. */
export function wrapText(text: string, characters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Returns lines of text around a point. */
export function svgText(lines: readonly string[], x: number, y: number, className = ""): string {
  const top = y - ((lines.length - 1) * LINE_HEIGHT_PX) / 2;
  const spans = lines.map(
    (line, index) => `<tspan x="${round(x)}" y="${round(top + index * LINE_HEIGHT_PX)}">${escapeHtml(line)}</tspan>`,
  );
  return `<text${className === "" ? "" : ` class="${className}"`}>${spans.join("")}</text>`;
}

/** Returns the triangle at the end of an arrow. */
export function arrowHead(fromX: number, fromY: number, toX: number, toY: number): string {
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const corner = (turn: number) =>
    `${round(toX - 8 * Math.cos(angle + turn))},${round(toY - 8 * Math.sin(angle + turn))}`;
  return `<polygon points="${round(toX)},${round(toY)} ${corner(0.42)} ${corner(-0.42)}"/>`;
}

/** Returns a number for SVG: a tenth of a pixel is enough. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

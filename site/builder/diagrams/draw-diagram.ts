/** Draws the diagrams of the documentation, which are written as Mermaid in the Markdown. */
import { escapeHtml } from "../escape-html.js";
import { drawFlowchart } from "./draw-flowchart.js";
import { drawSequence } from "./draw-sequence.js";

/** A wider diagram shrinks only to a readable size, and then scrolls. */
const WIDE_PX = 700;

/** Returns the diagram as a figure. Its text is in the SVG, and its source is its description for screen readers. */
export function drawDiagram(source: string): string {
  const isSequence = source.startsWith("sequenceDiagram");
  const svg = isSequence ? drawSequence(source) : drawFlowchart(source);
  const name = `${isSequence ? "Sequence diagram" : "Diagram"}: ${source.split("\n").slice(1).join("; ")}`;
  const labelled = svg.replace("<svg ", `<svg role="img" aria-label="${escapeHtml(name.replaceAll(/\s+/g, " "))}" `);
  const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
  return `<div class="diagram${width > WIDE_PX ? " wide" : ""}" tabindex="0">${labelled}</div>\n`;
}

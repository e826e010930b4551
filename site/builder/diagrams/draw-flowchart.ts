/** Draws flowcharts as SVG elements of a page. The style sheet defines their colors for light and dark pages. */
import dagre from "@dagrejs/dagre";
import { type FlowNode, parseFlowchart } from "./parse-flowchart.js";
import { arrowHead, LINE_HEIGHT_PX, round, svgText, textWidth, wrapText } from "./svg-text.js";

const NODE_CHARACTERS = 16;
const LABEL_CHARACTERS = 20;
const MARGIN_PX = 2;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Placed extends Point {
  readonly width: number;
  readonly height: number;
}

interface Edge extends Point {
  readonly points: readonly Point[];
}

interface Graph {
  setGraph(options: object): unknown;
  setNode(id: string, size: object): unknown;
  setEdge(from: string, to: string, size: object, name: string): unknown;
  node(id: string): Placed;
  edge(from: string, to: string, name: string): Edge;
  graph(): { readonly width?: number; readonly height?: number };
}

/** The parts of the package that this file uses. Node's rules cannot resolve the package's own types. */
const { graphlib, layout } = dagre as unknown as {
  readonly graphlib: { readonly Graph: new (options: object) => Graph };
  readonly layout: (graph: Graph) => void;
};

/** Returns the drawing with its text as the name for screen readers. */
export function drawFlowchart(source: string): string {
  const { direction, nodes, edges } = parseFlowchart(source);
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 20, ranksep: 28, edgesep: 14, marginx: MARGIN_PX, marginy: MARGIN_PX });
  const linesOf = new Map(nodes.map(({ id, text }) => [id, wrapText(text, NODE_CHARACTERS)] as const));
  for (const { id, shape } of nodes) {
    const lines = linesOf.get(id) ?? [];
    const side = shape === "hexagon" ? 44 : 28;
    graph.setNode(id, { width: textWidth(lines) + side, height: lines.length * LINE_HEIGHT_PX + 18 });
  }
  for (const [index, { from, to, label }] of edges.entries()) {
    const lines = label === "" ? [] : wrapText(label, LABEL_CHARACTERS);
    const size = { width: textWidth(lines), height: lines.length * LINE_HEIGHT_PX, labelpos: "c" };
    graph.setEdge(from, to, size, String(index));
  }
  layout(graph);
  const paths = edges.map(({ from, to, label, isDashed }, index) => {
    const { points, x, y } = graph.edge(from, to, String(index));
    const text = label === "" ? "" : svgText(wrapText(label, LABEL_CHARACTERS), x, y, "label");
    return { line: edgeLine(points, isDashed), text };
  });
  const shapes = nodes.map((node) => {
    const box = graph.node(node.id);
    return shapeOf(node, box) + svgText(linesOf.get(node.id) ?? [], box.x, box.y);
  });
  const { width = 0, height = 0 } = graph.graph();
  return [
    `<svg viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${Math.ceil(width)}" height="${Math.ceil(height)}">`,
    ...paths.map(({ line }) => line),
    ...shapes,
    ...paths.map(({ text }) => text),
    "</svg>",
  ].join("");
}

/** Returns a smooth line along the points, and its arrowhead. */
function edgeLine(points: readonly Point[], isDashed: boolean): string {
  const [first, ...rest] = points;
  const [before, last] = points.slice(-2);
  if (first === undefined || before === undefined || last === undefined) return "";
  let path = `M${round(first.x)},${round(first.y)}`;
  for (const [index, { x, y }] of rest.slice(0, -1).entries()) {
    const next = rest[index + 1] ?? last;
    path += `Q${round(x)},${round(y)} ${round((x + next.x) / 2)},${round((y + next.y) / 2)}`;
  }
  path += `L${round(last.x)},${round(last.y)}`;
  return `<path${isDashed ? ' class="dashed"' : ""} d="${path}"/>${arrowHead(before.x, before.y, last.x, last.y)}`;
}

function shapeOf({ shape }: FlowNode, { x, y, width, height }: Placed): string {
  const left = round(x - width / 2);
  const top = round(y - height / 2);
  const right = round(x + width / 2);
  const bottom = round(y + height / 2);
  if (shape === "hexagon") {
    const inset = 12;
    const points = [
      left + inset,
      top,
      right - inset,
      top,
      right,
      y,
      right - inset,
      bottom,
      left + inset,
      bottom,
      left,
      y,
    ];
    return `<polygon class="node" points="${points.map(round).join(" ")}"/>`;
  }
  const radius = shape === "round" ? height / 2 : 6;
  const box = `<rect class="node" x="${left}" y="${top}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}"/>`;
  return shape === "store" ? `${box}<path class="node" d="M${left},${top + 6}H${right}"/>` : box;
}

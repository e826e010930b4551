/** Reads flowcharts in the part of Mermaid's language that the documentation uses. */

export type NodeShape = "box" | "round" | "hexagon" | "store";

export interface FlowNode {
  readonly id: string;
  readonly text: string;
  readonly shape: NodeShape;
}

export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isDashed: boolean;
}

export interface Flowchart {
  readonly direction: "LR" | "TB";
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** The brackets around the text of each shape. The longest come first. */
const SHAPES: readonly (readonly [open: string, close: string, shape: NodeShape])[] = [
  ["([", "])", "round"],
  ["[(", ")]", "store"],
  ["{{", "}}", "hexagon"],
  ["[", "]", "box"],
];
const EDGE = /\s+(-->|-\.->)(?:\|([^|]*)\|)?\s+/;

/** @throws Error for a line in another syntax */
export function parseFlowchart(source: string): Flowchart {
  const [head = "", ...lines] = source.split("\n").map((line) => line.trim());
  const [, direction] = /^flowchart (LR|TD)$/.exec(head) ?? [];
  if (direction === undefined)
    throw new Error(`A flowchart begins with “flowchart LR” or “flowchart TD”, not “${head}”.`);
  const nodes = new Map<string, FlowNode>();
  const edges: FlowEdge[] = [];
  for (const line of lines.filter((text) => text !== "")) {
    // Splitting also returns the groups of the separator: node, arrow, label, node, and so on.
    const parts = line.split(EDGE);
    for (let index = 0; index < parts.length; index += 3) {
      const to = addNode(parts[index] ?? "", nodes);
      if (index === 0) continue;
      const from = addNode(parts[index - 3] ?? "", nodes);
      edges.push({ from, to, label: parts[index - 1] ?? "", isDashed: parts[index - 2] === "-.->" });
    }
  }
  return { direction: direction === "LR" ? "LR" : "TB", nodes: [...nodes.values()], edges };
}

/** Adds a node with its text when the text is given for the first time. Returns its ID. */
function addNode(text: string, nodes: Map<string, FlowNode>): string {
  const [, id, rest = ""] = /^([\w-]+?)(\W.*)?$/.exec(text) ?? [];
  if (id === undefined) throw new Error(`“${text}” is not a node of a flowchart.`);
  if (rest === "") {
    if (!nodes.has(id)) nodes.set(id, { id, text: id, shape: "box" });
    return id;
  }
  const found = SHAPES.find(([open, close]) => rest.startsWith(open) && rest.endsWith(close));
  if (found === undefined) throw new Error(`“${text}” has a shape that the pages do not draw.`);
  const [open, close, shape] = found;
  nodes.set(id, { id, text: rest.slice(open.length, -close.length), shape });
  return id;
}

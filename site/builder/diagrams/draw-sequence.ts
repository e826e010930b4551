/** Draws sequence diagrams, in the part of Mermaid's language that the documentation uses, as SVG elements of a page. */
import { arrowHead, LINE_HEIGHT_PX, round, svgText, textWidth, wrapText } from "./svg-text.js";

interface Message {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly isDashed: boolean;
}

const MESSAGE_CHARACTERS = 30;
const HEAD_PX = 44;
const GAP_PX = 20;

/** Returns the drawing. @throws Error for a line in another syntax */
export function drawSequence(source: string): string {
  const names = new Map<string, string>();
  const messages: Message[] = [];
  for (const line of source
    .split("\n")
    .slice(1)
    .map((text) => text.trim())
    .filter((text) => text !== "")) {
    const [, id, name] = /^participant (\w+) as (.+)$/.exec(line) ?? [];
    const [, from, arrow, to, text] = /^(\w+)(-?->>)(\w+): (.+)$/.exec(line) ?? [];
    if (id !== undefined && name !== undefined) names.set(id, name);
    else if (from !== undefined && to !== undefined && text !== undefined) {
      messages.push({ from, to, text, isDashed: arrow === "-->>" });
    } else throw new Error(`“${line}” is not a line of a sequence diagram that the pages draw.`);
  }
  return draw(names, messages);
}

function draw(names: ReadonlyMap<string, string>, messages: readonly Message[]): string {
  const ids = [...names.keys()];
  const at = columns(ids, names, messages);
  const widthOf = (id: string) => textWidth([names.get(id) ?? ""]) + 24;
  const lastId = ids.at(-1) ?? "";
  const width = Math.ceil((at.get(lastId) ?? 0) + Math.max(widthOf(lastId) / 2 + 2, selfRoom(lastId, messages)));
  let y = HEAD_PX;
  const arrows = messages.map(({ from, to, text, isDashed }) => {
    const lines = wrapText(text, MESSAGE_CHARACTERS);
    const [x1, x2] = [at.get(from) ?? 0, at.get(to) ?? 0];
    y += GAP_PX + lines.length * LINE_HEIGHT_PX;
    const style = isDashed ? ' class="dashed"' : "";
    if (from === to) {
      const middle = y - (lines.length * LINE_HEIGHT_PX) / 2;
      const loop = `<path${style} d="M${round(x1)},${middle - 8}h26v16H${round(x1) + 2}"/>`;
      return loop + arrowHead(x1 + 20, middle + 8, x1, middle + 8) + svgText(lines, x1 + 34, middle, "label start");
    }
    const label = svgText(lines, (x1 + x2) / 2, y - 12 - ((lines.length - 1) * LINE_HEIGHT_PX) / 2, "label");
    return `<path${style} d="M${round(x1)},${y}H${round(x2)}"/>${arrowHead(x1, y, x2, y)}${label}`;
  });
  const height = y + GAP_PX;
  const heads = ids.map((id) => {
    const [x, box] = [at.get(id) ?? 0, widthOf(id)];
    const rect = `<rect class="node" x="${round(x - box / 2)}" y="1" width="${round(box)}" height="32" rx="6"/>`;
    return `<path class="life" d="M${round(x)},33V${height}"/>${rect}${svgText([names.get(id) ?? ""], x, 17)}`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${heads.join("")}${arrows.join("")}</svg>`;
}

/** Returns the place of each participant. Neighbors have enough space for their names and the messages between them. */
function columns(
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  messages: readonly Message[],
): ReadonlyMap<string, number> {
  const at = new Map<string, number>();
  for (const [index, id] of ids.entries()) {
    const half = (textWidth([names.get(id) ?? ""]) + 24) / 2;
    const before = ids[index - 1];
    if (before === undefined) {
      at.set(id, half + 2);
      continue;
    }
    const halfBefore = (textWidth([names.get(before) ?? ""]) + 24) / 2;
    let x = (at.get(before) ?? 0) + Math.max(half + halfBefore + 16, selfRoom(before, messages));
    for (const { from, to, text } of messages) {
      const other = from === id ? to : to === id ? from : undefined;
      const start = other === undefined || other === id ? undefined : at.get(other);
      if (start !== undefined) x = Math.max(x, start + textWidth(wrapText(text, MESSAGE_CHARACTERS)) + 24);
    }
    at.set(id, x);
  }
  return at;
}

/** Returns the space that the messages of a participant to itself need at its right. */
function selfRoom(id: string, messages: readonly Message[]): number {
  const own = messages.filter(({ from, to }) => from === id && to === id);
  return Math.max(0, ...own.map(({ text }) => textWidth(wrapText(text, MESSAGE_CHARACTERS)) + 44));
}

import type { SafeElement, SafeSvg } from "./safe-svg.js";

/** Serializes a sanitized SVG as a file. @param color replaces `currentColor`. */
export function writeSvgFile({ viewBox, children, attributes }: SafeSvg, color: string): string {
  const { x, y, width, height } = viewBox;
  const root = new Map([
    ["xmlns", "http://www.w3.org/2000/svg"],
    ["xmlns:xlink", "http://www.w3.org/1999/xlink"],
    ["width", String(width)],
    ["height", String(height)],
    ["viewBox", [x, y, width, height].join(" ")],
    ["color", color],
    ...[...attributes].filter(([name]) => name !== "color"),
  ]);
  return writeElement({ name: "svg", attributes: root, children });
}

function writeElement({ name, attributes, children }: SafeElement): string {
  const written = [...attributes].map(([key, value]) => {
    // SVG 1.1 readers know only the older name.
    const attribute = key === "href" ? "xlink:href" : key;
    return ` ${attribute}="${escapeAttribute(value)}"`;
  });
  if (children.length === 0) return `<${name}${written.join("")}/>`;
  return `<${name}${written.join("")}>${children.map(writeElement).join("")}</${name}>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

import type { SafeElement } from "./safe-element.js";
import type { SafeSvg } from "./safe-svg.js";
import { ONLY_IN_STYLES } from "./svg-vocabulary.js";

const NAMESPACES = [
  ["xmlns", "http://www.w3.org/2000/svg"],
  ["xmlns:xlink", "http://www.w3.org/1999/xlink"],
] as const;

/** The parts of a sanitized SVG that are written. */
type Drawing = Pick<SafeSvg, "viewBox" | "children" | "attributes">;

/** Serializes a sanitized SVG of a layer as a file. @param color replaces `currentColor`. */
export function writeSvgFile(svg: Drawing, color: string): string {
  return rewriteSvgFile(asSvgFile(svg, color));
}

/** Returns the drawing of a layer as a file: with the size of its view box. @param color replaces `currentColor`. */
export function asSvgFile<Svg extends Drawing>(svg: Svg, color: string): Svg {
  const { x, y, width, height } = svg.viewBox;
  const attributes = new Map([
    ["width", String(width)],
    ["height", String(height)],
    ["viewBox", [x, y, width, height].join(" ")],
    ["color", color],
    ...[...svg.attributes].filter(([name]) => name !== "color"),
  ]);
  return { ...svg, attributes };
}

/** Serializes a sanitized file, with its own size. */
export function rewriteSvgFile({ children, attributes }: Pick<SafeSvg, "children" | "attributes">): string {
  return writeElement({ name: "svg", attributes: new Map([...NAMESPACES, ...attributes]), children });
}

function writeElement({ name, attributes, children, text }: SafeElement): string {
  if (text !== undefined) return escapeMarkup(text);
  const styles = [...attributes].filter(([key]) => ONLY_IN_STYLES.has(key));
  const written = [...attributes].flatMap(([key, value]) => {
    if (ONLY_IN_STYLES.has(key)) return [];
    // SVG 1.1 readers know only the older name.
    const attribute = key === "href" ? "xlink:href" : key;
    return [` ${attribute}="${escapeMarkup(value)}"`];
  });
  const style = styles.map(([key, value]) => `${key}:${value.replaceAll(";", "")}`).join(";");
  if (style !== "") written.push(` style="${escapeMarkup(style)}"`);
  if (children.length === 0) return `<${name}${written.join("")}/>`;
  return `<${name}${written.join("")}>${children.map(writeElement).join("")}</${name}>`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Recognizes JSX in HTML, and shows what it is in HTML. */
import { NUMERIC } from "./css-properties.js";

/** The beginning of a style in JSX, after the name of the attribute. The braces of a variable contain no colon. */
const STYLE = /^\s*=\s*\{\{\s*["']?[\w-]+["']?\s*:/;
const PAIR = /["']?([\w-]+)["']?\s*:\s*(?:"([^"]*)"|'([^']*)'|(-?[\d.]+))/g;
/** The characters of a style that are read for the message. */
const SHOWN = 400;

/** Returns whether an attribute is one of JSX. `after` is the source after its name. */
export function isJsx(name: string, after: string): boolean {
  return name === "classname" || (name === "style" && STYLE.test(after));
}

/** Returns a sentence that shows the HTML of an attribute of JSX. */
export function jsxMessage(source: string, at: number): string {
  const text = source.slice(at, at + SHOWN);
  if (!text.startsWith("style")) return `This is JSX. In HTML, write class="card" instead of className="card"`;
  const end = text.indexOf("}}");
  const pairs = [...text.slice(0, end === -1 ? undefined : end).matchAll(PAIR)].slice(0, 4);
  const css = pairs.map(([, name = "", double, single, number = ""]) => {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const value = double ?? single ?? (NUMERIC.has(property) || Number(number) === 0 ? number : `${number}px`);
    return `${property}: ${value}`;
  });
  const shown = css.length === 0 ? "color: red" : css.join("; ").replaceAll('"', "'");
  return `This is JSX. In HTML, write style="${shown}" instead of style={{…}}`;
}

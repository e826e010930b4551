/** Reads SVG: the tree of its XML, the styles of its elements, and sanitized drawings. */
export { parseXml } from "./parse-xml.js";
export { readSvg, readSvgFile } from "./read-svg.js";
export type { SafeElement } from "./safe-element.js";
export { SvgError } from "./svg-error.js";
export { SvgStyles } from "./svg-style.js";
export { writeSvgFile } from "./write-svg-file.js";
export { TEXT_NODE, type XmlElement } from "./xml-tree.js";

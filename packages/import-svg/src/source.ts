/** The SVG that is imported, and everything that its parts share. */
import { SvgStyles, type XmlElement, parseXml } from "@image-render/engine/svg";
import { withoutAddressEntities } from "./illustrator-entities.js";
import type { MeasureText } from "./measure-text.js";
import { Notes } from "./notes.js";

/** A parsed SVG with its definitions. */
export interface Source {
  readonly root: XmlElement;
  readonly styles: SvgStyles;
  /** The first element with each ID. */
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly notes: Notes;
  readonly measure: MeasureText;
}

/** Parses an SVG. @throws SvgError */
export function openSource(text: string, measure: MeasureText): Source {
  const document = parseXml(withoutAddressEntities(text));
  const byId = new Map<string, XmlElement>();
  indexIds(document.root, byId);
  return { root: document.root, styles: new SvgStyles(document, "file"), byId, notes: new Notes(), measure };
}

function indexIds(element: XmlElement, byId: Map<string, XmlElement>): void {
  const id = element.attributes.get("id");
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of element.children) indexIds(child, byId);
}

/** The parts of the template format that the MCP server returns: one for each layer type, and one for each chapter. */
import type { GuideSection } from "./guide-sections.js";

/** A part of the template format. */
export interface FormatPart {
  /** For example, `text` in `irs://format/text`. */
  readonly name: string;
  readonly title: string;
  /** The anchors of its sections in the guide. The empty one is the beginning of the guide. */
  readonly anchors: readonly string[];
}

const GUIDE = "template-format";

/** Finds the parts in the sections of all guides. */
export function formatParts(all: readonly GuideSection[]): FormatPart[] {
  const parts = new Map<string, { title: string; anchors: string[] }>();
  for (const { headings, anchor } of all.filter(({ guide }) => guide === GUIDE)) {
    const [, chapter = "Document", section] = headings;
    const isType = isLayerType(chapter, section);
    const name = isType ? String(section) : chapter.toLowerCase();
    const title = isType ? `Template format: ${name} layers` : `Template format: ${name}`;
    const part = parts.get(name) ?? { title, anchors: [] };
    parts.set(name, part);
    part.anchors.push(anchor);
  }
  return [...parts].map(([name, part]) => ({ name, ...part }));
}

/** The headings of layer types are their names in documents, in lower case. */
function isLayerType(chapter: string, section: string | undefined): boolean {
  return chapter === "Layers" && section !== undefined && /^[a-z]+$/.test(section);
}

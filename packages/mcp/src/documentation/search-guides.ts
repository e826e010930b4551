/** Full-text search in the guides. */
import type MiniSearch from "minisearch";
import { type GuideSection, loadGuides, uriOf } from "./guides.js";

export interface FoundSection {
  readonly section: GuideSection;
  readonly uri: string;
  /** The beginning of the part that fits. */
  readonly excerpt: string;
}

/** Enough to see whether a section has the answer: some 150 tokens. */
const EXCERPT_CHARACTERS = 600;

interface Index {
  readonly search: MiniSearch;
  readonly sections: readonly GuideSection[];
}

let index: Promise<Index> | undefined;

/** Guides about the service as a whole, which answer few questions about a picture. */
const BACKGROUND = ["architecture", "compared", "glossary", "performance", "runbook", "scale"];
/** Words that are in every section. */
const COMMON = new Set(
  "a an and are as at be by can do for from how i if in is it my of on or the to what with".split(" "),
);

/** Returns the sections that fit the words best, the best first, each with the part that fits. */
export async function searchGuides(query: string, limit: number): Promise<FoundSection[]> {
  const { search, sections } = await (index ??= buildIndex());
  const found = search.search(query, {
    boost: { heading: 4, above: 2 },
    boostDocument: (id) => (BACKGROUND.includes(sections[Number(id)]?.guide ?? "") ? 0.4 : 1),
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  });
  return found.slice(0, limit).flatMap(({ id, terms }) => {
    const section = sections[Number(id)];
    return section === undefined ? [] : [{ section, uri: uriOf(section), excerpt: excerptOf(section.text, terms) }];
  });
}

/** Returns the text from the line that has most of the terms. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lines = text.split("\n");
  const scores = lines.map((line) => terms.filter((term) => line.toLowerCase().includes(term)).length);
  const best = scores.indexOf(Math.max(...scores));
  const excerpt = lines.slice(best).join("\n");
  return excerpt.length <= EXCERPT_CHARACTERS ? excerpt : `${excerpt.slice(0, EXCERPT_CHARACTERS)}…`;
}

/** Indexes some 200 sections, which takes less than 100 ms once per process. */
async function buildIndex(): Promise<Index> {
  const [{ default: Search }, sections] = await Promise.all([import("minisearch"), loadGuides()]);
  const search = new Search({
    fields: ["heading", "above", "text"],
    processTerm: (term) => (COMMON.has(term.toLowerCase()) ? null : term.toLowerCase()),
  });
  search.addAll(
    sections.map(({ headings, text }, id) => ({
      id,
      heading: headings.at(-1) ?? "",
      above: headings.slice(0, -1).join(" "),
      text,
    })),
  );
  return { search, sections };
}

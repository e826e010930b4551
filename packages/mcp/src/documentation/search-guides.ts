/** Full-text search in the guides. */
import type MiniSearch from "minisearch";
import { type GuideSection, loadGuides, uriOf } from "./guides.js";

export interface FoundSection {
  readonly section: GuideSection;
  readonly uri: string;
}

interface Index {
  readonly search: MiniSearch;
  readonly sections: readonly GuideSection[];
}

let index: Promise<Index> | undefined;

/** Returns the sections that fit the words best, the best first. */
export async function searchGuides(query: string, limit: number): Promise<FoundSection[]> {
  const { search, sections } = await (index ??= buildIndex());
  return search
    .search(query, { boost: { heading: 4, above: 2 }, prefix: true, fuzzy: 0.15 })
    .flatMap(({ id }) => {
      const section = sections[Number(id)];
      return section === undefined ? [] : [{ section, uri: uriOf(section) }];
    })
    .slice(0, limit);
}

/** Indexes some 200 sections, which takes less than 100 ms once per process. */
async function buildIndex(): Promise<Index> {
  const [{ default: Search }, sections] = await Promise.all([import("minisearch"), loadGuides()]);
  const search = new Search({ fields: ["heading", "above", "text"] });
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

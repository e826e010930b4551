import * as z from "zod";
import { loadGuides, markdownOf, uriOf } from "../documentation/guides.js";
import { searchGuides } from "../documentation/search-guides.js";
import { defineTool } from "./tool.js";
import { ToolInputError } from "./tool-input-error.js";

const MAX_FOUND = 4;
/** A section has at most about 3,000 tokens. */
const SECTION_CHARACTERS = 12_000;

/** Searches the guides, and reads one section. */
export const searchDocs = defineTool({
  name: "search_docs",
  title: "Search the documentation",
  description:
    "Searches the guides: template format, text, signing, webhooks, batches, limits, deployment. Give `query` for excerpts, or `section` (a uri of a result) for the whole section.",
  scopes: ["render", "templates", "admin", "operator"],
  effect: "read",
  input: z.object({
    query: z.string().min(1).max(200).optional().describe("A few words."),
    section: z.string().max(200).optional().describe("For example irs://docs/template-format#shadows."),
  }),
  output: z.object({
    results: z.array(z.object({ uri: z.string(), heading: z.string(), excerpt: z.string() })).optional(),
    markdown: z.string().optional(),
  }),
  async run({ query, section }) {
    if (section !== undefined) return { data: { markdown: await readSection(section) } };
    if (query === undefined) throw new ToolInputError("Give either `query` or `section`.");
    const found = await searchGuides(query, MAX_FOUND);
    return {
      data: {
        results: found.map(({ uri, excerpt, section: { headings } }) => ({
          uri,
          heading: headings.join(" › "),
          excerpt,
        })),
      },
    };
  },
});

async function readSection(uri: string): Promise<string> {
  const sections = (await loadGuides()).filter((section) => uriOf(section) === uri);
  if (sections.length > 0) return cut(markdownOf(sections), SECTION_CHARACTERS);
  throw new ToolInputError(`There is no section ${uri}. Search with \`query\`, and use a uri of its results.`);
}

function cut(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}

/** The lists of the pages for assistants (https://llmstxt.org). */
import { isEntry, NAVIGATION } from "./navigation.js";
import type { DocsPage } from "./read-docs.js";

const TITLE = "# Image render service";
const ABOUT =
  "> Turns templates with named layers into pictures, by an API call or by a signed URL in an `<img>` tag. It runs in the account of its owner.";

/** Returns `llms.txt`, which lists the pages, and `llms-full.txt`, which contains them. */
export function llmsTexts(pages: readonly DocsPage[]): ReadonlyMap<string, string> {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const sections = NAVIGATION.flatMap(({ title, entries }) => {
    const lines = entries.filter(isEntry).flatMap(({ source }) => {
      const page = bySource.get(source);
      return page === undefined ? [] : [`- [${page.title}](${page.path}.md): ${page.description}`];
    });
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join("\n")}`];
  });
  const openApi =
    "## OpenAPI\n\n- [OpenAPI document](/api/v1/openapi.json): every endpoint with its fields and errors.";
  const full = pages.map(({ path, markdown }) => `<!-- ${path} -->\n\n${markdown.trim()}`);
  return new Map([
    ["llms.txt", `${[TITLE, ABOUT, ...sections, openApi].join("\n\n")}\n`],
    ["llms-full.txt", `${[TITLE, ABOUT, ...full].join("\n\n")}\n`],
  ]);
}

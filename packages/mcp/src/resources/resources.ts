/** Resources: the template format by layer type, the guides, and examples with pictures. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { loadGuides, markdownOf } from "../documentation/guides.js";
import type { Caller } from "../service/caller.js";
import { EXAMPLES, exampleContents } from "./examples.js";
import { FORMAT_PARTS, formatText } from "./format-parts.js";

const MARKDOWN = "text/markdown";
/** Guides change with a release of the service only. */
const CACHED = { cacheHint: { ttlMs: 3_600_000, cacheScope: "public" } } as const;

/** Adds all resources. */
export function addResources(server: McpServer, caller: Caller): void {
  addFormat(server);
  addGuides(server);
  addExamples(server, caller);
}

function addFormat(server: McpServer): void {
  for (const { name, title } of FORMAT_PARTS) {
    const uri = `irs://format/${name}`;
    server.registerResource(`format-${name}`, uri, { title, mimeType: MARKDOWN, ...CACHED }, async () => ({
      contents: [{ uri, mimeType: MARKDOWN, text: await formatText(name) }],
    }));
  }
}

function addGuides(server: McpServer): void {
  const template = new ResourceTemplate("irs://docs/{guide}", { list: undefined });
  const about = { title: "A guide", description: "A whole guide as Markdown. search_docs finds the right one." };
  server.registerResource("guide", template, { ...about, mimeType: MARKDOWN, ...CACHED }, async (uri, { guide }) => {
    const sections = (await loadGuides()).filter((section) => section.guide === guide);
    if (sections.length === 0) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: markdownOf(sections) }] };
  });
}

function addExamples(server: McpServer, caller: Caller): void {
  for (const { name, title, description } of EXAMPLES) {
    const uri = `irs://examples/${name}`;
    const about = { title: `Example: ${title}`, description, mimeType: "application/json" };
    server.registerResource(`example-${name}`, uri, about, async () => ({
      contents: await exampleContents(uri, name, caller),
    }));
  }
}

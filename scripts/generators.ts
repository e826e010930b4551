/** The files in the repository that are derived from sources. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { renderGallery } from "../cli/gallery/render-gallery.js";
import { openApiDocument } from "../docs/openapi/openapi-document.js";
import { apiPage } from "../docs/api-page.js";
import { renderCharts } from "../docs/charts/render-charts.js";
import { withExamples } from "../docs/code-examples.js";
import { fontFamilies } from "../docs/font-families.js";
import { withFontTables } from "../docs/font-tables.js";
import { formatParts } from "../docs/format-parts.js";
import { withTables } from "../docs/format-tables.js";
import { layerTypes } from "../docs/layer-attributes.js";
import { guideSections } from "../docs/guide-sections.js";
import { eventsPage } from "../docs/events-page.js";
import { renderSamples } from "../docs/pictures/render-samples.js";
import { withWebhookEvents } from "../docs/webhook-events.js";
import { assistantExamples, exampleNames } from "../examples/assistant-examples.js";
import { schemaText } from "../examples/schema-text.js";
import { documentJsonSchema } from "../packages/engine/src/document/json-schema.js";
import { emojiIndexSource } from "../layers/fonts/emoji-index-source.js";
import { fontLayerManifest } from "../layers/fonts/font-layer-manifest.js";
import { clientFormats } from "./client/client-formats.js";
import { clientRoutes } from "./client/client-routes.js";
import { clientTypes } from "./client/client-types.js";
import { type StoredBill, withCountedBill } from "./cost/document.js";
import { checkovSettings } from "./security-review/checkov-settings.js";
import { withFindings } from "./security-review/document.js";
import type { Files } from "./update-files.js";

/** Derives files. Their paths start at the root of the repository. */
export interface Generator {
  /** A folder that contains derived files only. Files in it that are not derived are removed. */
  readonly folder?: string;
  derive(): Promise<Files>;
}

const ROOT = new URL("../", import.meta.url);

/** All generators, in the order in which they run. */
export const GENERATORS: readonly Generator[] = [
  // This runs first, because the renderer of the gallery imports the file.
  file("packages/engine/src/fonts/emoji-index.ts", emojiIndexSource),
  file("layers/fonts/manifest.json", () => prettyJson(fontLayerManifest())),
  file("examples/template.schema.json", schemaText),
  file("docs/openapi.json", () => `${JSON.stringify(openApiDocument(), undefined, 2)}\n`),
  file("packages/client/src/generated/openapi.ts", () => clientTypes(openApiDocument())),
  file("packages/client/src/generated/routes.ts", () => clientRoutes(openApiDocument())),
  file("packages/client/src/generated/formats.ts", clientFormats),
  file("docs/api.md", apiPage),
  file("docs/events.md", eventsPage),
  file("docs/webhooks.md", () => withExamples(withWebhookEvents(readText("docs/webhooks.md")), readText)),
  ...["google-sheets", "wordpress"].map((guide) =>
    file(`docs/guides/${guide}.md`, () => withExamples(readText(`docs/guides/${guide}.md`), readText)),
  ),
  file("docs/cost.md", () =>
    withCountedBill(
      readText("docs/cost.md"),
      JSON.parse(readText("docs/measurements/counted-bill.json")) as StoredBill,
    ),
  ),
  file("docs/security-review.md", () => withFindings(readText("docs/security-review.md"))),
  file(".checkov.yaml", checkovSettings),
  file("docs/template-format.md", () => withTables(readText("docs/template-format.md"))),
  file("docs/text.md", () => withFontTables(readText("docs/text.md"))),
  file("packages/fonts/README.md", () => withFontTables(readText("packages/fonts/README.md"))),
  file("packages/mcp/src/documentation/examples.json", () => compactJson(assistantExamples(pathOf("examples")))),
  file("packages/mcp/src/documentation/fonts.json", () => compactJson(fontFamilies())),
  file("packages/studio/src/generated/families.json", () => compactJson(fontFamilies())),
  file("packages/studio/src/generated/layer-types.json", () => compactJson(layerTypes())),
  file("packages/studio/src/generated/document-schema.json", () => compactJson([documentJsonSchema()])),
  // This runs after the generators of guides, because some guides are derived files.
  file("packages/mcp/src/documentation/guides.json", () => compactJson(guideSections(pathOf("docs")))),
  file("packages/mcp/src/documentation/format-parts.json", () =>
    compactJson(formatParts(guideSections(pathOf("docs")))),
  ),
  file("packages/mcp/src/documentation/example-names.json", () => compactJson(exampleNames(pathOf("examples")))),
  { folder: "docs/gallery", derive: deriveGallery },
  { folder: "docs/images/format", derive: async () => inFolder("docs/images/format", await renderSamples()) },
  { folder: "docs/images/charts", derive: async () => inFolder("docs/images/charts", await renderCharts()) },
];

function inFolder(folder: string, files: Files): Files {
  return new Map([...files].map(([name, content]) => [`${folder}/${name}`, content]));
}

function file(path: string, derive: () => string | Promise<string>): Generator {
  return { derive: async () => new Map([[path, await derive()]]) };
}

async function deriveGallery(): Promise<Files> {
  const files = await renderGallery(fileURLToPath(new URL("examples", ROOT)));
  return inFolder("docs/gallery", files);
}

function prettyJson(value: unknown): Promise<string> {
  return format(JSON.stringify(value, undefined, 2), { parser: "json", printWidth: 120 });
}

/** Writes one line for each item, because only a program reads the file. */
function compactJson(items: readonly unknown[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]\n`;
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

function readText(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

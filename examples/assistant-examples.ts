/** The examples that the MCP server provides: small documents, each with one idea, without files of their own. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders below `examples`. */
const FOLDERS = [
  "open-graph-card",
  "features/auto-layout",
  "features/bar-chart",
  "features/html",
  "features/polygons",
  "features/qr",
  "features/radial-gradients",
  "features/receipt",
  "features/repeat",
  "features/rich-text",
  "features/ring",
  "features/table",
  "features/text-fit",
  "features/text-gradient",
  "features/variables",
  "features/visible-if",
];

/** An example as a template and a request. */
export interface AssistantExample {
  /** The last part of its folder. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Layers and variables of a request, if the example has one. */
  readonly request?: Readonly<Record<string, unknown>>;
}

/** Reads the examples. */
export function assistantExamples(root: string): AssistantExample[] {
  return FOLDERS.map((folder) => {
    const document = withoutSchema(readJson(join(root, folder, "template.json")));
    const request = join(root, folder, "request.json");
    return {
      name: folder.slice(folder.lastIndexOf("/") + 1),
      title: textOf(document["name"]),
      description: textOf(document["description"]),
      document,
      ...(existsSync(request) && { request: readJson(request) }),
    };
  });
}

/** Lists the examples without their documents. A list must be small, because it is read for every request. */
export function exampleNames(root: string): Pick<AssistantExample, "name" | "title" | "description">[] {
  return assistantExamples(root).map(({ name, title, description }) => ({ name, title, description }));
}

/** The address of the schema is relative to the file. */
function withoutSchema(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== "$schema"));
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

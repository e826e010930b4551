/** `irs.json`: which templates a folder holds, and which they are in each workspace. */
import * as z from "zod";
import { type Issue } from "../../core/contract/errors.js";
import { issuesOf, sentenceFor } from "../../core/contract/issues.js";
import { closedObject } from "../../core/contract/template/closed-object.js";
import { uuidSchema } from "../../core/contract/values.js";

/** The manifest's name in its folder. */
export const MANIFEST_FILE = "irs.json";

const nameSchema = z.string().trim().min(1).max(200);

const entrySchema = closedObject({
  /** In the manifest's own folder. */
  file: z.string().refine(isDocumentFile, { error: "It must be the name of a .json file in this folder." }),
  name: nameSchema,
  /** The document's own when left out. */
  description: z.string().max(2000).optional(),
  /** The project's name; in no project when left out. */
  project: nameSchema.optional(),
  /** The template's id by the base address of the service. */
  ids: z.record(z.string(), uuidSchema).default({}),
});

const manifestSchema = closedObject({ templates: z.array(entrySchema).max(10_000) });

/** A template of the folder. */
export type Entry = z.output<typeof entrySchema>;

/** Whether a manifest may name a file so: no path, no hidden file, not the manifest. */
export function isDocumentFile(file: string): boolean {
  return /^[^./\\][^/\\]*\.json$/i.test(file) && file.toLowerCase() !== MANIFEST_FILE;
}

/** Reads a manifest's value; every fault is told. */
export function parseManifest(value: unknown): { readonly entries: Entry[] } | { readonly issues: readonly Issue[] } {
  const parsed = manifestSchema.safeParse(value, { error: sentenceFor });
  if (!parsed.success) return { issues: issuesOf(parsed.error) };
  const entries = parsed.data.templates;
  const issues = [
    ...repeats(entries, ({ file }) => [file.toLowerCase()]).map((index) => ({
      path: `templates[${index}].file`,
      message: "An earlier template has the same file.",
    })),
    ...repeats(entries, ({ ids }) => Object.entries(ids).map((pair) => pair.join(" "))).map((index) => ({
      path: `templates[${index}].ids`,
      message: "An earlier template has the same id.",
    })),
  ];
  return issues.length === 0 ? { entries } : { issues };
}

/** A manifest as text: keys in one order, so that a commit shows what changed and nothing else. */
export function formatManifest(entries: readonly Entry[]): string {
  const templates = entries.map(({ file, name, description, project, ids }) => ({
    file,
    name,
    ...(description !== undefined && { description }),
    ...(project !== undefined && { project }),
    ids,
  }));
  return JSON.stringify({ templates }, null, 2) + "\n";
}

/** The indexes of entries of which a mark was seen before. */
function repeats(entries: readonly Entry[], marksOf: (entry: Entry) => readonly string[]): number[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const marks = marksOf(entry);
    const isRepeated = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isRepeated ? [index] : [];
  });
}

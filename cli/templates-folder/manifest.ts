/** `irs.json`: the templates of a folder, and their IDs in each workspace. */
import * as z from "zod";
import { type Issue, issuesOf, sentenceFor } from "@image-render/engine/issues";
import { closedObject } from "@image-render/engine/document";
import { uuidSchema } from "../../core/contract/values.js";
import { LOCK_FILE } from "./lock.js";

/** The name of the manifest in its folder. */
export const MANIFEST_FILE = "irs.json";

const nameSchema = z.string().trim().min(1).max(200);

const entrySchema = closedObject({
  /** The name of the document's file in the folder of the manifest. */
  file: z.string().refine(isDocumentFile, { error: "It must be the name of a .json file in this folder." }),
  name: nameSchema,
  /** The description. Default: the description inside the document. */
  description: z.string().max(2000).optional(),
  /** The name of the project. Default: the default project. */
  project: nameSchema.optional(),
  /** The template's ID by the base URL of the service. */
  ids: z.record(z.string(), uuidSchema).default({}),
});

const manifestSchema = closedObject({ templates: z.array(entrySchema).max(10_000) });

/** A template of the folder. */
export type Entry = z.output<typeof entrySchema>;

/** Returns whether a template may have this file name: it is not a path, not hidden, and neither the manifest nor the lock. */
export function isDocumentFile(file: string): boolean {
  return /^[^./\\][^/\\]*\.json$/i.test(file) && ![MANIFEST_FILE, LOCK_FILE].includes(file.toLowerCase());
}

/** Parses the value of a manifest, or returns all of its issues. */
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
      message: "An earlier template has the same ID.",
    })),
  ];
  return issues.length === 0 ? { entries } : { issues };
}

/** Returns the text of a manifest. The order of keys is fixed, so that version control shows only real changes. */
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

/** Returns the indexes of entries that share a mark with an earlier entry. */
function repeats(entries: readonly Entry[], marksOf: (entry: Entry) => readonly string[]): number[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const marks = marksOf(entry);
    const isRepeated = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isRepeated ? [index] : [];
  });
}
